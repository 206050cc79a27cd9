// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/programsettings.h"

#include "base/secretname.h"
#include "config/configtext.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

// Validates one command: each function checks a field and adds its problems.
class ProgramValidator {
public:
    explicit ProgramValidator(const ProgramSettings &command)
        : m_command(command)
    {
    }

    std::vector<FieldProblem> run()
    {
        program();
        arguments();
        workingDirectory();
        environment();
        return std::move(m_problems);
    }

private:
    void refuse(ProfileField field, const QString &sentence, int row = -1)
    {
        m_problems.push_back({field, row, true, sentence});
    }
    void require(ProfileField field, const QString &sentence)
    {
        m_problems.push_back({field, -1, true, sentence, true});
    }
    void doubt(ProfileField field, const QString &sentence)
    {
        m_problems.push_back({field, -1, false, sentence});
    }

    void program()
    {
        const QString &program = m_command.program;
        if (program.trimmed().isEmpty())
            require(ProfileField::Program,
                Text::tr("The program is empty. Enter its name (looked up in PATH) or its path."));
        else if (program.contains(QChar::Null))
            refuse(ProfileField::Program,
                Text::tr(
                    "The program contains a NUL character, which is not allowed in a path. Remove "
                    "it."));
        else if (program != program.trimmed())
            doubt(ProfileField::Program,
                Text::tr("The program “%1” begins or ends with a space, which counts as part of "
                         "the file "
                         "name. Remove the space unless the file name contains it.")
                    .arg(program));
        else if (program.startsWith(u'~'))
            doubt(ProfileField::Program,
                Text::tr(
                    "The program begins with “~”, which only a shell expands. Enter %1 instead.")
                    .arg(QDir::homePath() + program.mid(1)));
        else if (looksLikeCommandLine(program))
            doubt(ProfileField::Program,
                Text::tr(
                    "The program “%1” looks like a complete command line. Enter each argument in "
                    "its own row, or paste the complete line and choose Parse.")
                    .arg(program));
    }

    static bool looksLikeCommandLine(const QString &program)
    {
        return program.contains(u' ') && !QFileInfo::exists(program);
    }

    void arguments()
    {
        const QStringList &arguments = m_command.arguments;
        if (arguments.size() > kMaxArguments)
            refuse(ProfileField::Arguments,
                Text::tr("There are %1 arguments; at most %2 are allowed. Remove some.")
                    .arg(arguments.size())
                    .arg(kMaxArguments));
        for (qsizetype i = 0; i < std::min(arguments.size(), kMaxArguments); ++i) {
            const int row = static_cast<int>(i);
            if (arguments[i].contains(QChar::Null))
                refuse(ProfileField::Arguments,
                    Text::tr("Argument %1 contains a NUL character, which cannot be passed to a "
                             "program. "
                             "Remove it.")
                        .arg(row + 1),
                    row);
            else if (arguments[i].toUtf8().size() > kMaxArgumentBytes)
                refuse(ProfileField::Arguments,
                    Text::tr(
                        "Argument %1 is longer than the system's limit of %2 bytes. Put it into a "
                        "file and pass the file name.")
                        .arg(row + 1)
                        .arg(kMaxArgumentBytes),
                    row);
        }
    }

    void workingDirectory()
    {
        const QString &path = m_command.workingDirectory;
        if (path.isEmpty())
            return;
        if (path.contains(QChar::Null))
            refuse(ProfileField::WorkingDirectory,
                Text::tr("The working folder contains a NUL character. Remove it."));
        else if (!QDir::isAbsolutePath(path))
            refuse(ProfileField::WorkingDirectory,
                Text::tr(
                    "The working folder “%1” is not an absolute path, so it would depend on where "
                    "Sonde was started. Enter a path that begins with “/”.")
                    .arg(path));
        else if (!QFileInfo::exists(path))
            doubt(ProfileField::WorkingDirectory,
                Text::tr(
                    "The working folder %1 does not exist. Create it, or choose another folder.")
                    .arg(path));
        else if (!QFileInfo(path).isDir())
            doubt(ProfileField::WorkingDirectory,
                Text::tr("The working folder %1 is a file. Choose the folder that contains it.")
                    .arg(path));
    }

    void environment()
    {
        const auto &variables = m_command.environment;
        const auto size = static_cast<qsizetype>(variables.size());
        if (size > kMaxVariables)
            refuse(ProfileField::Environment,
                Text::tr("There are %1 environment variables; at most %2 are allowed. Remove some.")
                    .arg(size)
                    .arg(kMaxVariables));
        QSet<QString> seen;
        for (qsizetype i = 0; i < std::min(size, kMaxVariables); ++i) {
            const auto &[name, value] = variables[static_cast<std::size_t>(i)];
            const int row = static_cast<int>(i);
            const QString sentence = variable(name, value);
            if (!sentence.isEmpty())
                refuse(ProfileField::Environment, sentence, row);
            else if (seen.contains(name))
                refuse(ProfileField::Environment,
                    Text::tr("The variable %1 is defined twice. Remove one of the rows.").arg(name),
                    row);
            seen.insert(name);
        }
    }

