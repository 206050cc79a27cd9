// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/completer.h"

#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::cli {

namespace {

const QString kEnd = QStringLiteral("--"); // of Sonde's own words

// A word to type; everything else is a placeholder: NAME, [TOPIC], key=text.
bool isLiteral(const QString &word)
{
    static const QRegularExpression literal(QStringLiteral("^[a-z][a-z-]*$"));
    return literal.match(word).hasMatch();
}

bool isPlaceholder(const QStringList &place)
{
    return !isLiteral(place.front());
}

} // namespace

Completer::Completer(Names names)
    : m_names(std::move(names))
{
    for (const CommandRow &command : commandRows()) {
        for (const QStringView usage : command.usage.split(u'\n'))
            m_patterns.push_back({placesOf(usage.toString()), command.commands});
    }
}

// [TOPIC] is a place like any other; other brackets hold options.
std::vector<QStringList> Completer::placesOf(QString usage)
{
    static const QRegularExpression bracket(QStringLiteral("\\[[^\\]]*\\]…?"));
    std::vector<QStringList> places;
    usage.replace(QStringLiteral("[TOPIC]"), QStringLiteral("TOPIC"));
    usage.remove(bracket);
    for (const QString &word : usage.split(u' ', Qt::SkipEmptyParts)) {
        if (word.startsWith(kEnd) || word == QLatin1String("SERVER"))
            break;
        places.push_back(word.split(u'|'));
    }
    return places;
}

// Without options and their values.
QStringList Completer::commandsIn(const QStringList &before) const
{
    QStringList commands;
    for (qsizetype i = 0; i < before.size(); ++i) {
        if (!before[i].startsWith(QLatin1String("--"))) {
            commands += before[i];
            continue;
        }
        const Option *option = findOption(before[i]);
        if (option && !option->example.isEmpty())
            ++i;
    }
    return commands;
}

bool Completer::fits(const Pattern &pattern, const QStringList &commands) const
{
    if (std::size_t(commands.size()) > pattern.places.size())
        return false;
    for (qsizetype i = 0; i < commands.size(); ++i) {
        const QStringList &place = pattern.places[std::size_t(i)];
        if (!isPlaceholder(place) && !place.contains(commands[i]))
            return false;
    }
    return true;
}

Commands Completer::commandsAfter(const QStringList &commands) const
{
    Commands fitting;
    for (const Pattern &pattern : m_patterns) {
        const auto shared = std::min(std::size_t(commands.size()), pattern.places.size());
        const QStringList begin = commands.mid(0, qsizetype(shared));
        if (fits(pattern, begin))
            fitting = fitting.with(pattern.commands);
    }
    return fitting;
}

QStringList Completer::values(const QString &option, const QStringList &before) const
{
    if (m_names.contains(option))
        return m_names.value(option);
    const Option *known = findOption(option, commandsAfter(commandsIn(before)));
    return known && !before.contains(kEnd) ? optionValues(*known) : QStringList();
}

QStringList Completer::words(const QStringList &before, const QString &begun) const
{
    if (before.contains(kEnd))
        return {};
    QStringList all;
    const QString last = before.isEmpty() ? QString() : before.back();
    const Option *option = findOption(last);
    const QStringList commands = commandsIn(before);
    if (option && !option->example.isEmpty()) {
        all = values(last, before);
    } else if (begun.startsWith(u'-')) {
        all = optionNames(commandsAfter(commands));
    } else {
        for (const Pattern &pattern : m_patterns) {
            if (!fits(pattern, commands) || std::size_t(commands.size()) == pattern.places.size())
                continue;
            const QStringList &place = pattern.places[std::size_t(commands.size())];
            all += isPlaceholder(place) ? m_names.value(place.front()) : place;
        }
    }
    all.removeIf([&begun](const QString &word) { return !word.startsWith(begun); });
    all.removeDuplicates();
    all.sort();
    return all;
}

} // namespace sonde::cli
