// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/jsonlinesimport.h"

#include "base/utf8.h"
#include "trace/file/sessionreader.h"
#include "trace/file/sessionschema.h"
#include "trace/file/sessionwriter.h"
#include "trace/record/errorcode.h"
#include "trace/record/recordnames.h"
#include "trace/record/stringtable.h"
#include "trace/record/tracetr.h"
#include "json/document.h"

#include <QFile>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>

namespace sonde::trace {

namespace {

constexpr std::uint32_t kMaxLineDepth = 10'000;
constexpr std::uint32_t kMaxConnection = 1'000'000;

struct MovedBytes {
    std::string bytes;
    Stamp at;
};

class Importer {
public:
    Result<void> run(std::string_view text, const QString &path, const std::stop_token &stop)
    {
        while (!text.empty() && !stop.stop_requested()) {
            const auto end = std::min(text.find('\n'), text.size());
            const auto line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++m_line;
            if (!line.empty() && !readLine(line))
                return wrong();
        }
        if (!m_hasHead)
            return wrong(Text::tr("it does not begin like an exported trace."));
        if (!renumber() || !cutIntoChunks())
            return wrong();
        return write(path);
    }

private:
    Error wrong(const QString &why = {}) const
    {
        const QString what = why.isEmpty() ? m_why : why;
        return {.domain = Domain::Storage,
            .sentence = Text::tr("The trace cannot be read, line %1: %2").arg(m_line).arg(what)};
    }
    bool fail(const char *why)
    {
        m_why = QString::fromUtf8(why);
        return false;
    }

    template <typename T>
    bool integer(const json::Value &object, std::string_view name, T &value, std::int64_t min,
        std::int64_t max)
    {
        const auto member = object[name];
        const auto found = member.exists() ? member.toInt64() : std::optional<std::int64_t>(value);
        if (!found || *found < min || *found > max)
            return fail("a number is missing or cannot be.");
        value = static_cast<T>(*found);
        return true;
    }

    bool readLine(std::string_view line)
    {
        json::Limits limits;
        limits.maxDepth = kMaxLineDepth;
        const auto document = json::Document::parse(line, limits);
        const auto root = document.root();
        if (!document.isValid() || !root.isObject())
            return fail("it is no JSON object.");
        if (!m_hasHead) {
            m_hasHead = root["sonde"].equals("trace") && root["version"].toInt64() == 1;
            return m_hasHead || fail("it does not begin like an exported trace.");
        }
        if (root["number"].exists())
            return readMessage(root);
        if (root["bytes"].exists())
            return readChunk(root);
        return readStream(root);
    }

    bool readStream(const json::Value &root)
    {
        rpc::StreamId id = 0;
        rpc::StreamInfo info;
        const auto channel = channelFromName(root["channel"].text());
        if (!integer(root, "stream", id, 1, std::numeric_limits<rpc::StreamId>::max())
            || !integer(root, "connection", info.connection, 0, kMaxConnection))
            return false;
        if (!channel || m_streams.contains(id))
            return fail("a stream has invalid values.");
        info.server = root["server"].toString().left(1000);
        info.channel = *channel;
        info.probe = root["probe"].toBool().value_or(false);
        m_streams.emplace(id, info);
        return true;
    }

    bool readBytes(const json::Value &object, std::string &bytes)
    {
        if (const auto message = object["message"]; message.exists())
            bytes = message.raw();
        else if (const auto text = object["text"]; text.isString())
            bytes = text.text();
        else if (const auto base64 = object["base64"]; base64.isString()) {
            const auto decoded = QByteArray::fromBase64Encoding(
                QByteArray::fromStdString(base64.text()), QByteArray::AbortOnBase64DecodingErrors);
            if (!decoded)
                return fail("its base64 is none.");
            bytes = decoded.decoded.toStdString();
        } else {
            return fail("it has no bytes.");
        }
        return true;
    }

    bool addPiece(rpc::StreamId stream, std::uint64_t offset, std::string bytes, Stamp at)
    {
        if (bytes.empty())
            return true;
        auto &pieces = m_pieces[stream];
        const auto next = pieces.lower_bound(offset);
        const bool overNext = next != pieces.end() && next->first < offset + bytes.size();
        const bool overLast = next != pieces.begin()
            && std::prev(next)->first + std::prev(next)->second.bytes.size() > offset;
        if (overNext || overLast)
            return fail("its bytes stand where others do.");
        pieces.emplace_hint(next, offset, MovedBytes{std::move(bytes), at});
        return true;
    }

