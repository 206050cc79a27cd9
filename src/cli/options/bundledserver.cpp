// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/bundledserver.h"

#include "base/formatting.h"
#include "base/nearest.h"
#include "bundle/bundlestore.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "config/profilestore.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

namespace sonde::cli {

namespace {

bundle::Values valuesOf(const bundle::Bundle &opened, const Options &options)
{
    bundle::Values values = bundle::defaultValues(opened.manifest, opened.places);
    for (const auto &[key, given] : options.settings)
        values[key] = given;
    for (const bundle::Setting &setting : opened.manifest.settings) {
        const bool isPath = setting.type == bundle::Setting::Type::Directory
            || setting.type == bundle::Setting::Type::File;
        const auto given = options.settings.find(setting.key);
        if (!isPath || given == options.settings.end())
            continue;
        // The server is started in another folder.
        for (Secret &value : values[setting.key]) {
            if (!value.isEmpty())
                value = Secret(QFileInfo(value.reveal()).absoluteFilePath());
        }
    }
    return values;
}

Error wrongSettings(
    const bundle::Manifest &manifest, const std::vector<bundle::SettingProblem> &problems)
{
    QStringList keys;
    for (const bundle::Setting &setting : manifest.settings)
        keys << harmlessLine(setting.key);
    QStringList sentences;
    for (const bundle::SettingProblem &problem : problems) {
        const QString key = harmlessLine(problem.key);
        sentences << QStringLiteral("--setting %1=…: %2").arg(key, harmlessLine(problem.sentence));
        if (!keys.contains(key))
            sentences << didYouMean(key, keys);
    }
    sentences << (keys.isEmpty()
            ? Text::tr("The bundle has no settings.")
            : Text::tr("The settings of the bundle are %1.").arg(listText(keys)));
    return usageError(joinSentences(sentences));
}

// Of what was opened once. Where the window has a list of servers, it does that.
void removeUnusedBundles(const bundle::BundleStore &bundles)
{
    if (!QFile::exists(config::ProfileStore::defaultPath()))
        bundles.removeUnused({}, QDateTime::currentDateTime().addDays(-bundle::kUnusedDays));
}

} // namespace

Result<config::Profile> readBundledServer(Options &options)
{
    const bundle::BundleStore bundles(bundle::userBundlesFolder());
    const Result<bundle::Bundle> opened = bundles.open(options.bundleFile);
    if (!opened)
        return usageError(harmlessLine(opened.error().sentence));
    removeUnusedBundles(bundles);
    const bundle::Values values = valuesOf(*opened, options);
    if (const auto problems = bundle::checkValues(opened->manifest, values); !problems.empty())
        return wrongSettings(opened->manifest, problems);
    const Result<config::PastedServers> server =
        bundle::serverOf(opened->manifest, opened->places, values);
    if (!server)
        return usageError(harmlessLine(server.error().sentence));
    for (const QString &note : server->notes)
        options.notes += harmlessLine(note);
    return server->profiles.front();
}

} // namespace sonde::cli
