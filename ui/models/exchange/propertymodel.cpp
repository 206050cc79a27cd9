// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/propertymodel.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"

#include <algorithm>

namespace sonde::models {

namespace {

QString phaseName(ExchangeFacts::Phase::Kind kind)
{
    using Kind = ExchangeFacts::Phase::Kind;
    switch (kind) {
    case Kind::Resolved:
        return PropertyModel::tr("Name resolved");
    case Kind::Connected:
        return PropertyModel::tr("Connected");
    case Kind::Secured:
        return PropertyModel::tr("TLS established");
    case Kind::RequestSent:
        return PropertyModel::tr("Request sent");
    case Kind::FirstByte:
        return PropertyModel::tr("First byte");
    case Kind::Ended:
        return PropertyModel::tr("End");
    }
    return {};
}

void addCertificate(
    std::vector<QStringList> &rows, const ExchangeFacts::Certificate &certificate, bool isFirst)
{
    const auto add = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            rows.push_back({name, value});
    };
    add(isFirst ? PropertyModel::tr("Certificate") : PropertyModel::tr("Signed by"),
        certificate.subject);
    add(PropertyModel::tr("– for"), listText(certificate.names));
    add(PropertyModel::tr("– issuer"), certificate.issuer);
    if (!certificate.validFrom.isEmpty() || !certificate.validUntil.isEmpty()) {
        add(PropertyModel::tr("– valid"),
            PropertyModel::tr("%1 to %2").arg(certificate.validFrom, certificate.validUntil));
    }
    add(PropertyModel::tr("– SHA-256"), certificate.fingerprint);
}

} // namespace

PropertyModel::PropertyModel(const QStringList &titles, QObject *parent)
    : RowTable(static_cast<int>(titles.size()), parent)
    , m_titles(titles)
{
}

QVariant PropertyModel::cell(const QStringList &row, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return row.value(index.column());
    case TextColorRole:
        return static_cast<int>(index.column() == 0 ? ColorRole::Muted : ColorRole::Normal);
    default:
        return {};
    }
}

bool PropertyModel::isNumeric(int column) const
{
    return std::find(m_numeric.begin(), m_numeric.end(), column) != m_numeric.end();
}

std::vector<QStringList> phaseRows(const ExchangeFacts &facts)
{
    std::vector<QStringList> rows;
    std::int64_t before = 0;
    for (const auto &phase : facts.phases) {
        rows.push_back({phaseName(phase.kind),
            QStringLiteral("+") + durationText(std::chrono::nanoseconds(phase.ns)),
            durationText(std::chrono::nanoseconds(std::max<std::int64_t>(0, phase.ns - before)))});
        before = phase.ns;
    }
    return rows;
}

std::vector<QStringList> connectionRows(const ExchangeFacts &facts)
{
    std::vector<QStringList> rows;
    const auto add = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            rows.push_back({name, value});
    };
    add(PropertyModel::tr("URL"), facts.url);
    add(PropertyModel::tr("Purpose"), facts.purpose);
    if (!facts.remote.isEmpty()) {
        add(PropertyModel::tr("Connection"),
            facts.reused ? PropertyModel::tr("used before") : PropertyModel::tr("new"));
    }
    add(PropertyModel::tr("From"), facts.local);
    add(PropertyModel::tr("To"), facts.remote);
    add(PropertyModel::tr("Proxy"), facts.proxy);
    add(PropertyModel::tr("HTTP"), facts.httpVersion.isEmpty() ? facts.version : facts.httpVersion);
    add(PropertyModel::tr("TLS"), facts.tls);
    add(PropertyModel::tr("Cipher"), facts.cipher);
    for (std::size_t i = 0; i < facts.chain.size(); ++i)
        addCertificate(rows, facts.chain[i], i == 0);
    return rows;
}

} // namespace sonde::models
