// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/optiontable.h"

#include "cli/options/commandtable.h"

#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace sonde::cli {

namespace {

std::vector<Option> allOptions()
{
    const auto shared = sharedOptions();
    const auto ofServer = serverOptions();
    std::vector<Option> all(shared.begin(), shared.end());
    all.insert(all.end(), ofServer.begin(), ofServer.end());
    for (const CommandRow &row : commandRows()) {
        for (Option own : row.options) {
            if (own.commands.isEmpty())
                own.commands = row.commands;
            // Alphabetical within the group.
            all.insert(std::find_if(all.begin(), all.end(),
                           [&](const Option &other) {
                               return other.group != OptionGroup::Own || other.name > own.name;
                           }),
                own);
        }
    }
    return all;
}

} // namespace

std::span<const Option> optionRows()
{
    static const std::vector<Option> all = allOptions();
    return all;
}

const Option *findOption(const QString &name)
{
    const auto rows = optionRows();
    const auto found = std::find_if(
        rows.begin(), rows.end(), [&](const Option &option) { return option.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

const Option *findOption(const QString &name, Commands commands)
{
    const auto rows = optionRows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Option &option) {
        return option.name == name && option.commands.meets(commands);
    });
    return found == rows.end() ? nullptr : &*found;
}

QStringList optionNames(Commands commands)
{
    QStringList names{QStringLiteral("--help")};
    for (const Option &option : optionRows()) {
        if (option.commands.meets(commands) && !names.contains(option.name))
            names += option.name;
    }
    return names;
}

QStringList optionValues(const Option &option)
{
    static const QRegularExpression word(QStringLiteral("^[a-z][a-z_-]*$"));
    const QStringList forms = QString(option.example).split(u'|');
    QStringList values;
    for (const QString &form : forms) {
        if (word.match(form).hasMatch())
            values += form;
    }
    return forms.size() > 1 ? values : QStringList();
}

QStringList commandsWith(const QString &option)
{
    QStringList words;
    for (const CommandRow &row : commandRows()) {
        if (findOption(option, row.commands))
            words += row.words;
    }
    return words;
}

bool isOfWholeShell(const Option &option)
{
    return option.group != OptionGroup::Own && option.name != u"--timeout"; // which may differ
}

} // namespace sonde::cli
