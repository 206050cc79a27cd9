// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httpcall.h"

#include "base/utf8.h"
#include "wire/http/wiretr.h"
#include "wire/streamable/httprefusal.h"

#include <algorithm>

namespace sonde::wire {

namespace {

// Size limit up to which an event without a message is shown with its lines.
constexpr std::size_t kMaxEventText = 4096;

// RFC 8259 section 8.1: JSON must not begin with a byte order mark, but a reader may ignore it, and
// the readers of hosts do so in a body (WHATWG Encoding, "UTF-8 decode").
std::size_t markLength(const Bytes &body)
{
    const std::string_view text = body.view();
    return text.starts_with(kByteOrderMark) && beginsLikeJson(text.substr(kByteOrderMark.size()))
        ? kByteOrderMark.size()
        : 0;
}

} // namespace

HttpCall::HttpCall(const BeginExchange &what, ExchangeLog &log, const Limits &limits,
    HttpCallOwner &owner, AuthorizationPtr authorization)
    : m_what(what)
    , m_limits(limits)
    , m_log(log)
    , m_owner(owner)
    , m_authorization(std::move(authorization))
{
}

HttpCall::~HttpCall() = default;

void HttpCall::start(HttpClient &client)
{
    m_record = std::make_unique<ExchangeRecord>(m_log, m_what.request, m_what.purpose);
    if (!m_authorization) {
        m_exchange = client.start(m_what.request, this);
        return;
    }
    HttpRequest request = m_what.request;
    request.headers.append(m_authorization->headers(request.method, request.url));
    m_exchange = client.start(request, this);
}

void HttpCall::cancel()
{
    if (std::exchange(m_over, true))
        return;
    m_exchange.reset();
    recordUnsentRest();
    m_record.reset();
}

void HttpCall::readBody()
{
    if (!m_over && !m_parser && !std::exchange(m_isRead, true))
        readWhole(collected(), true);
}

void HttpCall::setReading(bool reading)
{
    if (m_exchange)
        m_exchange->setReading(reading);
}

void HttpCall::sentHead(const Bytes &raw, Stamp at)
{
    if (!m_over)
        m_record->sentHead(raw, at);
}

void HttpCall::sentBody(const Bytes &part, Stamp at)
{
    if (m_over)
        return;
    if (m_record->sentBodySize() == 0)
        m_firstSent = at;
    m_record->sentBody(part, at);
    recordSentMessage();
}

void HttpCall::recordSentMessage()
{
    const Bytes &text = m_what.request.body;
    if (!m_what.carriesMessage || !m_log.traffic() || m_record->sentBodySize() != text.size())
        return;
    rpc::Message message;
    if (rpc::decodeOne(text, message)) {
        m_log.traffic()->message(m_record->sentPlace(0, text.size()), m_firstSent, message);
        return;
    }
    for (const rpc::Message &member : rpc::decode(text, true)) {
        const auto inside = static_cast<std::uint64_t>(member.bytes().data() - text.data());
        m_log.traffic()->message(
            m_record->sentPlace(inside, member.bytes().size()), m_firstSent, member);
    }
}

// Records a message that was only partly written.
void HttpCall::recordUnsentRest()
{
    const Bytes &text = m_what.request.body;
    const std::uint64_t size = m_record->sentBodySize();
    if (!m_what.carriesMessage || !m_log.traffic() || size == 0 || size >= text.size())
        return;
    m_log.traffic()->message(m_record->sentPlace(0, size), m_firstSent,
        rpc::plainRecord(rpc::Kind::Invalid, text.slice(0, size), rpc::Problem::Unfinished,
            Text::tr("Only %1 of %2 bytes were sent.").arg(size).arg(text.size())));
}

void HttpCall::receivedHead(const Bytes &raw, Stamp at)
{
    if (!m_over)
        m_record->receivedHead(raw, at);
}

void HttpCall::head(const HttpHead &head, Stamp at)
{
    if (m_over)
        return;
    m_record->head(head, at);
    m_status = head.status;
    m_at = at;
    m_form = m_owner.headArrived(*this, head, at);
    if (m_form == BodyForm::Events)
        m_parser = std::make_unique<rpc::SseParser>(m_limits.maxMessage);
    m_owner.callHandledBytes();
}

void HttpCall::body(const Bytes &part, Stamp at)
{
    if (m_over)
        return;
    m_record->body(part, at);
    m_at = at;
    if (!m_parser) {
        collect(part);
        return;
    }
    m_chunkOffset = m_parser->offset();
    m_chunk = part;
    if (!m_hasEvent && m_beginning.size() < kMaxEventText)
        m_beginning += part.view().substr(0, kMaxEventText - m_beginning.size());
    m_parser->feed(part, [this](const rpc::SseEvent &event) {
        if (!m_over)
            readEvent(event);
    });
    keepTail();
    m_chunk = {};
    m_owner.callHandledBytes();
}

void HttpCall::keepTail()
{
    const std::string_view text = m_chunk.view();
    if (text.ends_with("\n\n") || text.ends_with("\r\n\r\n")) { // no event is unfinished
        m_tail.clear();
        return;
    }
    m_tail.append(text.substr(text.size() - std::min(text.size(), kMaxEventText)));
    if (m_tail.size() > kMaxEventText)
        m_tail.erase(0, m_tail.size() - kMaxEventText);
}

void HttpCall::trailers(const Bytes &raw, Stamp at)
{
    if (!m_over)
        m_record->trailers(raw, at);
}

void HttpCall::collect(const Bytes &part)
{
    const std::size_t limit = m_form == BodyForm::Whole ? m_limits.maxMessage : m_limits.maxExcerpt;
    const std::size_t take = std::min(part.size(), limit - m_size);
    m_tooLong = m_tooLong || take < part.size();
    m_size += take;
    const Bytes piece = part.slice(0, take);
    if (!piece.isEmpty() && (m_pieces.empty() || !m_pieces.back().extend(piece)))
        m_pieces.push_back(piece);
}

// Joined once, at the end: joining the pieces as they arrive would be quadratic.
Bytes HttpCall::collected() const
{
    if (m_pieces.empty())
        return {};
    if (m_pieces.size() == 1)
        return m_pieces.front();
    auto storage = std::make_shared_for_overwrite<char[]>(m_size);
    char *at = storage.get();
    for (const Bytes &piece : m_pieces)
        at = std::copy_n(piece.data(), piece.size(), at);
    const char *const begin = storage.get();
    return {std::move(storage), begin, m_size};
}

void HttpCall::finished(const HttpOutcome &outcome)
{
    if (m_over)
        return;
    HttpEnding ending;
    ending.outcome = outcome;
    ending.exchange = m_record->id();
    ending.credentialsSent = m_authorization || m_what.request.headers.contains("Authorization");
    recordUnsentRest();
    if (m_parser) {
        if (const auto last = m_parser->finish())
            readEvent(*last);
        ending.insideEvent = m_parser->isInsideBlock();
        ending.noEvent = !m_hasEvent;
        if (ending.noEvent)
            ending.excerpt = Bytes::copyOf(m_beginning);
        else if (ending.insideEvent)
            ending.excerpt = Bytes::copyOf(m_tail);
    } else {
        const Bytes text = collected();
        if (!m_isRead)
            readWhole(text, !outcome.error);
        ending.excerpt = text.slice(0, m_limits.maxExcerpt);
    }
    if (m_over) // the last data ended the call
        return;
    m_record->finished(outcome);
    m_over = true;
    m_exchange.reset();
    m_owner.callFinished(*this, ending);
    m_owner.callHandledBytes();
}

void HttpCall::readWhole(const Bytes &text, bool complete)
{
    if (text.isEmpty())
        return;
    const std::size_t mark = markLength(text);
    const Bytes json = text.slice(mark, text.size() - mark);
    if (m_form == BodyForm::Excerpt) {
        // An error response may contain a JSON-RPC error; any other body is a page for people.
        if (!complete || m_tooLong || !beginsLikeJson(json.view()))
            return;
        rpc::Message probe;
        if (rpc::decodeOne(json, probe) && probe.kind == rpc::Kind::Invalid)
            return;
        m_isMarked = mark > 0;
        return readText(json, mark, json.size(), false);
    }
    if (m_tooLong || !complete) {
        const QString reason = m_tooLong
            ? Text::tr("The response is longer than %1 bytes; only its beginning was kept.")
                  .arg(m_limits.maxMessage)
            : Text::tr("The response ended in the middle of a message.");
        return report(rpc::plainRecord(rpc::Kind::Invalid, text,
                          m_tooLong ? rpc::Problem::TooLong : rpc::Problem::Unfinished, reason),
            m_record->place(0, text.size()));
    }
    m_isMarked = mark > 0;
    readText(json, mark, json.size(), false);
}

void HttpCall::readEvent(const rpc::SseEvent &event)
{
    m_hasEvent = true;
    m_beginning.clear();
    const bool carriesMessage = event.type == "message" && !event.data.isEmpty();
    if (!carriesMessage)
        recordEvent(event);
    m_owner.eventArrived(*this, event, m_at);
    if (!carriesMessage || m_over)
        return;
    if (event.tooLong) {
        report(rpc::plainRecord(rpc::Kind::Invalid, event.data, rpc::Problem::TooLong,
                   Text::tr("The event is longer than %1 bytes; only its beginning was kept.")
                       .arg(m_limits.maxMessage)),
            m_record->place(event.dataOffset, event.data.size(), event.folded));
        return;
    }
    readText(event.data, event.dataOffset, event.dataLength, event.folded);
}

void HttpCall::readText(const Bytes &text, std::uint64_t offset, std::uint64_t length, bool folded)
{
    rpc::Message message;
    if (rpc::decodeOne(text, message))
        return report(std::move(message), m_record->place(offset, length, folded));
    for (rpc::Message &member : rpc::decode(text, m_batchesAllowed)) {
        if (m_over)
            return;
        // The members of a folded batch have no places of their own.
        const auto inside = static_cast<std::uint64_t>(member.bytes().data() - text.data());
        const rpc::Place place = folded ? m_record->place(offset, length, true)
                                        : m_record->place(offset + inside, member.bytes().size());
        report(std::move(member), place);
    }
}

void HttpCall::report(rpc::Message message, const rpc::Place &place)
{
    if (message.problem == rpc::Problem::StrayOutput) { // the problem for output on stdout
        message.problem = rpc::Problem::NotJson;
        if (const auto &error = message.document.error())
            message.reason = Text::tr("Line %1, column %2: %3.")
                                 .arg(error->line)
                                 .arg(error->column)
                                 .arg(error->reason);
    }
    const std::int64_t requestedNs =
        m_log.traffic() ? m_log.traffic()->message(place, m_at, message) : 0;
    m_owner.messageArrived(*this, std::move(message), place, m_at, requestedNs);
}

void HttpCall::recordEvent(const rpc::SseEvent &event)
{
    if (!m_log.traffic())
        return;
    const Bytes raw = rawOf(event);
    rpc::Message record = rpc::plainRecord(rpc::Kind::Event, raw);
    record.method = event.type;
    m_log.traffic()->message(m_record->place(event.offset, raw.size()), m_at, record);
}

// The lines of an event as received.
Bytes HttpCall::rawOf(const rpc::SseEvent &event) const
{
    const std::size_t length = std::min<std::size_t>(event.length, kMaxEventText);
    if (event.offset >= m_chunkOffset)
        return m_chunk.slice(static_cast<std::size_t>(event.offset - m_chunkOffset), length);
    const std::uint64_t before = m_chunkOffset - event.offset;
    if (before > m_tail.size())
        return {};
    std::string text = m_tail.substr(m_tail.size() - static_cast<std::size_t>(before));
    text.append(m_chunk.view().substr(0, length - std::min(length, text.size())));
    return Bytes::copyOf(std::string_view(text).substr(0, length));
}

} // namespace sonde::wire
