// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/sseparser.h"

#include "base/utf8.h"
#include "rpc/ssedata.h"

#include <algorithm>
#include <utility>

namespace sonde::rpc {

enum class SseField : std::uint8_t { Unnamed, Comment, Data, Type, EventId, Retry, Unknown };

namespace {

constexpr std::size_t kLongestName = 5; // "event", "retry"
constexpr std::size_t kMaxText = std::size_t(64) << 10; // limit for a type or an id
constexpr std::chrono::milliseconds kMaxRetry = std::chrono::hours(24 * 365);

SseField fieldOf(std::string_view name)
{
    if (name == "data")
        return SseField::Data;
    if (name == "event")
        return SseField::Type;
    if (name == "id")
        return SseField::EventId;
    if (name == "retry")
        return SseField::Retry;
    return name.empty() ? SseField::Comment : SseField::Unknown;
}

// "consists of only ASCII digits"; anything else is ignored.
std::optional<std::chrono::milliseconds> retryOf(std::string_view text)
{
    if (text.empty())
        return {};
    std::int64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9')
            return {};
        value = std::min<std::int64_t>(value * 10 + (c - '0'), kMaxRetry.count());
    }
    return std::chrono::milliseconds(value);
}

} // namespace

struct SseParser::Private {
    explicit Private(std::size_t maxData)
        : data(maxData)
    {
    }

    std::optional<SseEvent> next();
    void skipMark();
    std::size_t lineEnd();
    void beginLine();
    void take(Bytes piece);
    Bytes readName(const Bytes &piece);
    void beginValue(SseField named, std::uint64_t offset);
    void endValue();
    std::optional<SseEvent> endLine(char end);
    std::optional<SseEvent> afterCarriageReturn();
    std::optional<SseEvent> endBlock();
    std::uint64_t here() const { return base + at; }

    Bytes chunk;
    std::size_t at = 0;
    std::uint64_t base = 0; // offset of the chunk in the stream
    std::size_t nextReturn = 0, nextFeed = 0; // the next CR and LF in the chunk; its size when none

    std::size_t mark = 0; // bytes of a byte order mark seen so far; npos: past the start
    bool returned = false; // the last byte was a CR: an LF now belongs to it
    bool pairs = false; // the last line ended with CRLF
    bool waits = false; // the block ended with a CR whose LF has not arrived

    bool inLine = false;
    SseField field = SseField::Unnamed;
    std::string name;
    bool spaceMayFollow = false; // a space after the colon is not part of the value
    std::uint64_t valueOffset = 0;
    std::string text; // the value of a type, an id or a retry field
    bool textTooLong = false;

    bool inBlock = false;
    bool hasFields = false;
    SseEvent event;
    SseData data;

    std::string lastId;
    std::uint64_t comments = 0;
};

std::optional<SseEvent> SseParser::Private::next()
{
    while (at < chunk.size()) {
        if (returned) {
            if (auto ended = afterCarriageReturn())
                return ended;
            continue;
        }
        if (mark != std::string_view::npos) {
            skipMark();
            continue;
        }
        const std::size_t end = lineEnd();
        if (end > at) {
            beginLine();
            take(chunk.slice(at, end - at));
            at = end;
        }
        if (at == chunk.size())
            break;
        if (auto ended = endLine(chunk.data()[at]))
            return ended;
    }
    base += chunk.size();
    chunk = {};
    at = 0;
    return {};
}

void SseParser::Private::skipMark()
{
    while (mark < kByteOrderMark.size() && at < chunk.size()
        && chunk.data()[at] == kByteOrderMark[mark]) {
        ++mark;
        ++at;
    }
    if (mark == kByteOrderMark.size()) {
        mark = std::string_view::npos;
    } else if (at < chunk.size()) {
        // A line that begins like a byte order mark is no known field.
        if (mark > 0) {
            beginLine();
            event.offset = 0;
            field = SseField::Unknown;
        }
        mark = std::string_view::npos;
    }
}

// Finds the next line end; each byte is scanned only once per kind of line end.
std::size_t SseParser::Private::lineEnd()
{
    const auto find = [this](char c, std::size_t &known) {
        if (known < at)
            known = std::min(chunk.view().find(c, at), chunk.size());
    };
    find('\r', nextReturn);
    find('\n', nextFeed);
    return std::min(nextReturn, nextFeed);
}

void SseParser::Private::beginLine()
{
    if (inLine)
        return;
    inLine = true;
    field = SseField::Unnamed;
    name.clear();
    if (!inBlock)
        event.offset = here();
    inBlock = true;
}

