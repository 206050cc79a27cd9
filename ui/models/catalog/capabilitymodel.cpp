// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/capabilitymodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr const char *kKnown[] = {
    "tools",
    "resources",
    "prompts",
    "completions",
    "logging",
    "tasks",
    "roots",
    "sampling",
    "elicitation",
    "extensions",
    "experimental",
};
constexpr std::size_t kMaxRows = 200; // a server may say anything
constexpr std::uint32_t kMaxMembers = 50; // of one capability
constexpr std::size_t kMaxDetailBytes = 200; // of one member

QString cut(std::string_view raw)
{
    const auto kept = raw.substr(0, kMaxDetailBytes);
    const QString text = QString::fromUtf8(kept.data(), static_cast<qsizetype>(kept.size()));
    return kept.size() == raw.size() ? text : text + QChar(0x2026);
}

// "listChanged, subscribe"; a member that is neither true nor an empty object with its value.
QString describe(const json::Value &capability)
{
    if (!capability.isObject())
        return cut(capability.raw());
    QStringList parts;
    for (const json::Value member : capability) {
        if (parts.size() == kMaxMembers) {
            parts += QString(QChar(0x2026));
            break;
        }
        const QString name = QString::fromStdString(member.key());
        const bool plain =
            member.toBool().value_or(false) || (member.isObject() && member.count() == 0);
        parts += plain ? name : QString(name + QStringLiteral(": ") + cut(member.raw()));
    }
    return listText(parts);
}

CapabilityRow &rowOf(std::vector<CapabilityRow> &rows, const QString &name)
{
    const auto it = std::find_if(
        rows.begin(), rows.end(), [&](const CapabilityRow &row) { return row.name == name; });
    return it == rows.end() ? rows.emplace_back(CapabilityRow{name, false, false, {}, {}}) : *it;
}

void add(std::vector<CapabilityRow> &rows, const json::Value &capabilities, bool server)
{
    for (const json::Value capability : capabilities) {
        if (rows.size() >= kMaxRows)
            return;
        CapabilityRow &row = rowOf(rows, QString::fromStdString(capability.key()));
        (server ? row.server : row.client) = true;
        (server ? row.serverDetail : row.clientDetail) = describe(capability);
    }
}

} // namespace

void CapabilityModel::setNegotiated(const mcp::Negotiated &negotiated)
{
    std::vector<CapabilityRow> rows;
    for (const char *name : kKnown)
        rows.push_back({QString::fromLatin1(name), false, false, {}, {}});
    add(rows, negotiated.clientCapabilities.root(), false);
    add(rows, negotiated.serverCapabilities(), true);
    resetRows(std::move(rows));
}

void CapabilityModel::clear()
{
    resetRows({});
}

QString CapabilityModel::detail(const CapabilityRow &row)
{
    QStringList parts;
    if (!row.clientDetail.isEmpty())
        parts += tr("client: %1").arg(row.clientDetail);
    if (!row.serverDetail.isEmpty())
        parts += row.client ? tr("server: %1").arg(row.serverDetail) : row.serverDetail;
    return parts.join(QStringLiteral(" · "));
}

QVariant CapabilityModel::cell(const CapabilityRow &row, const QModelIndex &index, int role) const
{
    const bool offered = index.column() == ClientColumn ? row.client : row.server;
    const bool mark = index.column() == ClientColumn || index.column() == ServerColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (mark)
            return offered ? tr("yes") : QStringLiteral("–");
        return index.column() == CapabilityColumn ? row.name : detail(row);
    case Qt::ToolTipRole:
        return index.column() == DetailColumn ? detail(row) : QString();
    case SignRole:
        return static_cast<int>(mark && offered ? Sign::Ok : Sign::None);
    case TextColorRole: {
        const bool nobody = !row.client && !row.server;
        return static_cast<int>(
            nobody || (mark && !offered) ? ColorRole::Muted : ColorRole::Normal);
    }
    default:
        return {};
    }
}

QString CapabilityModel::title(int column) const
{
    switch (column) {
    case CapabilityColumn:
        return tr("Capability");
    case ClientColumn:
        return tr("Client");
    case ServerColumn:
        return tr("Server");
    case DetailColumn:
        return tr("Detail");
    default:
        return {};
    }
}

} // namespace sonde::models
