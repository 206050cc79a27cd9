// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/serverprogram.h"

#include "doctor/program/shebang.h"
#include "setup/clientconfig.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace sonde::doctor {

namespace {

// The options of these are known, so that a script is told from the value of an option. Others run
// scripts as well, and a wrong guess would be a failure that is not there.
bool hasKnownOptions(const QString &name)
{
    static const QRegularExpression interpreters(QStringLiteral(
        "^(node|nodejs|deno|bun|tsx|python[0-9.]*|pypy3?|ruby|perl|php|bash|sh|dash|zsh)$"));
    return interpreters.match(name).hasMatch();
}

// Options of interpreters that take the next word as their value.
bool takesValue(const QString &program, const QString &option)
{
    if (program == u"php" && option == u"-d") // debugs or dumps elsewhere
        return true;
    static const QStringList options{QStringLiteral("-r"), QStringLiteral("--require"),
        QStringLiteral("--import"), QStringLiteral("--loader"), QStringLiteral("-W"),
        QStringLiteral("-X"), QStringLiteral("--experimental-loader"), QStringLiteral("-C"),
        QStringLiteral("--conditions"), QStringLiteral("-o"), QStringLiteral("-I")};
    return options.contains(option);
}

// The code or module is given by the option itself.
bool replacesScript(const QString &program, const QString &option)
{
    if (isShell(program)) // -c, -lc; -e is no code there
        return option.startsWith(u'-') && !option.startsWith(QLatin1String("--"))
            && option.contains(u'c');
    static const QStringList options{QStringLiteral("-e"), QStringLiteral("--eval"),
        QStringLiteral("-c"), QStringLiteral("-m"), QStringLiteral("-p")};
    return options.contains(option) || option.startsWith(QLatin1String("--eval="));
}

QByteArray beginningOf(const QString &path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? file.read(Shebang::kMaxLine)
                                                                      : QByteArray();
}

} // namespace

ServerProgram ServerProgram::of(const config::Profile &profile)
{
    ServerProgram subject;
    subject.launch = setup::launchOf(profile);
    subject.resolved = wire::resolveProgram(subject.launch);
    subject.folder = wire::effectiveWorkingDirectory(subject.launch);
    subject.runBy = shebangOf(beginningOf(subject.resolved.file)).words;
    return subject;
}

QString ServerProgram::programName() const
{
    return QFileInfo(launch.program).fileName();
}

QString ServerProgram::path() const
{
    for (const QByteArray &entry : wire::environmentBlock(launch)) {
        if (entry.startsWith("PATH="))
            return QFile::decodeName(entry.mid(5));
    }
    return QStringLiteral("/bin:/usr/bin");
}

QString ServerProgram::absolute(const QString &file) const
{
    return QDir::cleanPath(QDir(folder).absoluteFilePath(file));
}

QString ServerProgram::script() const
{
    const QString name = programName();
    if (!hasKnownOptions(name))
        return {};
    for (qsizetype i = 0; i < launch.arguments.size(); ++i) {
        const QString &word = launch.arguments[i];
        if (i == 0 && (name == u"deno" || name == u"bun") && word == u"run")
            continue;
        if (replacesScript(name, word) || word == u"-")
            return {};
        if (!word.startsWith(u'-'))
            return word;
        if (takesValue(name, word))
            ++i;
    }
    return {};
}

bool isShell(const QString &program)
{
    return program == u"sh" || program == u"bash" || program == u"dash" || program == u"zsh";
}

bool isInterpreter(const QString &name)
{
    static const QRegularExpression interpreters(QStringLiteral(
        "^(node|nodejs|deno|bun|tsx|ts-node|(python|pypy|ruby|perl|php|lua|luajit)[0-9.]*|bash|sh|"
        "dash|zsh|ksh)$"));
    return interpreters.match(name).hasMatch();
}

bool isCode(const QStringList &arguments, qsizetype index)
{
    static const QStringList options{QStringLiteral("-e"), QStringLiteral("--eval"),
        QStringLiteral("-c"), QStringLiteral("-p"), QStringLiteral("-lc")};
    return arguments[index].contains(u'\n')
        || (index > 0 && options.contains(arguments[index - 1]));
}

QString runtimeOf(const QString &program)
{
    if (program == u"npx" || program == u"npm" || program == u"nodejs" || program == u"pnpm"
        || program == u"pnpx" || program == u"yarn")
        return QStringLiteral("node");
    if (program == u"bunx")
        return QStringLiteral("bun");
    if (program == u"uvx")
        return QStringLiteral("uv");
    return program;
}

} // namespace sonde::doctor
