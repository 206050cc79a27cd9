// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/replay/replaymarkdown.h"

#include "models/replay/differencemodel.h"
#include "models/replay/markdowntable.h"
#include "models/replay/replaymodel.h"

#include <utility>

namespace sonde::models {

namespace {

QString valueCell(MarkdownTable &table, const QString &place, const Bytes &value)
{
    return table.value(place, DifferenceModel::valueText(value), !value.isEmpty());
}

QString rowLines(MarkdownTable &table, const replay::ReportRow &row)
{
    const QString call = table.redacted(QString::fromStdString(row.method + ' ' + row.target));
    QString text = MarkdownTable::line({row.number == 0 ? QString() : QString::number(row.number),
        call, ReplayModel::word(row.verdict), table.redacted(ReplayModel::why(row)), {}, {}});
    for (const changes::Difference &difference : row.differences)
        text += MarkdownTable::line({{}, {}, {}, MarkdownTable::cell(difference.pointer),
            valueCell(table, difference.pointer, difference.before),
            valueCell(table, difference.pointer, difference.after)});
    return text;
}

} // namespace

QString replayMarkdown(const ReplayModel &model, const QString &recording, const QString &server)
{
    QString text = QStringLiteral("**%1**\n\n")
                       .arg(MarkdownTable::cell(ReplayModel::tr("Replay of %1 against %2: %3")
                                                    .arg(recording, server, model.summary())));
    auto made = trace::Redactor::create();
    if (!made)
        return text;
    MarkdownTable table(std::move(made).value());
    QString rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.reportRow(row).verdict != replay::Verdict::Same)
            rows += rowLines(table, model.reportRow(row));
    }
    if (rows.isEmpty())
        return text;
    text += MarkdownTable::line(
        {QStringLiteral("#"), ReplayModel::tr("Request"), ReplayModel::tr("Verdict"),
            ReplayModel::tr("Place"), ReplayModel::tr("Recorded"), ReplayModel::tr("Now")});
    text += MarkdownTable::ruleLine(6);
    return text + rows;
}

} // namespace sonde::models
