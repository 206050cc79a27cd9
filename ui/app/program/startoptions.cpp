// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/startoptions.h"

#include "app/workspace/apptext.h"
#include "app/workspace/places.h"
#include "base/domainerror.h"
#include "base/nearest.h"
#include "bundle/bundlestore.h"

#include <QCommandLineParser>

namespace sonde::app {
namespace {

bool isUrl(const QString &word)
{
    return word.startsWith(QLatin1String("http://"), Qt::CaseInsensitive)
        || word.startsWith(QLatin1String("https://"), Qt::CaseInsensitive);
}

// What is opened instead of being started.
bool isOpened(const QString &word)
{
    return isRecordingFile(word) || bundle::isBundleFile(word);
}

// Names the option that does not exist, and the one that was probably meant.
Error wrongOption(const QCommandLineParser &parser, const QList<QCommandLineOption> &known)
{
    const QString unknown = parser.unknownOptionNames().value(0);
    if (unknown.size() < 2) // a letter, or a value that is missing
        return usageError(parser.errorText());
    QStringList names;
    for (const QCommandLineOption &option : known)
        names << QStringLiteral("--") + option.names().constLast();
    const QString written = QStringLiteral("--") + unknown;
    const QString near = nearest(written, names);
    if (near.isEmpty())
        return usageError(Text::tr("“sonde” has no option %1.").arg(written));
    return usageError(Text::tr("“sonde” has no option %1. Did you mean %2?").arg(written, near));
}

} // namespace

std::optional<Error> StartOptions::setStart(const QStringList &words)
{
    if (words.isEmpty())
        return {};
    const bool takesArguments = !isUrl(words.first()) && !isOpened(words.first());
    if (takesArguments)
        command = words;
    else if (words.size() > 1)
        return usageError(
            Text::tr("“%1” takes no arguments, but “%2” follows it.").arg(words[0], words[1]));
    else if (isUrl(words.first()))
        url = words.first();
    else
        file = words.first();
    return {};
}

Result<StartOptions> StartOptions::parse(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(Text::tr("Inspector and debugger for MCP servers."));
    // Options behind PROGRAM belong to the program.
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsPositionalArguments);
    const QCommandLineOption help(
        {QStringLiteral("h"), QStringLiteral("help")}, Text::tr("Show this help and exit."));
    const QCommandLineOption version(
        {QStringLiteral("v"), QStringLiteral("version")}, Text::tr("Show the version and exit."));
    const QCommandLineOption theme(QStringLiteral("theme"),
        Text::tr("Colour theme: light, dark or system."), QStringLiteral("name"));
    const QCommandLineOption config(QStringLiteral("config"),
        Text::tr("Keep servers and settings in this folder."), QStringLiteral("folder"));
    const QCommandLineOption session(
        QStringLiteral("session"), Text::tr("Record into this file."), QStringLiteral("file"));
    const QCommandLineOption browser(QStringLiteral("browser"),
        Text::tr("Open login pages with this command; SONDE_BROWSER sets it, too."),
        QStringLiteral("command"));
    const QCommandLineOption noKeychain(
        QStringLiteral("no-keychain"), Text::tr("Keep tokens in memory for this run only."));
    const QList<QCommandLineOption> all{help, version, theme, config, session, browser, noKeychain};
    parser.addOptions(all);
    parser.addPositionalArgument(QStringLiteral("program"),
        Text::tr(
            "A server to connect to at the start: a program with its arguments, or a URL; or a "
            "session file or a bundle (*.mcpb) to open."),
        QStringLiteral("[--] [program [argument…] | url | file]"));
    if (!parser.parse(arguments))
        return wrongOption(parser, all);

    StartOptions options;
    if (parser.isSet(help))
        options.response = parser.helpText().replace(QLatin1String("<executable_name>"),
            QLatin1String("sonde")); // there is no application yet
    else if (parser.isSet(version))
        options.version = true;
    if (parser.isSet(theme)) {
        const QString name = parser.value(theme);
        if (name == QLatin1String("light"))
            options.theme = look::ThemeChoice::Light;
        else if (name == QLatin1String("dark"))
            options.theme = look::ThemeChoice::Dark;
        else if (name == QLatin1String("system"))
            options.theme = look::ThemeChoice::System;
        else
            return usageError(Text::tr("Unknown theme “%1”. Use light, dark or system.").arg(name));
    }
    for (const QCommandLineOption &option : {config, session, browser}) {
        if (parser.isSet(option) && parser.value(option).isEmpty())
            return usageError(
                Text::tr("The value of --%1 is empty.").arg(option.names().constFirst()));
    }
    options.configFolder = parser.value(config);
    options.sessionFile = parser.value(session);
    options.browser = parser.value(browser);
    options.keychain = !parser.isSet(noKeychain);
    if (auto wrong = options.setStart(parser.positionalArguments()))
        return *std::move(wrong);
    return options;
}

} // namespace sonde::app
