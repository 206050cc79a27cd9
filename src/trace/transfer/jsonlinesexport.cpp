// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/jsonlinesexport.h"

#include "trace/record/messagewindow.h"
#include "trace/record/recordnames.h"
#include "trace/transfer/exportlost.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>
#include <map>
#include <set>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kChunksAtOnce = 512;

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>; // begin, end

// JSON on one line is written unchanged, other text as a string, and other bytes as base64.
void addBytes(json::Builder &line, std::string_view bytes, bool mayBeMessage)
{
    if (mayBeMessage && json::isSingleLine(bytes)) {
        const auto document = json::Document::parse(bytes);
        if (document.isValid() && document.root().raw() == bytes) {
            line.rawMember("message", bytes);
            return;
        }
    }
    const QByteArray raw = QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()));
    if (QString::fromUtf8(raw).toUtf8() == raw)
        line.member("text", bytes);
    else
        line.member("base64", std::string_view(raw.toBase64().toStdString()));
}

class JsonLinesWriter {
public:
    JsonLinesWriter(const ExportSet &set, const ExportSink &sink)
        : m_set(set)
        , m_sink(sink)
        , m_window(*set.store)
    {
    }

    Result<void> run()
    {
        json::Builder head;
        head.beginObject().member("sonde", "trace").member("version", 1);
        head.member("redacted", m_set.redactor != nullptr).endObject();
        put(head);
        addStreams();
        for (const Number number : m_set.chosen) {
            if (m_error || m_set.stop.stop_requested())
                break;
            addMessage(number);
        }
        if (m_set.whole && !m_error)
            addChunks();
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    void put(json::Builder &line)
    {
        if (m_error || m_sink(line.takeString() + '\n'))
            return;
        m_error = exportLost();
    }

    void addStreams()
    {
        std::set<rpc::StreamId> streams;
        for (const Number number : m_set.chosen)
            streams.insert(m_set.find(number)->stream);
        if (m_set.whole) {
            for (const rpc::StreamId id : m_set.whole->streams())
                streams.insert(id);
        }
        for (const rpc::StreamId id : streams) {
            const rpc::StreamInfo info = m_set.store->stream(id);
            json::Builder line;
            line.beginObject().member("stream", int(id)).member("server", QStringView(info.server));
            line.member("connection", info.connection);
            line.member("channel", channelName(info.channel)).member("probe", info.probe);
            put(line.endObject());
        }
    }

    void addMessage(Number number)
    {
        const Record &record = *m_set.find(number);
        const auto integer = [](auto value) { return static_cast<std::int64_t>(value); };
        json::Builder line;
        line.beginObject().member("number", integer(number));
        line.member("steady", record.steadyNs).member("wall", record.wallNs);
        line.member("time", std::string_view(utcText(record.wallNs)));
        line.member("stream", int(record.stream)).member("offset", integer(record.offset));
        line.member("kind", kindName(record.kind)).member("state", stateName(record.state));
        if (record.problem != rpc::Problem::None)
            line.member("problem", rpc::problemName(record.problem));
        if (record.method != 0)
            line.member("method", QStringView(m_set.store->string(record.method)));
        if (record.target != 0)
            line.member("target", std::string_view(m_set.shownString(record.target)));
        if (record.pair != 0)
            line.member("pair", integer(record.pair));
        if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
            line.member("code", integer(record.errorCode));
        else
            addCode(line, record);
        if (record.kind == rpc::Kind::Exchange)
            line.member("ended", endOf(record)).member("received", integer(receivedOf(record)));
        else if (record.parent != 0)
            line.member("parent", integer(record.parent));
        if (record.folded)
            line.member("folded", true);
        if (record.origin != rpc::Origin::None)
            line.member("sentby", originName(record.origin));
        if (!cutId(record).empty())
            line.member("id", QStringView(m_set.store->idText(record)));
        addNote(line, number);
        const auto raw = bytes(record.stream, record.offset, record.length);
        if (!raw)
            return;
        addBytes(line, *raw, true);
        put(line.endObject());
    }

    // The code as written; a redacted code is no longer JSON and is a string.
    void addCode(json::Builder &line, const Record &record)
    {
        const std::string code = m_set.shownErrorCode(record);
        if (code.empty())
            return;
        if (!m_set.redactor || code == m_set.errorCode(record))
            line.rawMember("code", code);
        else
            line.member("code", std::string_view(code));
    }

    void addNote(json::Builder &line, Number number)
    {
        Note note = m_set.store->notes().of(number);
        if (note.marked)
            line.member("marked", true);
        if (m_set.redactor)
            m_set.redactor->redact(note.text);
        if (!note.text.empty())
            line.member("note", QStringView(QString::fromStdString(note.text)));
    }

    // The recorded bytes, redacted.
    std::optional<std::string> bytes(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length)
    {
        const auto read = m_window.read(stream, offset, length);
        if (!read) {
            m_error = read.error();
            return {};
        }
        std::string text(read->view());
        if (m_set.redactor)
            m_set.redactor->redact(text);
        return text;
    }

    // Adds every read and write call, with those of its bytes that are outside of messages.
    void addChunks()
    {
        std::map<rpc::StreamId, Ranges> messages;
        for (const Record &record : m_set.records)
            messages[record.stream].emplace_back(record.offset, record.offset + record.length);
        for (const rpc::StreamId stream : m_set.whole->streams()) {
            Ranges &ranges = messages[stream];
            std::sort(ranges.begin(), ranges.end());
            std::uint64_t at = 0;
            while (!m_error && !m_set.stop.stop_requested()) {
                const auto chunks = m_set.whole->chunks(stream, at, kChunksAtOnce);
                if (!chunks)
                    m_error = chunks.error();
                if (!chunks || chunks->empty())
                    break;
                for (const auto &chunk : *chunks)
                    addChunk(stream, chunk, ranges);
                at = chunks->back().offset + chunks->back().length;
            }
        }
    }

    void addChunk(rpc::StreamId stream, const Piece &chunk, const Ranges &messages)
    {
        json::Builder line;
        line.beginObject().member("bytes", int(stream));
        line.member("offset", std::int64_t(chunk.offset));
        line.member("length", std::int64_t(chunk.length));
        line.member("steady", chunk.at.steady).member("wall", chunk.at.wall);
        line.key("rest").beginArray();
        const auto end = chunk.offset + chunk.length;
        auto at = chunk.offset;
        auto next = std::upper_bound(messages.begin(), messages.end(), at,
            [](std::uint64_t offset, const auto &range) { return offset < range.second; });
        while (at < end && !m_error) {
            const auto stop = next == messages.end() ? end : std::min(end, next->first);
            if (stop > at) {
                const auto rest = bytes(stream, at, stop - at);
                if (!rest)
                    return;
                line.beginObject().member("offset", std::int64_t(at));
                addBytes(line, *rest, false);
                line.endObject();
            }
            if (next == messages.end())
                break;
            at = std::max(at, next->second);
            ++next;
        }
        put(line.endArray().endObject());
    }

    const ExportSet &m_set;
    const ExportSink &m_sink;
    MessageWindow m_window;
    std::optional<Error> m_error;
};

} // namespace

Result<void> exportJsonLines(const ExportSet &set, const ExportSink &sink)
{
    return JsonLinesWriter(set, sink).run();
}

} // namespace sonde::trace