void SseParser::Private::take(Bytes piece)
{
    if (field == SseField::Unnamed)
        piece = readName(piece);
    if (piece.isEmpty())
        return;
    if (spaceMayFollow) {
        spaceMayFollow = false;
        if (piece.view().front() == ' ') {
            piece = piece.slice(1, piece.size());
            ++valueOffset;
        }
    }
    if (field == SseField::Data) {
        data.add(std::move(piece));
    } else if (field == SseField::Type || field == SseField::EventId || field == SseField::Retry) {
        textTooLong = textTooLong || piece.size() > kMaxText - text.size();
        text.append(piece.view().substr(0, kMaxText - text.size()));
    }
}

// Returns the part after the colon, if the colon is in this piece.
Bytes SseParser::Private::readName(const Bytes &piece)
{
    const std::size_t colon = piece.view().find(':');
    name.append(piece.view().substr(0, std::min(colon, kLongestName + 1 - name.size())));
    if (colon != std::string_view::npos) {
        spaceMayFollow = true;
        beginValue(fieldOf(name), here() + colon + 1);
        return piece.slice(colon + 1, piece.size());
    }
    if (name.size() > kLongestName)
        field = SseField::Unknown;
    return {};
}

void SseParser::Private::beginValue(SseField named, std::uint64_t offset)
{
    field = named;
    valueOffset = offset;
    text.clear();
    textTooLong = false;
    if (field == SseField::Data)
        data.beginLine();
}

void SseParser::Private::endValue()
{
    hasFields = hasFields || (field != SseField::Comment && field != SseField::Unknown);
    switch (field) {
    case SseField::Data:
        if (!event.hasData)
            event.dataOffset = valueOffset;
        event.hasData = true;
        event.dataLength = here() - event.dataOffset;
        break;
    case SseField::Type:
        event.type = text;
        break;
    case SseField::EventId: // a partial id would resume at a wrong position
        if (!textTooLong && text.find('\0') == std::string::npos)
            event.id = text;
        break;
    case SseField::Retry:
        if (const auto retry = retryOf(text))
            event.retry = retry;
        break;
    case SseField::Comment:
        ++comments;
        break;
    case SseField::Unnamed:
    case SseField::Unknown:
        break;
    }
}

// The line ends with `end`, which is consumed with it.
std::optional<SseEvent> SseParser::Private::endLine(char end)
{
    const bool empty = !inLine;
    if (inLine) {
        if (field == SseField::Unnamed) // "the whole line as the field name"
            beginValue(fieldOf(name), here());
        endValue();
        spaceMayFollow = false;
        inLine = false;
    }
    ++at;
    if (end == '\r') {
        returned = true;
        // A peer that writes CRLF sends the LF as well, and only then is the block complete. With
        // lone CRs as line ends the parser must not wait: an LF might never arrive.
        waits = empty && inBlock && pairs;
        if (waits)
            return {};
    } else {
        pairs = false;
    }
    return empty ? endBlock() : std::nullopt;
}

std::optional<SseEvent> SseParser::Private::afterCarriageReturn()
{
    returned = false;
    pairs = chunk.data()[at] == '\n';
    if (pairs)
        ++at;
    return std::exchange(waits, false) ? endBlock() : std::nullopt;
}

std::optional<SseEvent> SseParser::Private::endBlock()
{
    inBlock = false;
    event.length = here() - event.offset;
    event.folded = data.isFolded();
    event.tooLong = data.isTooLong();
    event.data = data.take();
    if (event.type.empty())
        event.type = "message";
    if (event.id)
        lastId = *event.id;
    SseEvent ended = std::exchange(event, {});
    if (!std::exchange(hasFields, false))
        return {};
    return ended;
}

SseParser::SseParser(std::size_t maxData)
    : d(std::make_unique<Private>(maxData))
{
}

SseParser::~SseParser() = default;

void SseParser::begin(const Bytes &chunk)
{
    d->chunk = chunk;
    d->at = 0;
    d->nextReturn = chunk.view().find('\r');
    d->nextFeed = chunk.view().find('\n');
    d->nextReturn = std::min(d->nextReturn, chunk.size());
    d->nextFeed = std::min(d->nextFeed, chunk.size());
}

std::optional<SseEvent> SseParser::next()
{
    return d->next();
}

std::optional<SseEvent> SseParser::finish()
{
    return std::exchange(d->waits, false) ? d->endBlock() : std::nullopt;
}

const std::string &SseParser::lastEventId() const
{
    return d->lastId;
}

std::uint64_t SseParser::offset() const
{
    return d->here();
}

std::uint64_t SseParser::comments() const
{
    return d->comments;
}

bool SseParser::isInsideBlock() const
{
    return d->hasFields || (d->inLine && d->field != SseField::Comment);
}

std::string unfoldSseData(std::string_view raw)
{
    std::string block("data: ");
    block.append(raw).append("\n\n");
    std::string data;
    SseParser parser(raw.size());
    bool first = true;
    parser.feed(Bytes::copyOf(block), [&](const SseEvent &event) {
        if (std::exchange(first, false))
            data = event.data.view();
    });
    return data;
}

} // namespace sonde::rpc
