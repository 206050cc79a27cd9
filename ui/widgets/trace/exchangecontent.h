// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/exchange/exchangefacts.h"
#include "models/exchange/headmodel.h"
#include "models/exchange/sseeventmodel.h"
#include "trace/record/store.h"

#include <QString>

namespace sonde::widgets {

// What an exchange has, as far as it is to be shown, read from the store on any thread.
struct ExchangeContent {
    static constexpr std::uint64_t kMaxHead = 1 << 20;
    static constexpr std::uint64_t kMaxEventBytes = 1 << 20; // that are parsed again
    static constexpr std::uint64_t kMaxBody = 8 << 20; // of the bytes; longer ones are cut

    // Which parts a person looks at: only they are read.
    struct Wish {
        bool events = false;
        bool body = false;
        bool operator==(const Wish &) const = default;
    };

    // The facts, by which the rest is found.
    static ExchangeContent begin(const trace::Store &store, const trace::Record &record);
    void readRest(const trace::Store &store, const Wish &wish);
    // How much that reads.
    std::uint64_t restLength(const Wish &wish) const;

    bool isEventStream() const;
    bool bodyIsRequest() const { return responseBody.length == 0; }

    QString failure;
    models::ExchangeFacts facts;
    // Until the exchange is over it is all that its stream has: no other exchange uses it
    // meanwhile.
    models::ExchangeFacts::Range responseBody;
    Bytes requestHead;
    Bytes interim;
    Bytes responseHead;
    Bytes trailers;
    models::HeadModel::Mirrored mirrored;
    models::SseEventModel::Events events;
    Bytes body; // of the response; without one, of the request
    trace::Pieces pieces; // that the body came in, or was written in

private:
    const models::ExchangeFacts::Range &shownBody() const;
};

} // namespace sonde::widgets
