// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/optiontable.h"

#include "cli/options/answeroptions.h"
#include "cli/options/authoptions.h"
#include "cli/options/httpoptions.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::cli {

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

bool mayRepeat(const QString &name)
{
    return name == u"--call" || name == u"--env" || name == u"--header" || name == u"--header-env"
        || name == u"--override" || name == u"--roots" || name == u"--setting";
}

bool isServerOption(const QString &name)
{
    static const QStringList names{QStringLiteral("--clean-env"), QStringLiteral("--config"),
        QStringLiteral("--cwd"), QStringLiteral("--env"), QStringLiteral("--era"),
        QStringLiteral("--keep-going"), QStringLiteral("--no-cache"), QStringLiteral("--probe"),
        QStringLiteral("--record"), QStringLiteral("--revision"), QStringLiteral("--server"),
        QStringLiteral("--setting"), QStringLiteral("--trace"), QStringLiteral("--verbose"),
        QStringLiteral("--url"), QStringLiteral("--listen"), QStringLiteral("--name"),
        QStringLiteral("--authorize"), QStringLiteral("--rewrite-metadata"),
        QStringLiteral("--stdio")};
    return names.contains(name) || isHttpOption(name) || isAuthOption(name) || isAnswerOption(name);
}

} // namespace sonde::cli
