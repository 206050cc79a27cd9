// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/fanout/fanmarkdown.h"

#include "models/fanout/fantablemodel.h"
#include "models/replay/markdowntable.h"

#include <QStringList>

#include <utility>

namespace sonde::models {

QString fanMarkdown(const FanTableModel &model, const QString &tool)
{
    auto made = trace::Redactor::create();
    if (!made)
        return {};
    MarkdownTable table(std::move(made).value());
    QString text =
        QStringLiteral("**%1**\n\n")
            .arg(table.redacted(
                FanTableModel::tr("%1 on several servers: %2").arg(tool, model.summary())));
    QStringList titles;
    for (int column = 0; column < model.columnCount(); ++column)
        titles += table.redacted(model.headerData(column, Qt::Horizontal).toString());
    text += MarkdownTable::line(titles) + MarkdownTable::ruleLine(int(titles.size()));
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex place = model.index(row, FanTableModel::kNameColumn);
        const QString name = place.data(FanTableModel::PointerRole).toString();
        QStringList cells{MarkdownTable::cell(place.data().toString())};
        for (int column = 1; column < model.columnCount(); ++column) {
            const QModelIndex cell = model.index(row, column);
            const QString value = cell.data(FanTableModel::ValueRole).toString();
            cells += cell.data(FanTableModel::MarkRole).toString()
                + table.value(name, value, !value.isEmpty());
        }
        text += MarkdownTable::line(cells);
    }
    return text;
}

} // namespace sonde::models
