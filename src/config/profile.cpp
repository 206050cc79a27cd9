// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profile.h"

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

// Validates one profile: each function checks a field and adds its problems.
class ProfileValidator {
public:
    ProfileValidator(const Profile &profile, const QStringList &otherNames)
        : m_profile(profile)
        , m_otherNames(otherNames)
    {
    }

    std::vector<FieldProblem> run()
    {
        name();
        if (m_profile.http()) {
            const auto problems = validate(*m_profile.http());
            m_problems.insert(m_problems.end(), problems.begin(), problems.end());
            watch();
        } else {
            program();
            arguments();
            workingDirectory();
            environment();
            watch();
            debugger();
        }
        revision();
        timeouts();
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
    void doubt(ProfileField field, const QString &sentence, int row = -1)
    {
        m_problems.push_back({field, row, false, sentence});
    }

    void name()
    {
        const QString &name = m_profile.name;
        if (name.trimmed().isEmpty())
            require(ProfileField::Name,
                Text::tr("The name is empty. Enter a short name for the server."));
        else if (name != name.trimmed())
            refuse(ProfileField::Name,
                Text::tr("The name “%1” begins or ends with a space. Remove the space.").arg(name));
        else if (name.size() > kMaxNameLength)
            refuse(ProfileField::Name,
                Text::tr("The name has %1 characters; at most %2 are allowed. Shorten it.")
                    .arg(name.size())
                    .arg(kMaxNameLength));
        else if (std::any_of(name.begin(), name.end(),
                     [](QChar c) { return !c.isPrint() && !c.isSurrogate(); }))
            refuse(ProfileField::Name,
                Text::tr("The name contains a control character. Type it again without that "
                         "character."));
        else if (m_otherNames.contains(name))
            refuse(ProfileField::Name,
                Text::tr("Another server already has the name “%1”. Choose a different name.")
                    .arg(name));
    }

    void program()
    {
        const QString &program = m_profile.program;
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
        const QStringList &arguments = m_profile.arguments;
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
        const QString &path = m_profile.workingDirectory;
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
        const auto &variables = m_profile.environment;
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

    void debugger()
    {
        const DebugLaunch launch =
            debugLaunch(m_profile.debug, m_profile.program, m_profile.arguments);
        if (!launch.problem.isEmpty())
            refuse(ProfileField::Debugger, launch.problem);
    }

    void watch()
    {
        const QString &folder =
            m_profile.http() ? m_profile.watch.buildFolder : m_profile.workingDirectory;
        const auto problems =
            validate(m_profile.watch, folder.isEmpty() ? QDir::currentPath() : folder);
        m_problems.insert(m_problems.end(), problems.begin(), problems.end());
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

    void revision()
    {
        const QString &revision = m_profile.revision;
        if (revision.isEmpty())
            return;
        static const QRegularExpression date(QStringLiteral("\\A\\d{4}-\\d{2}-\\d{2}\\z"));
        const bool blank = std::any_of(revision.begin(), revision.end(),
            [](QChar c) { return c.isSpace() || c.category() == QChar::Other_Control; });
        if (revision.size() > kMaxNameLength || blank)
            refuse(ProfileField::Revision,
                Text::tr(
                    "The pinned revision is too long, or contains spaces or control characters. "
                    "Enter a date like 2025-11-25."));
        else if (!date.match(revision).hasMatch())
            doubt(ProfileField::Revision,
                Text::tr("The pinned revision “%1” is not a date like 2025-11-25. It is sent as "
                         "written; "
                         "most servers will reject it.")
                    .arg(revision));
    }

    void timeouts()
    {
        timeout(ProfileField::HandshakeTimeout, Text::tr("Handshake timeout"),
            m_profile.handshakeTimeout);
        timeout(ProfileField::IdleTimeout, Text::tr("Idle timeout"), m_profile.idleTimeout);
        timeout(ProfileField::TotalTimeout, Text::tr("Total timeout"), m_profile.totalTimeout);
        if (m_profile.totalTimeout < m_profile.idleTimeout)
            doubt(ProfileField::TotalTimeout,
                Text::tr(
                    "“Total timeout” is shorter than “Idle timeout”, so the idle timeout never "
                    "applies. Make the total timeout the longer one."));
    }

    void timeout(ProfileField field, const QString &which, std::chrono::milliseconds value)
    {
        if (value <= std::chrono::milliseconds::zero())
            refuse(field,
                Text::tr("“%1” is %2 s. Enter at least 0.001 s.")
                    .arg(which)
                    .arg(double(value.count()) / 1000));
        else if (value > kMaxTimeout)
            refuse(field, Text::tr("“%1” is longer than a day. Enter at most 86400 s.").arg(which));
    }

    const Profile &m_profile;
    const QStringList &m_otherNames;
    std::vector<FieldProblem> m_problems;
};

} // namespace

QString eraModeName(EraMode mode)
{
    switch (mode) {
    case EraMode::Auto:
        return QStringLiteral("auto");
    case EraMode::Legacy:
        return QStringLiteral("legacy");
    case EraMode::Modern:
        return QStringLiteral("modern");
    }
    return {};
}

std::optional<EraMode> eraModeFromName(QStringView name)
{
    for (const EraMode mode : {EraMode::Auto, EraMode::Legacy, EraMode::Modern}) {
        if (name == eraModeName(mode))
            return mode;
    }
    return std::nullopt;
}

bool isSecretVariable(QStringView name)
{
    static constexpr std::array parts{QLatin1String("token"), QLatin1String("key"),
        QLatin1String("secret"), QLatin1String("passw"), QLatin1String("credential"),
        QLatin1String("auth"), QLatin1String("cookie")};
    return isSecretVariableName(name.toUtf8().toStdString())
        || std::any_of(parts.begin(), parts.end(),
            [name](QLatin1String part) { return name.contains(part, Qt::CaseInsensitive); });
}

void markSecretVariables(Profile &profile)
{
    for (const auto &[name, value] : profile.environment) {
        if (isSecretVariable(name) && !value.isEmpty() && !profile.secretVariables.contains(name))
            profile.secretVariables << name;
    }
}

std::vector<FieldProblem> validate(const Profile &profile, const QStringList &otherNames)
{
    return ProfileValidator(profile, otherNames).run();
}

bool canBeSaved(const std::vector<FieldProblem> &problems)
{
    return std::none_of(problems.begin(), problems.end(),
        [](const FieldProblem &problem) { return problem.blocks; });
}

} // namespace sonde::config