    bool readMessage(const json::Value &root)
    {
        Record record;
        Number number = 0;
        constexpr auto kFar = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t kNumbers = std::numeric_limits<Number>::max();
        const auto kind = kindFromName(root["kind"].text());
        const auto state = stateFromName(root["state"].text());
        const auto problem =
            root["problem"].exists() ? problemFromName(root["problem"].text()) : rpc::Problem::None;
        const auto origin =
            root["sentby"].exists() ? originFromName(root["sentby"].text()) : rpc::Origin::None;
        if (!kind || !state || !problem || !origin)
            return fail("its kind, state, problem or sender is unknown.");
        if (!integer(root, "number", number, 1, kNumbers)
            || !integer(root, "steady", record.steadyNs, -kFar, kFar)
            || !integer(root, "wall", record.wallNs, -kFar, kFar)
            || !integer(root, "stream", record.stream, 1, 65'535)
            || !integer(root, "offset", record.offset, 0, std::int64_t(schema::kMaxOffset / 2))
            || !integer(root, "pair", record.pair, 0, kNumbers))
            return false;
        // Any other code is in the bytes only.
        record.errorCode = plainErrorCode(root["code"].raw());
        const auto stream = m_streams.find(record.stream);
        if (stream == m_streams.end() || m_numbers.contains(number))
            return fail("its stream is unknown, or its number stands twice.");
        record.kind = *kind;
        record.state = *state;
        record.problem = *problem;
        record.channel = stream->second.channel;
        record.method = intern(root["method"].text(), StringTable::Use::Name);
        record.target = intern(root["target"].text(), StringTable::Use::Varied);
        record.origin = *origin;
        record.folded = root["folded"].toBool().value_or(false);
        if (!readRest(root, record))
            return false;
        std::string bytes;
        if (!readBytes(root, bytes))
            return false;
        record.length = static_cast<std::uint32_t>(bytes.size());
        if (!readNote(root))
            return false;
        m_numbers.emplace(number, static_cast<Number>(m_batch.messages.size() + 1));
        m_batch.messages.push(record);
        return addPiece(
            record.stream, record.offset, std::move(bytes), {record.steadyNs, record.wallNs});
    }

    // The note of the message that follows.
    bool readNote(const json::Value &root)
    {
        Note note{root["marked"].toBool().value_or(false), root["note"].text()};
        if (note.text.size() > Note::kMaxText || m_batch.notes.size() == Notes::kMaxNotes)
            return fail("its note is too long, or there are too many of them.");
        if (!note.isEmpty()) {
            m_batch.notes.emplace_back(
                static_cast<Number>(m_batch.messages.size() + 1), std::move(note));
        }
        return true;
    }

    bool readRest(const json::Value &root, Record &record)
    {
        constexpr std::int64_t kNumbers = std::numeric_limits<Number>::max();
        if (record.kind == rpc::Kind::Exchange) {
            std::int64_t ended = 0;
            std::uint64_t received = 0;
            if (!integer(root, "ended", ended, 0, std::numeric_limits<std::int64_t>::max())
                || !integer(root, "received", received, 0, kNumbers))
                return false;
            if (record.channel != rpc::Channel::Http || record.folded)
                return fail("an exchange stands in another stream than those of exchanges.");
            record.pair = 0;
            setEnd(record, ended);
            setReceived(record, received);
            return true;
        }
        std::string id = root["id"].text();
        id.resize(cutUtf8(id, schema::kMaxIdText).size()); // the bytes contain the whole id
        std::memcpy(record.idText, id.data(), std::min(id.size(), sizeof(record.idText)));
        if (id.size() > sizeof(record.idText))
            m_batch.longIds.emplace_back(static_cast<Number>(m_batch.messages.size() + 1), id);
        return integer(root, "parent", record.parent, 0, kNumbers);
    }

    bool readChunk(const json::Value &root)
    {
        rpc::StreamId stream = 0;
        Piece chunk;
        constexpr auto kFar = std::numeric_limits<std::int64_t>::max();
        if (!integer(root, "bytes", stream, 1, 65'535)
            || !integer(root, "offset", chunk.offset, 0, std::int64_t(schema::kMaxOffset / 2))
            || !integer(root, "length", chunk.length, 0, std::int64_t(schema::kMaxChunk))
            || !integer(root, "steady", chunk.at.steady, -kFar, kFar)
            || !integer(root, "wall", chunk.at.wall, -kFar, kFar))
            return false;
        if (!m_streams.contains(stream))
            return fail("its stream is unknown.");
        for (const auto rest : root["rest"]) {
            std::uint64_t offset = 0;
            std::string bytes;
            if (!integer(rest, "offset", offset, 0, std::int64_t(schema::kMaxOffset / 2))
                || !readBytes(rest, bytes) || !addPiece(stream, offset, std::move(bytes), chunk.at))
                return false;
        }
        m_cuts[stream].push_back(chunk);
        return true;
    }

    std::uint32_t intern(const std::string &text, StringTable::Use use)
    {
        const auto before = m_strings.count();
        const auto number = m_strings.intern(text, use);
        if (number >= before)
            m_batch.strings.emplace_back(number, m_strings.text(number));
        return number;
    }

    bool renumber()
    {
        const auto known = [this](Number old) {
            const auto found = m_numbers.find(old);
            return found == m_numbers.end() ? Number(0) : found->second;
        };
        for (std::size_t i = 0; i < m_batch.messages.size(); ++i) {
            Record &record = m_batch.messages[i];
            record.pair = known(record.pair);
            if (record.kind == rpc::Kind::Exchange)
                continue;
            record.parent = known(record.parent);
            if (record.parent > i)
                record.parent = 0; // an exchange comes before its messages
        }
        return true;
    }

    // Splits the bytes as the read and write calls did; without these, adjacent bytes stay
    // together.
    bool cutIntoChunks()
    {
        for (auto &[stream, pieces] : m_pieces) {
            std::vector<Chunk> &chunks = m_chunks[stream];
            auto &cuts = m_cuts[stream];
            std::sort(cuts.begin(), cuts.end(),
                [](const auto &a, const auto &b) { return a.offset < b.offset; });
            auto cut = cuts.begin();
            std::string bytes;
            std::uint64_t begin = 0;
            Stamp at;
            const auto close = [&] {
                if (!bytes.empty())
                    chunks.push_back({begin, at, Bytes::copyOf(bytes)});
                bytes.clear();
            };
            for (auto &[offset, piece] : pieces) {
                std::size_t taken = 0;
                while (taken < piece.bytes.size()) {
                    const auto place = offset + taken;
                    while (cut != cuts.end() && cut->offset + cut->length <= place)
                        ++cut;
                    const bool inCut = cut != cuts.end() && cut->offset <= place;
                    const bool follows = begin + bytes.size() == place && !bytes.empty();
                    if (!follows || (inCut && cut->offset == place))
                        close();
                    if (bytes.empty()) {
                        begin = place;
                        at = inCut ? cut->at : piece.at;
                    }
                    const auto end = inCut  ? cut->offset + cut->length
                        : cut != cuts.end() ? cut->offset
                                            : std::numeric_limits<std::uint64_t>::max();
                    const auto length =
                        std::min<std::uint64_t>(piece.bytes.size() - taken, end - place);
                    bytes.append(piece.bytes, taken, length);
                    taken += length;
                }
            }
            close();
        }
        m_pieces.clear();
        return true;
    }

    Result<void> write(const QString &path)
    {
        for (const auto &[id, info] : m_streams)
            m_batch.streams.emplace_back(id, info);
        for (const auto &[id, chunks] : m_chunks)
            m_batch.chunks.emplace_back(id, &chunks);
        m_batch.firstNumber = 1;
        auto created = SessionWriter::create(path);
        if (!created)
            return created.error();
        auto writer = std::move(created).value();
        auto written = writer->write(m_batch);
        if (!written) {
            writer.reset();
            QFile::remove(path);
        }
        return written;
    }

    qint64 m_line = 0;
    QString m_why;
    bool m_hasHead = false;
    std::map<rpc::StreamId, rpc::StreamInfo> m_streams;
    std::map<rpc::StreamId, std::map<std::uint64_t, MovedBytes>> m_pieces;
    std::map<rpc::StreamId, std::vector<Piece>> m_cuts;
    std::map<rpc::StreamId, std::vector<Chunk>> m_chunks;
    std::unordered_map<Number, Number> m_numbers; // number in the text to number in the file
    StringTable m_strings;
    WriteBatch m_batch;
};

} // namespace

Result<void> importJsonLines(
    std::string_view text, const QString &path, const std::stop_token &stop)
{
    if (std::int64_t(text.size()) > kMaxImport) {
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("The trace cannot be read: it is larger than 1 GiB.")};
    }
    return Importer().run(text, path, stop);
}

} // namespace sonde::trace
