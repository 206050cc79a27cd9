// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/replay/replayline.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "cli/trace/traceoptions.h"
#include "replay/givenvalues.h"
#include "replay/replayrun.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace sonde::cli {

namespace {

Result<replay::ReplayRules> readRules(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(replay::ReplayRules::kMaxFile + 1);
    if (text.size() > replay::ReplayRules::kMaxFile)
        return usageError(
            Text::tr("%1 is too large for a file of rules: at most 4 MiB.").arg(path));
    auto rules = replay::ReplayRules::read({text.constData(), std::size_t(text.size())});
    if (!rules)
        return usageError(
            Text::tr("%1 is not a file of rules. %2").arg(path, rules.error().sentence));
    return rules;
}

Result<void> readIgnored(const Line &line, replay::ReplayRules &rules)
{
    return line.take("--ignore", [&](const std::string &value) -> Result<void> {
        const QString pointer = decodedWord(value);
        if (!pointer.startsWith(u'/'))
            return usageError(
                Text::tr("%1 is not a path. Use a JSON pointer, for example "
                         "/result/structuredContent/time or /result/tools/*/description.")
                    .arg(quotedWord(pointer)));
        rules.add({.place = {pointer, changes::VolatilePlace::Kind::Value}});
        return {};
    });
}

Result<void> readTolerance(const Line &line, replay::ReplayRules &rules)
{
    return line.take("--tolerance", [&](const std::string &value) -> Result<void> {
        bool isNumber = false;
        const QString word = decodedWord(value);
        const double tolerance = word.toDouble(&isNumber);
        if (!isNumber || !(tolerance >= 0 && tolerance <= 1e300))
            return usageError(Text::tr("%1 is not a tolerance. Use a number, for example 0.01.")
                                  .arg(quotedWord(word)));
        rules.setTolerance(tolerance);
        return {};
    });
}

Result<trace::Filter> readFilter(const Line &line)
{
    trace::Filter filter;
    const Result<void> done = line.take("--only", [&](const std::string &value) -> Result<void> {
        Result<trace::Filter> read = filterOf(value);
        if (!read)
            return read.error();
        if (read->asksForFindings())
            return usageError(Text::tr("--only cannot choose by findings. Use other fields."));
        filter = std::move(read).value();
        return {};
    });
    return done ? Result<trace::Filter>(filter) : Result<trace::Filter>(done.error());
}

// A request that the filter matches, or whose response it matches.
bool isChosen(const mock::ScriptedExchange &exchange, const std::vector<trace::Number> &chosen)
{
    const auto has = [&](trace::Number number) {
        return std::binary_search(chosen.begin(), chosen.end(), number);
    };
    return has(exchange.number)
        || std::any_of(exchange.events.begin(), exchange.events.end(), [&](const auto &event) {
               return event.kind == mock::EventKind::Response && has(event.number);
           });
}

// With those that give a cursor, a state or a task to one of them.
void addSources(const mock::MockScript &script, std::set<replay::Index> &chosen)
{
    const replay::GivenValues given(script);
    // A source was sent before what uses it.
    for (replay::Index i = script.exchanges.size(); i-- > 0;) {
        if (!chosen.contains(i))
            continue;
        for (const replay::Index source : given.sources(i))
            chosen.insert(source);
    }
}

Result<void> choose(const std::vector<trace::Number> &numbers, ReplayLine &read)
{
    const auto &exchanges = read.script.exchanges;
    const auto handshake = replay::recordedHandshake(read.script);
    read.withHandshake = handshake && (read.isWhole || isChosen(exchanges[*handshake], numbers));
    for (replay::Index i = 0; i < exchanges.size(); ++i) {
        if (replay::isHandshake(exchanges[i]) || !(read.isWhole || isChosen(exchanges[i], numbers)))
            continue;
        if (replay::isReplayable(exchanges[i]))
            read.chosen.insert(i);
        else
            ++read.unanswered;
    }
    addSources(read.script, read.chosen);
    if (!read.chosen.empty() || (!read.isWhole && read.withHandshake))
        return {};
    return usageError(read.isWhole
            ? Text::tr("The recording has no request of a client with a response, besides the "
                       "handshake, so there is nothing to send.")
            : Text::tr("No request of the recording matches --only."));
}

} // namespace

Result<ReplayLine> replayLine(const Line &line)
{
    ReplayLine read;
    if (const QString path = line.text("--rules"); !path.isEmpty()) {
        auto rules = readRules(path);
        if (!rules)
            return rules.error();
        read.rules = std::move(rules).value();
    }
    for (const Result<void> &done :
        {readIgnored(line, read.rules), readTolerance(line, read.rules)}) {
        if (!done)
            return done.error();
    }
    read.newRules = line.text("--write-rules");
    if (!read.newRules.isEmpty() && QFileInfo::exists(read.newRules))
        return usageError(
            Text::tr("The file “%1” of --write-rules already exists. Choose a new name, or delete "
                     "the file.")
                .arg(read.newRules));
    const auto filter = readFilter(line);
    if (!filter)
        return filter.error();
    read.isWhole = filter->isEmpty();
    auto recording =
        readRecording(decodedWord(line.arguments().front()), line.text("--name"), filter.value());
    if (!recording)
        return recording.error();
    read.script = std::move(recording.value().script);
    if (const Result<void> done = choose(recording->chosen, read); !done)
        return done.error();
    return read;
}

replay::ReplayReport compareWithRecording(const ReplayLine &line, const replay::Outcomes &live)
{
    std::set<replay::Index> compared = line.chosen;
    if (const auto handshake = replay::recordedHandshake(line.script);
        handshake && line.withHandshake)
        compared.insert(*handshake);
    return replay::compareOutcomes(line.script, replay::recordedOutcomes(line.script, compared),
        live, line.rules, line.isWhole);
}

Result<ReplayLine> wholeReplay(const QString &recording, const QString &rules)
{
    ReplayLine read;
    if (!rules.isEmpty()) {
        auto known = readRules(rules);
        if (!known)
            return known.error();
        read.rules = std::move(known).value();
    }
    auto file = readRecording(recording, {});
    if (!file)
        return file.error();
    read.script = std::move(file.value().script);
    if (const Result<void> done = choose({}, read); !done)
        return done.error();
    return read;
}

} // namespace sonde::cli
