// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/replay/replaymarkdown.h"

#include "models/replay/differencemodel.h"
#include "models/replay/replaymodel.h"
#include "trace/transfer/redactor.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

namespace {

// In a table, a bar would end the cell, and a backquote the code.
QString cellText(const QString &text)
{
    return text.simplified()
        .replace(u'\\', QStringLiteral("\\\\"))
        .replace(u'|', QStringLiteral("\\|"))
        .replace(u'`', QStringLiteral("\\`"))
        .replace(u'<', QStringLiteral("&lt;"));
}

// Without secrets.
QString redactedCell(trace::Redactor &redactor, const QString &text)
{
    std::string utf8 = text.toStdString();
    redactor.redact(utf8);
    return cellText(QString::fromStdString(utf8));
}

// A value alone does not say that it is a secret, but its place does.
QString valueCell(trace::Redactor &redactor, const QString &place, const Bytes &value)
{
    const QStringList names = place.split(u'/');
    const bool isSecret = std::any_of(names.begin(), names.end(),
        [](const QString &name) { return trace::Redactor::isSecret(name.toStdString()); });
    return isSecret && !value.isEmpty() ? QStringLiteral("\\*\\*\\*")
                                        : redactedCell(redactor, DifferenceModel::valueText(value));
}

QString line(const QStringList &cells)
{
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString rowLines(trace::Redactor &redactor, const replay::ReportRow &row)
{
    const QString call =
        redactedCell(redactor, QString::fromStdString(row.method + ' ' + row.target));
    QString text = line({row.number == 0 ? QString() : QString::number(row.number), call,
        ReplayModel::word(row.verdict), redactedCell(redactor, ReplayModel::why(row)), {}, {}});
    for (const changes::Difference &difference : row.differences)
        text += line({{}, {}, {}, cellText(difference.pointer),
            valueCell(redactor, difference.pointer, difference.before),
            valueCell(redactor, difference.pointer, difference.after)});
    return text;
}

} // namespace

QString replayMarkdown(const ReplayModel &model, const QString &recording, const QString &server)
{
    QString text = QStringLiteral("**%1**\n\n")
                       .arg(cellText(ReplayModel::tr("Replay of %1 against %2: %3")
                                         .arg(recording, server, model.summary())));
    auto made = trace::Redactor::create();
    if (!made)
        return text;
    trace::Redactor redactor = std::move(made).value();
    QString rows;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.reportRow(row).verdict != replay::Verdict::Same)
            rows += rowLines(redactor, model.reportRow(row));
    }
    if (rows.isEmpty())
        return text;
    text += line({QStringLiteral("#"), ReplayModel::tr("Request"), ReplayModel::tr("Verdict"),
        ReplayModel::tr("Place"), ReplayModel::tr("Recorded"), ReplayModel::tr("Now")});
    text += line(QStringList(6, QStringLiteral("---")));
    return text + rows;
}

} // namespace sonde::models
