// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profile.h"

#include "config/configtext.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

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
        add(m_profile.problems());
        watch();
        if (m_profile.hasProcess())
            debugger();
        revision();
        timeouts();
        return std::move(m_problems);
    }

private:
    void add(const std::vector<FieldProblem> &problems)
    {
        m_problems.insert(m_problems.end(), problems.begin(), problems.end());
    }
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
            m_profile.hasProcess() ? m_profile.workingDirectory : m_profile.watch.buildFolder;
        add(validate(m_profile.watch, folder.isEmpty() ? QDir::currentPath() : folder));
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
