// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/fanout/fanmarkdown.h"

#include "models/fanout/fantablemodel.h"
#include "models/replay/markdowntable.h"

#include <QStringList>

#include <utility>

namespace sonde::models {

namespace {

// What a cell has before its value, which is JSON text and never begins so: without it the value
// can be read, and its secrets are found.
QString signOf(const QString &shown)
{
    const bool hasSign = shown.startsWith(u"+ ") || shown.startsWith(u"≠ ");
    return hasSign ? shown.left(2) : QString();
}

bool isSignAlone(const QString &value)
{
    static const QStringList signs{QStringLiteral("="), QStringLiteral("?"), QStringLiteral("–"),
        QStringLiteral("−"), QStringLiteral("…")};
    return value.isEmpty() || signs.contains(value);
}

} // namespace

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
            const QString shown = model.index(row, column).data().toString();
            const QString sign = signOf(shown);
            const QString value = shown.mid(sign.size());
            cells += sign + table.value(name, value, !isSignAlone(value));
        }
        text += MarkdownTable::line(cells);
    }
    return text;
}

} // namespace sonde::models
