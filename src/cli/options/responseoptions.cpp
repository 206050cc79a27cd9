// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/responseoptions.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "config/commandline.h"
#include "config/offers.h"

#include <QDir>
#include <QFileInfo>

namespace sonde::cli {

namespace {

using How = ResponseOption::How;

Result<void> read(const QString &name, const QString &value, ResponseOption &source)
{
    if (value == u"ask") {
        source.how = How::Terminal;
        return {};
    }
    if (value.startsWith(u'@')) {
        source.how = How::File;
        source.file = value.mid(1);
        if (QFileInfo(source.file).isFile())
            return {};
        return usageError(
            Text::tr("Cannot find the file %1 for %2. Use %2 @FILE, %2 ask or %2 PROGRAM.")
                .arg(quotedWord(source.file), name));
    }
    const auto line = config::splitCommandLine(value);
    if (!line)
        return usageError(
            Text::tr("Cannot parse the command line of %1: %2").arg(name, line.error().sentence));
    if (line->words.isEmpty() || !line->environment.empty())
        return usageError(
            Text::tr("%1 contains no program. Use %1 @FILE, %1 ask or %1 'PROGRAM ARG…'.")
                .arg(name));
    source.how = How::Program;
    source.words = line->words;
    return {};
}

Result<void> readRoots(const QString &value, ResponseOption &roots)
{
    const QFileInfo folder(value);
    const bool more = roots.how == How::Folders;
    if (folder.isDir()) {
        roots.how = How::Folders;
        roots.words += QDir::cleanPath(folder.absoluteFilePath());
        return {};
    }
    if (more)
        return usageError(Text::tr(
            "%1 is not a folder. When --roots is given several times, each value must be a folder.")
                              .arg(quotedWord(value)));
    return read(QStringLiteral("--roots"), value, roots);
}

} // namespace

Result<void> readResponseOptions(const Line &line, ResponseOptions &options)
{
    const auto into = [&line](const char *name, ResponseOption &source) {
        return line.take(name, [&](const std::string &value) {
            return read(QLatin1String(name), decodedWord(value), source);
        });
    };
    if (Result<void> done = into("--sampling", options.sampling); !done)
        return done;
    if (Result<void> done = into("--elicitation", options.elicitation); !done)
        return done;
    return line.take("--roots",
        [&](const std::string &value) { return readRoots(decodedWord(value), options.roots); });
}

const ResponseOption &ResponseOptions::of(review::Kind kind) const
{
    static const ResponseOption none;
    switch (kind) {
    case review::Kind::Sampling:
        return sampling;
    case review::Kind::Form:
    case review::Kind::Url:
        return elicitation;
    case review::Kind::Roots:
        return roots;
    case review::Kind::Other:
        break;
    }
    return none;
}

bool ResponseOptions::any() const
{
    return sampling.how != How::None || elicitation.how != How::None || roots.how != How::None;
}

bool ResponseOptions::usesTerminal() const
{
    return sampling.how == How::Terminal || elicitation.how == How::Terminal
        || roots.how == How::Terminal;
}

std::string capabilitiesOf(const ResponseOptions &options)
{
    config::Offers offers;
    offers.sampling = options.sampling.how != How::None;
    // On the terminal one writes text.
    offers.samplingTools = offers.sampling && options.sampling.how != How::Terminal;
    offers.elicitationForm = offers.elicitationUrl = options.elicitation.how != How::None;
    offers.roots = options.roots.how != How::None;
    offers.rootsChanged = false; // they stay what they are for a run
    if (options.tasks)
        offers.extensions = R"({"io.modelcontextprotocol/tasks":{}})";
    return config::capabilitiesOf(offers);
}

std::string rootsResultOf(const ResponseOptions &options)
{
    std::vector<config::Root> folders;
    for (const QString &path : options.roots.words)
        folders.push_back({path, QFileInfo(path).fileName()});
    return config::rootsResult(folders);
}

} // namespace sonde::cli
