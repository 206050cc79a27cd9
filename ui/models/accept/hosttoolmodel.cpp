// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/accept/hosttoolmodel.h"

#include "base/formatting.h"
#include "models/accept/levelsign.h"

#include <utility>

namespace sonde::models {

HostToolModel::HostToolModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void HostToolModel::setTools(std::vector<accept::ToolView> tools)
{
    setRows(std::move(tools));
}

QString HostToolModel::text(const accept::ToolView &tool, int column)
{
    switch (column) {
    case NameColumn:
        return tool.name;
    case SeenColumn:
        return tool.seen.isEmpty() ? tr("not known") : tool.seen;
    case VerdictColumn:
        return accept::levelText(tool.verdict);
    default:
        return countText(tool.tokens);
    }
}

QVariant HostToolModel::cell(const accept::ToolView &tool, const QModelIndex &index, int role) const
{
    const bool isVerdict = index.column() == VerdictColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(tool, index.column());
    case TextColorRole:
        if (isVerdict)
            return static_cast<int>(acceptColor(tool.verdict));
        return static_cast<int>(index.column() == SeenColumn && tool.seen.isEmpty()
                ? ColorRole::Muted
                : ColorRole::Normal);
    case SignRole:
        return static_cast<int>(isVerdict ? acceptSign(tool.verdict) : Sign::None);
    default:
        return {};
    }
}

QString HostToolModel::title(int column) const
{
    switch (column) {
    case NameColumn:
        return tr("Tool");
    case SeenColumn:
        return tr("Name for the model");
    case VerdictColumn:
        return tr("Verdict");
    default:
        return tr("Tokens");
    }
}

} // namespace sonde::models
