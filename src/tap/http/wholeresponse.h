// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/trafficsink.h"
#include "tap/http/tapclient.h"
#include "wire/http/httpmessage.h"
#include "wire/streamable/headchange.h"

#include <optional>
#include <string>
#include <string_view>

namespace sonde::tap {

// A response that is passed on when its body is complete, because it may be changed.
class WholeResponse {
public:
    void begin(const wire::HttpHead &head) { m_head = head; }
    bool isOpen() const { return m_head.has_value(); }
    void add(std::string_view part) { m_collected += part; }
    std::size_t size() const { return m_collected.size(); }
    // The body, once it is complete.
    const Bytes &complete();
    // Where the recording has its message.
    void setPlace(const rpc::Place &place)
    {
        m_place = rpc::Place::About{place.stream, place.offset};
    }
    const TapClient::About &place() const { return m_place; }

    struct Passed {
        wire::HttpHead head;
        Bytes body{};
        std::optional<wire::HeadChange> change{};
    };
    // Ends it. `text` is the complete body, not a copy of it, or changed.
    Passed pass(const Bytes &text);
    // Ends it as far as it came.
    Passed giveUp();

private:
    std::optional<wire::HttpHead> m_head; // until it is passed on
    std::string m_collected;
    Bytes m_body;
    TapClient::About m_place;
};

} // namespace sonde::tap
