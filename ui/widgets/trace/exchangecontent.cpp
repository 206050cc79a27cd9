// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/exchangecontent.h"

#include <algorithm>

namespace sonde::widgets {

namespace {

using Range = models::ExchangeFacts::Range;

Bytes read(const trace::Store &store, const Range &range, std::uint64_t limit)
{
    if (range.length == 0)
        return {};
    auto bytes = store.read(range.stream, range.offset, std::min(range.length, limit));
    return bytes ? std::move(bytes).value() : Bytes();
}

} // namespace

ExchangeContent ExchangeContent::begin(const trace::Store &store, const trace::Record &record)
{
    ExchangeContent content;
    const auto bytes = store.read(record);
    if (bytes)
        content.facts = models::ExchangeFacts::parse(*bytes);
    content.failure = bytes ? content.facts.error : bytes.error().sentence;
    content.responseBody = content.facts.responseBody;
    // The facts say how long the body is when the exchange is over.
    Range &body = content.responseBody;
    if (record.state == trace::State::Pending && body.stream != 0) {
        const auto end = store.length(body.stream);
        body.length = std::max(body.length, end - std::min(end, body.offset));
    }
    return content;
}

bool ExchangeContent::isEventStream() const
{
    return facts.mediaType == QLatin1String("text/event-stream");
}

const Range &ExchangeContent::shownBody() const
{
    return bodyIsRequest() ? facts.requestBody : responseBody;
}

std::uint64_t ExchangeContent::restLength(const Wish &wish) const
{
    const auto head = [](const Range &range) { return std::min(range.length, kMaxHead); };
    std::uint64_t length = head(facts.requestHead) + head(facts.interim) + head(facts.responseHead)
        + head(facts.trailers) + std::min(facts.requestBody.length, kMaxEventBytes);
    if (wish.events && isEventStream())
        length += std::min(responseBody.length, kMaxEventBytes);
    if (wish.body)
        length += std::min(shownBody().length, kMaxBody);
    return length;
}

void ExchangeContent::readRest(const trace::Store &store, const Wish &wish)
{
    requestHead = read(store, facts.requestHead, kMaxHead);
    interim = read(store, facts.interim, kMaxHead);
    responseHead = read(store, facts.responseHead, kMaxHead);
    trailers = read(store, facts.trailers, kMaxHead);
    mirrored = models::HeadModel::mirroredIn(read(store, facts.requestBody, kMaxEventBytes));
    if (wish.events && isEventStream())
        events = models::SseEventModel::read(read(store, responseBody, kMaxEventBytes));
    if (!wish.body)
        return;
    body = read(store, shownBody(), kMaxBody);
    if (auto moved = store.pieces(shownBody().stream, shownBody().offset, body.size()))
        pieces = std::move(moved).value();
}

} // namespace sonde::widgets
