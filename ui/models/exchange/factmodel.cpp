// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/factmodel.h"

#include "models/trace/tracetext.h"

#include <algorithm>

namespace sonde::models {

namespace {

QString phaseName(ExchangeFacts::Phase::Kind kind)
{
    using Kind = ExchangeFacts::Phase::Kind;
    switch (kind) {
    case Kind::Resolved:
        return FactModel::tr("Name resolved");
    case Kind::Connected:
        return FactModel::tr("Connected");
    case Kind::Secured:
        return FactModel::tr("TLS agreed");
    case Kind::RequestSent:
        return FactModel::tr("Request sent");
    case Kind::FirstByte:
        return FactModel::tr("First byte");
    case Kind::Ended:
        return FactModel::tr("End");
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
    add(isFirst ? FactModel::tr("Certificate") : FactModel::tr("Signed by"), certificate.subject);
    add(FactModel::tr("– for"), certificate.names.join(QStringLiteral(", ")));
    add(FactModel::tr("– issuer"), certificate.issuer);
    if (!certificate.validFrom.isEmpty() || !certificate.validUntil.isEmpty()) {
        add(FactModel::tr("– valid"),
            FactModel::tr("%1 to %2").arg(certificate.validFrom, certificate.validUntil));
    }
    add(FactModel::tr("– SHA-256"), certificate.fingerprint);
}

} // namespace

FactModel::FactModel(const QStringList &titles, QObject *parent)
    : QAbstractTableModel(parent)
    , m_titles(titles)
{
}

void FactModel::setRows(std::vector<QStringList> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int FactModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FactModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QVariant FactModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return m_rows[std::size_t(index.row())].value(index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case ToneRole:
        return static_cast<int>(index.column() == 0 ? Tone::Muted : Tone::Normal);
    default:
        return {};
    }
}

int FactModel::alignment(int column) const
{
    const bool number = std::find(m_numeric.begin(), m_numeric.end(), column) != m_numeric.end();
    return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant FactModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    if (role != Qt::DisplayRole)
        return {};
    return m_titles.value(section);
}

std::vector<QStringList> phaseRows(const ExchangeFacts &facts)
{
    std::vector<QStringList> rows;
    std::int64_t before = 0;
    for (const auto &phase : facts.phases) {
        rows.push_back({phaseName(phase.kind), QStringLiteral("+") + durationText(phase.ns),
            durationText(std::max<std::int64_t>(0, phase.ns - before))});
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
    add(FactModel::tr("URL"), facts.url);
    add(FactModel::tr("Purpose"), facts.purpose);
    if (!facts.remote.isEmpty()) {
        add(FactModel::tr("Connection"),
            facts.reused ? FactModel::tr("used before") : FactModel::tr("new"));
    }
    add(FactModel::tr("From"), facts.local);
    add(FactModel::tr("To"), facts.remote);
    add(FactModel::tr("Proxy"), facts.proxy);
    add(FactModel::tr("HTTP"), facts.httpVersion.isEmpty() ? facts.version : facts.httpVersion);
    add(FactModel::tr("TLS"), facts.tls);
    add(FactModel::tr("Cipher"), facts.cipher);
    for (std::size_t i = 0; i < facts.chain.size(); ++i)
        addCertificate(rows, facts.chain[i], i == 0);
    return rows;
}

} // namespace sonde::models
