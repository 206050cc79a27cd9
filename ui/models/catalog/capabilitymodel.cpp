// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/capabilitymodel.h"

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
    return parts.join(QStringLiteral(", "));
}

} // namespace

void CapabilityModel::setNegotiated(const mcp::Negotiated &negotiated)
{
    beginResetModel();
    m_rows.clear();
    for (const char *name : kKnown)
        m_rows.push_back({QString::fromLatin1(name), false, false, {}, {}});
    add(negotiated.clientCapabilities.root(), false);
    add(negotiated.serverCapabilities(), true);
    endResetModel();
}

void CapabilityModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void CapabilityModel::add(const json::Value &capabilities, bool server)
{
    for (const json::Value capability : capabilities) {
        if (m_rows.size() >= kMaxRows)
            return;
        Row &row = this->row(QString::fromStdString(capability.key()));
        (server ? row.server : row.client) = true;
        (server ? row.serverDetail : row.clientDetail) = describe(capability);
    }
}

CapabilityModel::Row &CapabilityModel::row(const QString &name)
{
    const auto it = std::find_if(
        m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.name == name; });
    return it == m_rows.end() ? m_rows.emplace_back(Row{name, false, false, {}, {}}) : *it;
}

QString CapabilityModel::detail(const Row &row) const
{
    QStringList parts;
    if (!row.clientDetail.isEmpty())
        parts += tr("client: %1").arg(row.clientDetail);
    if (!row.serverDetail.isEmpty())
        parts += row.client ? tr("server: %1").arg(row.serverDetail) : row.serverDetail;
    return parts.join(QStringLiteral(" · "));
}

int CapabilityModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CapabilityModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CapabilityModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
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

QVariant CapabilityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
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
