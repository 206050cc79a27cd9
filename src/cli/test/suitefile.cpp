// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/test/suitefile.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

constexpr int kMaxFiles = 10'000;

Result<Bytes> readText(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(expect::TestFile::kMaxBytes + 1);
    if (text.size() > expect::TestFile::kMaxBytes)
        return usageError(
            Text::tr("%1 is too large for a file of tests: at most 16 MiB.").arg(path));
    return Bytes::fromByteArray(text);
}

Result<SuiteFile> readCalls(const QString &path, Bytes text)
{
    auto calls = expect::TestFile::read(text);
    if (!calls)
        return usageError(
            Text::tr("%1 is not a file of tests. %2").arg(path, calls.error().sentence));
    SuiteFile suite;
    suite.path = path;
    suite.text = std::move(text);
    suite.calls = std::move(calls).value();
    suite.chosen.assign(suite.calls.size(), true);
    return suite;
}

Result<SuiteFile> readRecorded(const QString &path)
{
    const QFileInfo file(path);
    const QString rules = file.dir().filePath(file.completeBaseName() + QStringLiteral(".rules"));
    auto line = wholeReplay(path, QFileInfo::exists(rules) ? rules : QString());
    if (!line)
        return line.error();
    SuiteFile suite;
    suite.path = path;
    suite.recording = std::make_shared<const ReplayLine>(std::move(line).value());
    return suite;
}

bool isRecording(const QString &path)
{
    return path.endsWith(QLatin1String(".sonde"));
}

Result<SuiteFile> readOne(const QString &path)
{
    if (isRecording(path))
        return readRecorded(path);
    auto text = readText(path);
    return text ? readCalls(path, std::move(text).value()) : Result<SuiteFile>(text.error());
}

Result<std::vector<SuiteFile>> readFolder(const QString &path)
{
    const QDir folder(path);
    const QStringList names = folder.entryList(
        {QStringLiteral("*.json"), QStringLiteral("*.sonde")}, QDir::Files, QDir::Name);
    if (names.size() > kMaxFiles)
        return usageError(
            Text::tr("%1 has more than %2 files that can be tests.").arg(path).arg(kMaxFiles));
    std::vector<SuiteFile> suites;
    for (const QString &name : names) {
        const QString file = folder.filePath(name);
        Result<SuiteFile> suite = usageError({});
        if (isRecording(name)) {
            suite = readRecorded(file);
        } else {
            auto text = readText(file);
            if (text && !expect::TestFile::isTestFile(*text))
                continue;
            suite =
                text ? readCalls(file, std::move(text).value()) : Result<SuiteFile>(text.error());
        }
        if (!suite)
            return suite.error();
        suites.push_back(std::move(suite).value());
        suites.back().name = name;
    }
    return suites;
}

// False: nothing of it is left.
bool choose(SuiteFile &suite, const QString &only)
{
    if (suite.recording)
        return false;
    for (std::size_t i = 0; i < suite.calls.size(); ++i)
        suite.chosen[i] = suite.calls[i].name.contains(only, Qt::CaseInsensitive);
    return std::find(suite.chosen.begin(), suite.chosen.end(), true) != suite.chosen.end();
}

} // namespace

Result<std::vector<SuiteFile>> readSuites(const QString &path, const QString &only)
{
    std::vector<SuiteFile> suites;
    if (QFileInfo(path).isDir()) {
        auto read = readFolder(path);
        if (!read)
            return read;
        suites = std::move(read).value();
    } else {
        auto read = readOne(path);
        if (!read)
            return read.error();
        suites.push_back(std::move(read).value());
        suites.back().name = QFileInfo(path).fileName();
    }
    if (suites.empty())
        return usageError(Text::tr("%1 has no tests: neither a .json file with “calls” nor a "
                                   "recording (.sonde).")
                              .arg(path));
    if (only.isEmpty())
        return suites;
    std::erase_if(suites, [&](SuiteFile &suite) { return !choose(suite, only); });
    if (suites.empty())
        return usageError(
            Text::tr("No call in %1 has a name with %2.").arg(path, quotedWord(only)));
    return suites;
}

Result<void> updateSuite(
    const SuiteFile &suite, const std::map<std::size_t, expect::NewExpectation> &changed)
{
    const auto now = readText(suite.path);
    if (!now)
        return now.error();
    if (*now != suite.text)
        return usageError(
            Text::tr("%1 was changed while the tests ran. It was not updated.").arg(suite.path));
    const Bytes text = expect::withExpectations(suite.text, changed);
    QSaveFile file(suite.path);
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.commit();
    return isWritten ? Result<void>()
                     : Result<void>(usageError(
                         Text::tr("Cannot write %1: %2.").arg(suite.path, file.errorString())));
}

} // namespace sonde::cli
