// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/watchfields.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "session/restart/watchplan.h"
#include "widgets/kit/field/boundedseconds.h"
#include "widgets/kit/field/pathfield.h"
#include "widgets/kit/field/stringlistedit.h"
#include "widgets/servers/fieldrows.h"

#include <QCheckBox>

namespace sonde::widgets {

using config::ProfileField;
using Group = FieldRows::Group;

namespace {

constexpr double kMillisecondsOfASecond = 1000;

double quietSeconds(std::chrono::milliseconds time)
{
    return double(time.count()) / kMillisecondsOfASecond;
}

std::chrono::milliseconds quietOf(const BoundedSeconds &box)
{
    return std::chrono::milliseconds(qRound64(box.value() * kMillisecondsOfASecond));
}

} // namespace

WatchFields::WatchFields(FieldRows &rows, FieldRows &network)
    : QObject(rows.page())
    , m_on(new QCheckBox(rows.page()))
    , m_paths(new StringListEdit(tr("Watched paths, one per row"), rows.page()))
    , m_proposal(new look::ColorLabel(models::ColorRole::Muted, rows.page()))
    , m_quiet(new BoundedSeconds(
          std::chrono::duration_cast<std::chrono::seconds>(config::kMaxQuiet), rows.page()))
    , m_build(new StringListEdit(tr("Build command, one argument per row"), rows.page()))
    , m_buildFolder(new PathField(PathField::Kind::Folder, tr("Build folder"), rows.page()))
    , m_reconnects(new QCheckBox(tr("reconnect when it comes back"), network.page()))
{
    m_on->setObjectName(QStringLiteral("watchOn"));
    rows.add(Group::Common, tr("On change"), m_on);
    rows.track(m_on);
    m_paths->setObjectName(QStringLiteral("watchedPaths"));
    rows.add(Group::Common, ProfileField::WatchedPaths, tr("&Watched paths"), m_paths);
    rows.track(m_paths, QString(), [this] { return !m_paths->strings().empty(); });
    m_proposal->setWordWrap(true);
    m_proposal->setObjectName(QStringLiteral("watchProposal"));
    rows.add(Group::Common, QString(), m_proposal);
    m_quiet->setObjectName(QStringLiteral("quietTime"));
    m_quiet->setToolTip(tr("Waits this long without a further change"));
    rows.add(Group::Common, ProfileField::QuietTime, tr("&Quiet time"), m_quiet);
    rows.track(m_quiet, limitText(config::kDefaultQuiet),
        [this] { return quietOf(*m_quiet) != config::kDefaultQuiet; });
    m_build->setObjectName(QStringLiteral("buildCommand"));
    rows.add(Group::Common, ProfileField::Build, tr("&Build command"), m_build);
    rows.track(m_build, tr("none"), [this] { return !m_build->strings().empty(); });
    m_buildFolder->setObjectName(QStringLiteral("buildFolder"));
    rows.add(Group::Common, ProfileField::BuildFolder, tr("B&uild folder"), m_buildFolder);
    rows.track(m_buildFolder);
    m_reconnects->setObjectName(QStringLiteral("reconnects"));
    m_reconnects->setToolTip(tr("Tries again after 1 s, 2 s, 4 s … up to 60 s when the server "
                                "cannot be reached"));
    network.add(Group::Common, tr("When it is away"), m_reconnects);
    network.track(m_reconnects);
    connect(m_reconnects, &QCheckBox::toggled, this, &WatchFields::changed);
    connect(m_on, &QCheckBox::toggled, this, &WatchFields::changed);
    connect(m_paths, &StringListEdit::changed, this, &WatchFields::changed);
    connect(m_quiet, &BoundedSeconds::valueChanged, this, &WatchFields::changed);
    connect(m_build, &StringListEdit::changed, this, &WatchFields::changed);
    connect(m_buildFolder, &PathField::changed, this, &WatchFields::changed);
    setUrl(false);
}

void WatchFields::setUrl(bool isUrl)
{
    m_on->setText(isUrl ? tr("reconnect when a file changes") : tr("restart when a file changes"));
    m_on->setToolTip(isUrl
            ? tr("Connects again once the files are quiet, and tries until the server is back; the "
                 "tool bar has the same switch")
            : tr("Restarts the server once the files are quiet; the tool bar has the same "
                 "switch"));
    m_paths->setToolTip(isUrl
            ? tr("Folders, files and globs such as src/**/*.ts, absolute or relative to the build "
                 "folder; “!” before a pattern leaves files out: !*.log")
            : tr("Folders, files and globs such as src/**/*.ts, relative to the folder "
                 "of the server; “!” before a pattern leaves files out: !*.log"));
    m_build->setToolTip(isUrl
            ? tr("Runs before the reconnection, without a shell; when it fails, the connection "
                 "stays as it is")
            : tr("Runs before the restart, without a shell; when it fails, the server is "
                 "not restarted"));
    m_buildFolder->setPlaceholderText(
        isUrl ? tr("the folder that paths are relative to") : tr("the folder of the server"));
}

void WatchFields::fill(const config::WatchSettings &settings)
{
    m_on->setChecked(settings.isOn);
    m_reconnects->setChecked(settings.reconnects);
    m_paths->setStrings(settings.paths);
    m_quiet->setValue(quietSeconds(settings.quiet));
    m_build->setStrings(settings.build);
    m_buildFolder->setText(settings.buildFolder);
}

config::WatchSettings WatchFields::settings() const
{
    return {m_on->isChecked(), m_paths->strings(), quietOf(*m_quiet), m_build->strings(),
        m_buildFolder->text(), m_reconnects->isChecked()};
}

void WatchFields::showProposal(const config::Profile &profile)
{
    setUrl(!profile.hasProcess());
    const session::WatchPlan plan = session::WatchPlan::of(profile);
    m_proposal->setColorRole(plan.paths.isEmpty() && profile.watch.isOn ? models::ColorRole::Warn
                                                                        : models::ColorRole::Muted);
    m_proposal->setText(plan.paths.isEmpty() && !profile.hasProcess()
            ? tr("Nothing is watched. Enter the paths of the server's project whose changes "
                 "reconnect Sonde.")
            : plan.paths.isEmpty()
            ? tr("The command names no file of a project, so nothing is watched. Enter the paths "
                 "whose changes restart the server.")
            : tr("Watched: %1. Left out: node_modules, .venv, target, build, dist, files that "
                 "editors make beside a file, and what .gitignore names.")
                  .arg(listText(plan.paths)));
}

} // namespace sonde::widgets
