// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/watchsettings.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "json/builder.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace sonde::config {

namespace {

bool isPattern(const QString &path)
{
    return path.startsWith(u'!') || path.contains(u'*') || path.contains(u'?')
        || path.contains(u'[');
}

QString pathProblem(const QString &path)
{
    if (path.trimmed().isEmpty())
        return Text::tr("A watched path is empty. Enter a path, or remove the row.");
    if (path.contains(QChar::Null))
        return Text::tr("A watched path contains a NUL character. Remove it.");
    if (path.size() > kMaxWatchedPathLength)
        return Text::tr("A watched path is longer than %1 characters. Shorten it.")
            .arg(kMaxWatchedPathLength);
    return {};
}

void checkPaths(
    const QStringList &paths, const QString &folder, std::vector<FieldProblem> &problems)
{
    if (paths.size() > kMaxWatchedPaths)
        problems.push_back({ProfileField::WatchedPaths, -1, true,
            Text::tr("There are %1 watched paths; at most %2 are allowed. Watch a folder "
                     "instead.")
                .arg(paths.size())
                .arg(kMaxWatchedPaths)});
    for (qsizetype i = 0; i < std::min(paths.size(), kMaxWatchedPaths); ++i) {
        const QString &path = paths[i];
        const int row = static_cast<int>(i);
        if (const QString sentence = pathProblem(path); !sentence.isEmpty())
            problems.push_back({ProfileField::WatchedPaths, row, true, sentence});
        else if (!isPattern(path) && !QFileInfo::exists(QDir(folder).absoluteFilePath(path)))
            problems.push_back({ProfileField::WatchedPaths, row, false,
                Text::tr("%1 does not exist in %2, so nothing in it is watched. Correct the "
                         "path, or create it.")
                    .arg(path, folder)});
    }
}

void checkBuild(const WatchSettings &settings, std::vector<FieldProblem> &problems)
{
    const auto add = [&problems](ProfileField field, bool blocks, const QString &sentence) {
        problems.push_back({field, -1, blocks, sentence});
    };
    const QStringList &build = settings.build;
    const bool hasNul = std::any_of(
        build.begin(), build.end(), [](const QString &word) { return word.contains(QChar::Null); });
    if (!build.isEmpty() && build.front().trimmed().isEmpty())
        add(ProfileField::Build, true,
            Text::tr("The build command has arguments but no program. Enter the program in "
                     "the first row."));
    else if (build.size() > kMaxArguments || hasNul)
        add(ProfileField::Build, true,
            Text::tr("The build command has too many arguments, or one with a NUL character. "
                     "Put it into a script and enter the script."));
    else if (build.size() == 1 && build.front().contains(u' ') && !QFileInfo::exists(build.front()))
        add(ProfileField::Build, false,
            Text::tr("The build command “%1” looks like a complete command line. Enter each "
                     "argument in its own row; no shell is involved.")
                .arg(build.front()));
    const QString &folder = settings.buildFolder;
    if (folder.isEmpty())
        return;
    if (folder.contains(QChar::Null) || !QDir::isAbsolutePath(folder))
        add(ProfileField::BuildFolder, true,
            Text::tr("The build folder is not an absolute path. Enter a path that begins with "
                     "“/”."));
    else if (!QFileInfo(folder).isDir())
        add(ProfileField::BuildFolder, false,
            Text::tr("The build folder %1 does not exist. Create it, or choose another "
                     "folder.")
                .arg(folder));
}

Result<QStringList> wordsOf(const json::Value &array)
{
    if (array.exists() && !array.isArray())
        return valueError(array, typeSentence(ValueType::Strings));
    QStringList words;
    for (const json::Value item : array) {
        if (!item.isString())
            return valueError(item, typeSentence(ValueType::String));
        words << item.toString();
    }
    return words;
}

void addWords(json::Builder &out, std::string_view name, const QStringList &words)
{
    if (words.isEmpty())
        return;
    out.key(name).beginArray();
    for (const QString &word : words)
        out.string(word);
    out.endArray();
}

} // namespace

std::vector<FieldProblem> validate(const WatchSettings &settings, const QString &folder)
{
    std::vector<FieldProblem> problems;
    checkPaths(settings.paths, folder, problems);
    if (settings.quiet <= std::chrono::milliseconds::zero() || settings.quiet > kMaxQuiet)
        problems.push_back({ProfileField::QuietTime, -1, true,
            Text::tr("“Quiet time” is %1 s. Enter 0.001 to %2 s.")
                .arg(double(settings.quiet.count()) / 1000)
                .arg(std::chrono::duration_cast<std::chrono::seconds>(kMaxQuiet).count())});
    checkBuild(settings, problems);
    return problems;
}

std::string watchSettingsToJson(const WatchSettings &settings)
{
    json::Builder out;
    out.beginObject();
    if (settings.isOn)
        out.member("on", true);
    addWords(out, "paths", settings.paths);
    if (settings.quiet != kDefaultQuiet)
        out.member("quietMs", std::int64_t(settings.quiet.count()));
    addWords(out, "build", settings.build);
    if (!settings.buildFolder.isEmpty())
        out.member("buildFolder", settings.buildFolder);
    if (settings.reconnects)
        out.member("reconnect", true);
    return out.endObject().takeString();
}

Result<WatchSettings> watchSettingsFromJson(const json::Value &object)
{
    if (!object.isObject())
        return valueError(object, typeSentence(ValueType::Object));
    WatchSettings settings;
    for (const auto &[name, flag] :
        {std::pair{"on", &settings.isOn}, std::pair{"reconnect", &settings.reconnects}}) {
        const json::Value value = object[name];
        if (value.exists() && !value.isBool())
            return valueError(value, typeSentence(ValueType::Flag));
        *flag = value.toBool().value_or(false);
    }
    for (const auto &[name, words] :
        {std::pair{"paths", &settings.paths}, std::pair{"build", &settings.build}}) {
        auto read = wordsOf(object[name]);
        if (!read)
            return read.error();
        *words = std::move(read).value();
    }
    if (const json::Value quiet = object["quietMs"]; quiet.exists()) {
        const auto number = quiet.toInt64();
        if (!number)
            return valueError(quiet, typeSentence(ValueType::Milliseconds));
        settings.quiet = std::chrono::milliseconds(*number);
    }
    const json::Value folder = object["buildFolder"];
    if (folder.exists() && !folder.isString())
        return valueError(folder, typeSentence(ValueType::String));
    settings.buildFolder = folder.toString();
    return settings;
}

} // namespace sonde::config
