// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/recordtext.h"

#include "agent/agenttoolcall.h"
#include "findings/page/rulewords.h"
#include "rpc/sentence.h"
#include "trace/record/recordnames.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>

namespace sonde::agent {

namespace {

constexpr std::size_t kMaxRowText = 200; // bytes
constexpr std::size_t kMaxId = 64;
constexpr double kNsPerMs = 1e6;

// What a row shows of its text: of what is no request and no response.
bool showsText(rpc::Kind kind)
{
    return kind == rpc::Kind::Stderr || kind == rpc::Kind::Invalid || kind == rpc::Kind::Lifecycle;
}

std::string shownText(const Recording &recording, const trace::Record &record)
{
    std::string text = textOf(recording, record);
    if (record.kind == rpc::Kind::Lifecycle)
        text = rpc::Sentence::shownLine(text).toStdString();
    return text;
}

std::string text(const QString &from, std::size_t most)
{
    return std::string(beginningOf(from.toStdString(), most));
}

// An id or a code as it was written, which may be anything.
void addValue(json::Builder &out, std::string_view name, std::string_view json)
{
    if (json.size() <= kMaxId && json::Document::parse(json).isValid())
        out.rawMember(name, json::singleLine(json));
    else
        out.member(name, utf8Of(beginningOf(json, kMaxId)));
}

std::string rowOf(const Recording &recording, const trace::ExportSet &set,
    const trace::FilterRow &row, const Connections &connections)
{
    const trace::Record &record = row.record;
    const trace::Store &store = recording.store();
    json::Builder out;
    out.beginObject().member("record", std::int64_t(row.number));
    if (const QString handle = connections.handleOf(recording.serverOf(record)); !handle.isEmpty())
        out.member("connection", QStringView(handle));
    out.member("time", trace::utcText(record.wallNs))
        .member("dir", trace::directionName(record.channel))
        .member("kind", trace::kindName(record.kind));
    if (record.method != 0)
        out.member("method", text(store.string(record.method), kMaxRowText));
    if (record.target != 0)
        out.member("target", text(store.string(record.target), kMaxRowText));
    if (!trace::cutId(record).empty())
        addValue(out, "id", store.idText(record).toStdString());
    if (record.state != trace::State::None)
        out.member("status", trace::stateName(record.state));
    if (const std::string code = set.errorCode(record); !code.empty())
        addValue(out, "code", code);
    else if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
        out.member("code", std::int64_t(record.errorCode));
    if (record.problem != rpc::Problem::None)
        out.member("problem", rpc::problemName(record.problem));
    if (record.pair != 0)
        out.member("pair", std::int64_t(record.pair));
    if (row.durationNs >= 0)
        out.key("durationMs").number(double(row.durationNs) / kNsPerMs);
    out.member("bytes", std::int64_t(record.length));
    if (showsText(record.kind))
        out.member("text", beginningOf(shownText(recording, record), kMaxRowText));
    return out.endObject().takeString();
}

// The rows of a result, which come the newest first, as far as the budget goes.
class Rows {
public:
    bool add(trace::Number number, std::string row)
    {
        m_size += row.size();
        if (!m_rows.empty() && m_size > kBudget)
            return false;
        m_oldest = number;
        m_rows.push_back(std::move(row));
        return true;
    }
    std::string result(std::string_view member, std::size_t matched) const
    {
        json::Builder out;
        out.beginObject().key(member).beginArray();
        for (auto row = m_rows.rbegin(); row != m_rows.rend(); ++row)
            out.raw(*row);
        out.endArray().member("matched", std::int64_t(matched));
        if (matched > m_rows.size())
            out.member("older", std::int64_t(m_oldest));
        return out.endObject().takeString();
    }

private:
    std::vector<std::string> m_rows;
    std::size_t m_size = 0;
    trace::Number m_oldest = 0;
};

std::string findingOf(const findings::Finding &finding)
{
    const findings::Requirement &rule = *finding.requirement;
    const QString remedy = finding.remedy.isEmpty() ? findings::wordsOf(rule).fix : finding.remedy;
    json::Builder out;
    out.beginObject()
        .member("rule", std::string_view(rule.id))
        .member("level", findings::levelName(finding.level))
        .member("party", findings::partyName(finding.party))
        .member("sentence", text(finding.sentence, kMaxLine * 2));
    if (!remedy.isEmpty())
        out.member("remedy", text(remedy, kMaxLine * 2));
    if (!finding.pointer.isEmpty())
        out.member("pointer", text(finding.pointer, kMaxRowText));
    if (const QString section = rule.addressIn(finding.revision); !section.isEmpty())
        out.member("section", QStringView(section));
    out.key("records").beginArray();
    for (const trace::Number number : finding.messages) {
        if (number != 0)
            out.number(std::int64_t(number));
    }
    return out.endArray().endObject().takeString();
}

} // namespace

std::string traceResult(const Recording &recording, const trace::ExportSet &set,
    const FoundRecords &found, const Connections &connections)
{
    Rows rows;
    for (const trace::FilterRow &row : found.rows) {
        if (!rows.add(row.number, rowOf(recording, set, row, connections)))
            break;
    }
    return rows.result("records", found.matched);
}

std::string logsResult(const Recording &recording, const FoundRecords &found)
{
    Rows rows;
    for (const trace::FilterRow &row : found.rows) {
        std::string line = textOf(recording, row.record);
        const bool isStderr = row.record.kind == rpc::Kind::Stderr;
        if (!isStderr) { // the params say all
            const auto message = json::Document::parse(std::string_view(line));
            if (const json::Value params = message.root()["params"])
                line = json::singleLine(params.raw());
        }
        json::Builder out;
        out.beginObject()
            .member("record", std::int64_t(row.number))
            .member("time", trace::utcText(row.record.wallNs))
            .member("from", isStderr ? "stderr" : "log")
            .member("text", beginningOf(line, kMaxLine * 2));
        if (!rows.add(row.number, out.endObject().takeString()))
            break;
    }
    return rows.result("lines", found.matched);
}

std::string findingsResult(std::vector<const findings::Finding *> found, std::size_t skip)
{
    std::stable_sort(found.begin(), found.end(),
        [](const findings::Finding *a, const findings::Finding *b) { return a->level > b->level; });
    json::Builder out;
    out.beginObject().key("findings").beginArray();
    std::size_t at = std::min(skip, found.size());
    for (std::size_t size = 0; at < found.size(); ++at) {
        const std::string one = findingOf(*found[at]);
        size += one.size();
        if (at > skip && size > kBudget)
            break;
        out.raw(one);
    }
    out.endArray().member("total", std::int64_t(found.size()));
    if (at < found.size())
        out.member("next", std::int64_t(at));
    return out.endObject().takeString();
}

std::string messageResult(trace::Number number, const trace::Record &record, std::string_view text,
    std::size_t offset, std::size_t limit)
{
    offset = std::min(offset, text.size());
    while (offset > 0 && offset < text.size()
        && (static_cast<unsigned char>(text[offset]) & 0xc0U) == 0x80U)
        --offset;
    std::string_view part = beginningOf(text.substr(offset), limit);
    if (part.empty() && offset < text.size()) // of a character that is longer than the limit
        part = beginningOf(text.substr(offset), 4);
    json::Builder out;
    out.beginObject()
        .member("record", std::int64_t(number))
        .member("dir", trace::directionName(record.channel))
        .member("kind", trace::kindName(record.kind))
        .member("text", part)
        .member("bytes", std::int64_t(text.size()));
    if (offset + part.size() < text.size())
        out.member("next", std::int64_t(offset + part.size()));
    return out.endObject().takeString();
}

} // namespace sonde::agent
