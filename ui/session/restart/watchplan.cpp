// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/watchplan.h"

#include "base/formatting.h"
#include "session/connection/sessiontext.h"
#include "watch/watchedpaths.h"

#include <QDir>

#include <algorithm>

namespace sonde::session {

namespace {

constexpr qsizetype kShownPaths = 2;

bool isLeftOut(const QString &path)
{
    return path.startsWith(u'!');
}

} // namespace

WatchPlan WatchPlan::of(const config::Profile &profile)
{
    WatchPlan plan;
    const QString &own =
        profile.hasProcess() ? profile.workingDirectory : profile.watch.buildFolder;
    plan.folder = own.isEmpty() ? QDir::currentPath() : QDir::cleanPath(own);
    plan.quiet = profile.watch.quiet;
    plan.paths = profile.watch.paths;
    if (std::all_of(plan.paths.begin(), plan.paths.end(), isLeftOut)) {
        // The files of a server that Sonde does not start are named by no command line.
        const QStringList proposed = profile.hasProcess()
            ? watch::proposedPaths(
                profile.program, profile.arguments, plan.folder, !profile.watch.build.isEmpty())
            : QStringList();
        plan.paths = proposed.isEmpty() ? QStringList() : proposed + plan.paths;
    }
    const QStringList &build = profile.watch.build;
    if (!build.isEmpty()) {
        plan.build.program = build.front();
        plan.build.arguments = build.mid(1);
        plan.build.workingDirectory =
            profile.watch.buildFolder.isEmpty() ? plan.folder : profile.watch.buildFolder;
        // A build needs PATH and the like, and no secret of the server. Variables are those of a
        // command, also when they are kept beside a URL.
        for (const auto &[name, value] : profile.environment) {
            if (profile.hasProcess() && !profile.secretVariables.contains(name))
                plan.build.environment.emplace_back(name, value);
        }
    }
    return plan;
}

QString WatchPlan::shortText() const
{
    QStringList shown;
    for (const QString &path : paths) {
        if (isLeftOut(path))
            continue;
        const QString inside = QDir(folder).relativeFilePath(path);
        shown << (inside == QLatin1String(".") || inside.startsWith(QLatin1String(".."))
                ? QDir(path).dirName()
                : inside);
    }
    return shown.size() <= kShownPaths ? listText(shown) : Text::tr("%1 paths").arg(shown.size());
}

} // namespace sonde::session
