// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/restartfile.h"

#include "changes/snapshotfile.h"
#include "config/jsonfile.h"
#include "config/serverfile.h"
#include "models/changes/startrecord.h"
#include "session/connection/sessiontext.h"
#include "json/builder.h"
#include "json/document.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <utility>

namespace sonde::session {

using changes::CallRun;
using changes::VolatilePlace;
using models::Restart;
using models::RestartCause;
using models::StartRecord;

namespace {

constexpr qsizetype kMaxWords = 4'000; // characters of a sentence or a name
constexpr int kMostNumber = 1'000'000'000;

// JSON texts that are written once and referred to by their index.
class Shared {
public:
    // The index of the text; -1: there is none.
    int add(const std::string &text)
    {
        if (text.empty())
            return -1;
        const auto [at, isNew] = m_known.try_emplace(text, static_cast<int>(m_known.size()));
        if (isNew)
            m_text += (m_text.empty() ? "\n" : ",\n") + text;
        return at->second;
    }
    const std::string &text() const { return m_text; }

private:
    std::map<std::string, int> m_known;
    std::string m_text;
};

std::string jsonText(const QString &text)
{
    return json::quoted(text.left(kMaxWords).toStdString());
}

std::string runText(const CallRun &run, Shared &results)
{
    std::string text = "{\"call\":" + jsonText(run.call) + ",\"tool\":" + jsonText(run.tool);
    text += ",\"arguments\":" + json::quoted(run.arguments.toByteArray().toBase64().toStdString());
    text += ",\"state\":" + std::to_string(int(run.state));
    text += ",\"sentence\":" + jsonText(run.sentence);
    text += ",\"result\":" + std::to_string(results.add(std::string(run.result.view())));
    text += ",\"size\":" + std::to_string(run.size);
    text += ",\"took\":" + std::to_string(run.took.count());
    text += std::string(",\"learned\":") + (run.isLearned ? "true" : "false") + ",\"places\":[";
    for (std::size_t i = 0; i < run.places.size(); ++i) {
        const VolatilePlace &place = run.places[i];
        text += (i > 0 ? ",[" : "[") + jsonText(place.pointer) + ','
            + json::quoted(changes::kindName(place.kind).data()) + ']';
    }
    return text + "]}";
}

// Each item of the list as JSON.
template <typename List, typename Writer>
std::string listText(const char *name, const List &list, Writer write)
{
    std::string text;
    for (const auto &each : list)
        text += (text.empty() ? "[" : ",[") + write(each) + ']';
    return std::string(",\"") + name + "\":[" + text + ']';
}

std::string recordText(const StartRecord &record)
{
    std::string text = listText("timings", record.timings, [](const StartRecord::Timing &timing) {
        return jsonText(timing.name) + ',' + std::to_string(timing.median.count());
    });
    if (!record.hasFindings)
        return text;
    text += listText("findings", record.findings, [](const StartRecord::Found &found) {
        return json::quoted(found.identity.rule) + ',' + jsonText(found.identity.method) + ','
            + jsonText(found.identity.target) + ',' + std::to_string(int(found.level)) + ','
            + jsonText(found.sentence);
    });
    return text + listText("exchanged", record.exchanged, [](const StartRecord::Exchanged &kind) {
        return jsonText(kind.first) + ',' + jsonText(kind.second);
    });
}

std::string startText(const Restart &restart, Shared &snapshots, Shared &results)
{
    const int snapshot =
        restart.snapshot ? snapshots.add(changes::snapshotText(*restart.snapshot)) : -1;
    std::string text = "{\"number\":" + std::to_string(restart.number);
    text += ",\"at\":" + std::to_string(restart.at.wall);
    text += ",\"outcome\":" + std::to_string(int(restart.outcome));
    text += ",\"cause\":" + jsonText(restart.cause.words);
    text += ",\"kind\":" + std::to_string(int(restart.cause.kind));
    text += ",\"build\":" + std::to_string(restart.cause.build.count());
    if (restart.end)
        text += ",\"end\":" + jsonText(restart.end->recordedText());
    text += ",\"failure\":" + jsonText(restart.failure);
    text += ",\"firstResponse\":" + std::to_string(restart.firstResponse.count());
    text += ",\"pid\":" + std::to_string(restart.pid);
    text += ",\"memory\":" + std::to_string(restart.memory);
    text += ",\"memoryAfterCalls\":" + std::to_string(restart.memoryAfterCalls);
    text += ",\"snapshot\":" + std::to_string(snapshot);
    if (restart.isReference)
        text += ",\"reference\":true";
    if (restart.record)
        text += recordText(*restart.record);
    if (restart.runs) {
        text += ",\"runs\":[";
        const std::size_t count = std::min(restart.runs->size(), RestartFile::kMaxRuns);
        for (std::size_t i = 0; i < count; ++i)
            text += (i > 0 ? "," : "") + runText((*restart.runs)[i], results);
        text += ']';
    }
    return text + '}';
}

std::int64_t countIn(const json::Value &object, std::string_view name, std::int64_t most)
{
    const std::int64_t count = object[name].toInt64().value_or(0);
    return count >= 0 && count <= most ? count : 0;
}

std::int64_t nsIn(const json::Value &object, std::string_view name)
{
    return countIn(object, name, std::numeric_limits<std::int64_t>::max());
}

QString wordsIn(const json::Value &object, std::string_view name)
{
    return object[name].toString().left(kMaxWords);
}

// The one with the index that the member names; nullptr: there is none.
template <typename T>
const T *sharedIn(const json::Value &object, std::string_view name, const std::vector<T> &shared)
{
    const auto index = object[name].toInt64().value_or(-1);
    return index < 0 || std::size_t(index) >= shared.size() ? nullptr : &shared[std::size_t(index)];
}

CallRun runFrom(const json::Value &object, const std::vector<Bytes> &results)
{
    CallRun run;
    run.call = wordsIn(object, "call");
    run.tool = wordsIn(object, "tool");
    run.arguments = Bytes::fromByteArray(
        QByteArray::fromBase64(QByteArray::fromStdString(object["arguments"].text())));
    run.state = CallRun::State(countIn(object, "state", int(CallRun::State::NotRun)));
    run.sentence = wordsIn(object, "sentence");
    if (const Bytes *result = sharedIn(object, "result", results))
        run.result = *result;
    run.size = std::size_t(nsIn(object, "size"));
    run.took = std::chrono::nanoseconds(nsIn(object, "took"));
    run.isLearned = object["learned"].toBool().value_or(false);
    for (const json::Value place : object["places"]) {
        const auto kind = changes::kindOfName(place.at(1).text());
        if (kind && run.places.size() < changes::kMaxVolatilePlaces)
            run.places.push_back({place.at(0).toString().left(kMaxWords), *kind});
    }
    return run;
}

// nullptr: it was saved before there were records, or was never complete.
std::shared_ptr<const StartRecord> recordFrom(const json::Value &object)
{
    if (!object["timings"].isArray())
        return nullptr;
    const auto words = [](const json::Value &text) { return text.toString().left(kMaxWords); };
    StartRecord record;
    for (const json::Value timing : object["timings"]) {
        const std::int64_t median = timing.at(1).toInt64().value_or(-1);
        if (median >= 0 && record.timings.size() < models::kMaxTimings)
            record.timings.push_back({words(timing.at(0)), std::chrono::nanoseconds(median)});
    }
    record.hasFindings = object["findings"].isArray();
    for (const json::Value found : object["findings"]) {
        const std::int64_t level = found.at(3).toInt64().value_or(-1);
        if (level >= 0 && level <= int(findings::Level::Error)
            && record.findings.size() < StartRecord::kMaxFindings)
            record.findings.push_back(
                {{words(found.at(0)).toStdString(), words(found.at(1)), words(found.at(2))},
                    findings::Level(level), words(found.at(4))});
    }
    for (const json::Value kind : object["exchanged"]) {
        if (record.exchanged.size() < StartRecord::kMaxExchanged)
            record.exchanged.emplace_back(words(kind.at(0)), words(kind.at(1)));
    }
    return std::make_shared<const StartRecord>(std::move(record));
}

using SnapshotPointer = std::shared_ptr<const changes::Snapshot>;

// Nothing if it says nothing.
std::optional<Restart> startFrom(const json::Value &object,
    const std::vector<SnapshotPointer> &snapshots, const std::vector<Bytes> &results)
{
    Restart restart;
    restart.number = int(countIn(object, "number", kMostNumber));
    restart.at.wall = nsIn(object, "at");
    if (restart.number == 0 || restart.at.wall == 0)
        return std::nullopt;
    restart.isEarlier = true;
    restart.outcome = Restart::Outcome(countIn(object, "outcome", int(Restart::Outcome::NotBuilt)));
    restart.cause.words = wordsIn(object, "cause");
    restart.cause.kind =
        RestartCause::Kind(countIn(object, "kind", int(RestartCause::Kind::Reconnect)));
    restart.cause.build = std::chrono::nanoseconds(nsIn(object, "build"));
    restart.end = rpc::EndReport::read(wordsIn(object, "end"));
    restart.failure = wordsIn(object, "failure");
    restart.firstResponse = std::chrono::nanoseconds(nsIn(object, "firstResponse"));
    restart.pid = countIn(object, "pid", std::numeric_limits<int>::max());
    restart.memory = std::uint64_t(nsIn(object, "memory"));
    restart.memoryAfterCalls = std::uint64_t(nsIn(object, "memoryAfterCalls"));
    if (const SnapshotPointer *snapshot = sharedIn(object, "snapshot", snapshots))
        restart.snapshot = *snapshot;
    restart.record = recordFrom(object);
    restart.isReference = restart.snapshot && object["reference"].toBool().value_or(false);
    if (!object["runs"].isArray())
        return restart;
    changes::CallRuns runs;
    for (const json::Value run : object["runs"]) {
        if (runs.size() < RestartFile::kMaxRuns)
            runs.push_back(runFrom(run, results));
    }
    restart.runs = std::make_shared<const changes::CallRuns>(std::move(runs));
    return restart;
}

// One start of a server is the reference, the newest one that says so.
void keepOneReference(std::deque<Restart> &restarts)
{
    bool isFound = false;
    for (auto restart = restarts.rbegin(); restart != restarts.rend(); ++restart)
        restart->isReference =
            restart->isReference && !std::exchange(isFound, restart->isReference);
}

// Whether the first start is only there as the reference: what came right after it was left out.
bool isAside(const std::deque<Restart> &restarts)
{
    return restarts.size() > 1 && restarts[0].isReference
        && restarts[1].number != restarts[0].number + 1;
}

// Each with the one before.
void compareAll(std::deque<Restart> &restarts)
{
    const Restart *before = nullptr;
    const Restart *beforeWithRuns = nullptr;
    const bool hasAside = isAside(restarts);
    for (Restart &restart : restarts) {
        if (hasAside && &restart == &restarts.front())
            continue;
        if (restart.snapshot) {
            if (before)
                restart.comparison = std::make_shared<const changes::Comparison>(
                    changes::compareSnapshots(*before->snapshot, *restart.snapshot));
            before = &restart;
        }
        if (restart.runs) {
            restart.results =
                std::make_shared<const std::vector<changes::RunChange>>(changes::compareRuns(
                    beforeWithRuns ? *beforeWithRuns->runs : changes::CallRuns(), *restart.runs));
            beforeWithRuns = &restart;
        }
    }
}

} // namespace

RestartFile::RestartFile(QString path)
    : m_path(std::move(path))
{
}

QString RestartFile::pathOf(const QString &folder, const QString &server)
{
    return config::serverFile(folder + QStringLiteral("/starts"), server);
}

std::string RestartFile::textOf(const std::deque<Restart> &restarts)
{
    // The reference, and the others from the newest one on, as long as there is room.
    Shared snapshots;
    Shared results;
    std::map<int, std::string> starts; // by their number
    std::size_t bytes = 0;
    std::string sharedSnapshots;
    std::string sharedResults;
    const auto add = [&](const Restart &restart) {
        std::string text = startText(restart, snapshots, results);
        bytes += text.size();
        if (bytes + snapshots.text().size() + results.text().size() > kMaxBytes / 2)
            return false;
        sharedSnapshots = snapshots.text();
        sharedResults = results.text();
        starts.emplace(restart.number, std::move(text));
        return true;
    };
    const auto reference = std::find_if(
        restarts.begin(), restarts.end(), [](const Restart &its) { return its.isReference; });
    if (reference != restarts.end() && !add(*reference)) { // too large, and the others are not
        snapshots = {};
        results = {};
        bytes = 0;
    }
    for (auto restart = restarts.rbegin(); restart != restarts.rend() && starts.size() < kMaxStarts;
         ++restart) {
        if (!restart->isReference && !add(*restart))
            break;
    }
    std::string text = "{\n\"version\": " + std::to_string(kVersion) + ",\n\"starts\": [";
    for (auto start = starts.begin(); start != starts.end(); ++start)
        text += (start == starts.begin() ? "\n" : ",\n") + start->second;
    return text + "\n],\n\"snapshots\": [" + sharedSnapshots + "\n],\n\"results\": ["
        + sharedResults + "\n]\n}\n";
}

Result<void> RestartFile::save(const std::deque<Restart> &restarts) const
{
    return write(textOf(restarts));
}

QByteArray RestartFile::content() const
{
    QFile file(m_path);
    if (m_path.isEmpty() || file.size() > qint64(kMaxBytes) || !file.open(QIODevice::ReadOnly))
        return {};
    return file.read(qint64(kMaxBytes));
}

Result<void> RestartFile::setContent(const QByteArray &content) const
{
    return content.isEmpty() ? Result<void>() : write(content.toStdString());
}

void RestartFile::remove() const
{
    if (!m_path.isEmpty())
        QFile::remove(m_path);
}

Result<void> RestartFile::write(const std::string &text) const
{
    config::JsonFile file(m_path, {qint64(kMaxBytes), kMaxDepth});
    if (file.write(text, config::JsonFile::Access::OwnerOnly))
        return {};
    return Error{.domain = Domain::Config,
        .sentence =
            Text::tr("Cannot save the starts of a server to %1: %2").arg(m_path, file.reason())};
}

Result<std::deque<Restart>> RestartFile::load() const
{
    config::JsonFile file(m_path, {qint64(kMaxBytes), kMaxDepth});
    const auto content = file.read("starts");
    if (content == config::JsonFile::Content::Missing)
        return std::deque<Restart>();
    if (content != config::JsonFile::Content::Valid)
        return Error{.domain = Domain::Config,
            .sentence = Text::tr("Cannot read the earlier starts of a server in %1: %2")
                            .arg(m_path, file.reason())};
    const json::Value root = file.document().root();
    std::vector<SnapshotPointer> snapshots;
    for (const json::Value each : root["snapshots"]) {
        auto read = changes::readSnapshot(Bytes::copyOf(each.raw()));
        snapshots.push_back(
            read ? std::make_shared<const changes::Snapshot>(std::move(read).value()) : nullptr);
        if (snapshots.size() >= kMaxStarts)
            break;
    }
    std::vector<Bytes> results;
    for (const json::Value each : root["results"]) {
        results.push_back(Bytes::copyOf(each.raw()));
        if (results.size() >= kMaxStarts * kMaxRuns)
            break;
    }
    std::deque<Restart> restarts;
    for (const json::Value each : root["starts"]) {
        auto start = startFrom(each, snapshots, results);
        const bool isOrdered = restarts.empty() || !start || start->number > restarts.back().number;
        if (start && isOrdered && restarts.size() < kMaxStarts)
            restarts.push_back(std::move(*start));
    }
    keepOneReference(restarts);
    compareAll(restarts);
    return restarts;
}

} // namespace sonde::session