    // The sentence never contains the value, which may be a secret.
    static QString variable(const QString &name, const Secret &value)
    {
        if (name.isEmpty())
            return Text::tr("A variable has a value but no name. Enter a name, or remove the row.");
        if (name.contains(u'='))
            return Text::tr(
                "The variable name “%1” contains “=”. Move the text after it into the value.")
                .arg(name);
        if (name.contains(QChar::Null) || value.reveal().contains(QChar::Null))
            return Text::tr("The variable %1 contains a NUL character. Remove it.")
                .arg(QString(name).remove(QChar::Null));
        if (name.toUtf8().size() + 1 + value.reveal().toUtf8().size() > kMaxArgumentBytes)
            return Text::tr(
                "The variable %1 is longer than the system's limit of %2 bytes. Shorten it.")
                .arg(name.left(kMaxNameLength), QString::number(kMaxArgumentBytes));
        return {};
    }

    const ProgramSettings &m_command;
    std::vector<FieldProblem> m_problems;
};

// "/a/server.js" → "server.js", "@scope/server@1.0" → "server", "mcp/fetch:latest" → "fetch",
// "weather/dist/index.js" → "weather".
QString nameOfWord(const QString &word)
{
    static const QStringList entryPoints{QStringLiteral("index"), QStringLiteral("main"),
        QStringLiteral("__main__"), QStringLiteral("cli"), QStringLiteral("stdio")};
    static const QStringList outputFolders{QStringLiteral("dist"), QStringLiteral("build"),
        QStringLiteral("out"), QStringLiteral("lib"), QStringLiteral("bin"), QStringLiteral("src"),
        QStringLiteral("."), QStringLiteral("..")};
    const QStringList parts = word.split(u'/', Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return {};
    const QString &name = parts.last();
    if (entryPoints.contains(name.section(u'.', 0, 0))) {
        const auto folder = std::find_if(parts.rbegin() + 1, parts.rend(),
            [](const QString &part) { return !outputFolders.contains(part); });
        if (folder != parts.rend())
            return *folder;
    }
    const qsizetype version = name.indexOf(QRegularExpression(QStringLiteral("[@:=]")), 1);
    return version > 0 ? name.left(version) : name;
}

} // namespace

bool isSecretVariable(QStringView name)
{
    static constexpr std::array parts{QLatin1String("token"), QLatin1String("key"),
        QLatin1String("secret"), QLatin1String("passw"), QLatin1String("credential"),
        QLatin1String("auth"), QLatin1String("cookie")};
    return isSecretVariableName(name.toUtf8().toStdString())
        || std::any_of(parts.begin(), parts.end(),
            [name](QLatin1String part) { return name.contains(part, Qt::CaseInsensitive); });
}

void markSecretVariables(ProgramSettings &command)
{
    for (const auto &[name, value] : command.environment) {
        if (isSecretVariable(name) && !value.isEmpty() && !command.secretVariables.contains(name))
            command.secretVariables << name;
    }
}

QString nameOfCommand(const ProgramSettings &command)
{
    const QStringList &arguments = command.arguments;
    static constexpr std::array runners{QLatin1String("npx"), QLatin1String("npm"),
        QLatin1String("pnpm"), QLatin1String("pnpx"), QLatin1String("yarn"), QLatin1String("bun"),
        QLatin1String("bunx"), QLatin1String("deno"), QLatin1String("node"), QLatin1String("tsx"),
        QLatin1String("uv"), QLatin1String("uvx"), QLatin1String("pipx"), QLatin1String("python"),
        QLatin1String("python3"), QLatin1String("docker"), QLatin1String("podman"),
        QLatin1String("java"), QLatin1String("dotnet"), QLatin1String("go"),
        QLatin1String("cargo")};
    static const QStringList verbs{QStringLiteral("run"), QStringLiteral("exec"),
        QStringLiteral("dlx"), QStringLiteral("x"), QStringLiteral("tool")};
    static const QStringList valued{QStringLiteral("-e"), QStringLiteral("--env"),
        QStringLiteral("-v"), QStringLiteral("--volume"), QStringLiteral("--mount"),
        QStringLiteral("--name"), QStringLiteral("--network"), QStringLiteral("-p"),
        QStringLiteral("--directory"), QStringLiteral("--project"), QStringLiteral("--env-file")};
    QString own = nameOfWord(command.program);
    if (std::find(runners.begin(), runners.end(), own) == runners.end())
        return own;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (valued.contains(arguments[i]))
            ++i;
        else if (!arguments[i].isEmpty() && !arguments[i].startsWith(u'-')
            && !verbs.contains(arguments[i]))
            return nameOfWord(arguments[i]);
    }
    return own;
}

std::vector<FieldProblem> validate(const ProgramSettings &command)
{
    return ProgramValidator(command).run();
}

} // namespace sonde::config
