// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/checkedtoolmodel.h"

#include "models/signs/sign.h"

#include <algorithm>
#include <iterator>

namespace sonde::models {

namespace {

constexpr std::size_t kMaxShownArguments = 200; // bytes

bool canBeCalled(const CheckedTool &tool)
{
    return !tool.arguments.empty();
}

} // namespace

CheckedToolModel::CheckedToolModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void CheckedToolModel::setTools(std::vector<CheckedTool> tools)
{
    for (CheckedTool &tool : tools) {
        const auto same = std::find_if(rows().begin(), rows().end(),
            [&tool](const CheckedTool &known) { return known.name == tool.name; });
        tool.isChosen = same != rows().end() && same->isChosen && canBeCalled(tool);
    }
    setRows(std::move(tools));
}

std::vector<CheckedTool> CheckedToolModel::chosen() const
{
    std::vector<CheckedTool> tools;
    std::copy_if(rows().begin(), rows().end(), std::back_inserter(tools),
        [](const CheckedTool &tool) { return tool.isChosen; });
    return tools;
}

Qt::ItemFlags CheckedToolModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == NameColumn && canBeCalled(row(index.row())))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool CheckedToolModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole
        || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    CheckedTool tool = row(index.row());
    tool.isChosen = value.toInt() == Qt::Checked;
    setRow(index.row(), std::move(tool));
    return true;
}

QString CheckedToolModel::text(const CheckedTool &tool, int column) const
{
    if (column == NameColumn)
        return tool.name;
    if (column == AnnotationsColumn)
        return tool.annotations.join(QStringLiteral(", "));
    return canBeCalled(tool)
        ? QString::fromStdString(tool.arguments.substr(0, kMaxShownArguments)).simplified()
        : tr("required: call the tool once before");
}

QVariant CheckedToolModel::cell(const CheckedTool &tool, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(tool, index.column());
    case Qt::CheckStateRole:
        if (index.column() == NameColumn && canBeCalled(tool))
            return static_cast<int>(tool.isChosen ? Qt::Checked : Qt::Unchecked);
        return {};
    case TextColorRole:
        return static_cast<int>(canBeCalled(tool) ? ColorRole::Normal : ColorRole::Muted);
    case SignRole:
        return static_cast<int>(index.column() == AnnotationsColumn && tool.isDestructive
                ? Sign::ToolError
                : Sign::None);
    default:
        return {};
    }
}

QString CheckedToolModel::title(int column) const
{
    switch (column) {
    case NameColumn:
        return tr("Tool");
    case ArgumentsColumn:
        return tr("Arguments");
    default:
        return tr("Annotations");
    }
}

} // namespace sonde::models
