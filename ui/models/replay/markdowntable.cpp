// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/replay/markdowntable.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

MarkdownTable::MarkdownTable(trace::Redactor redactor)
    : m_redactor(std::move(redactor))
{
}

// In a table, a bar would end the cell, and a backquote the code.
QString MarkdownTable::cell(const QString &text)
{
    return text.simplified()
        .replace(u'\\', QStringLiteral("\\\\"))
        .replace(u'|', QStringLiteral("\\|"))
        .replace(u'`', QStringLiteral("\\`"))
        .replace(u'<', QStringLiteral("&lt;"));
}

QString MarkdownTable::line(const QStringList &cells)
{
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString MarkdownTable::ruleLine(int columns)
{
    return line(QStringList(columns, QStringLiteral("---")));
}

QString MarkdownTable::redacted(const QString &text)
{
    std::string utf8 = text.toStdString();
    m_redactor.redact(utf8);
    return cell(QString::fromStdString(utf8));
}

// A value alone does not say that it is a secret, but its place does.
QString MarkdownTable::value(const QString &place, const QString &shown, bool hasValue)
{
    const QStringList names = place.split(u'/');
    const bool isSecret = std::any_of(names.begin(), names.end(), [&names](const QString &name) {
        const std::string utf8 = name.toStdString();
        return trace::Redactor::isSecret(utf8)
            || (&name != &names.back() && trace::Redactor::isEnvironment(utf8));
    });
    return isSecret && hasValue ? QStringLiteral("\\*\\*\\*") : redacted(shown);
}

} // namespace sonde::models
