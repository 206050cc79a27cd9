// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"
#include "tap/http/eventblocks.h"
#include "wire/streamable/headchange.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::tap {

// The events of one response while breakpoints look at them: each block is shown under a position,
// and comes back to be written, as it was or changed.
class ShownEvents {
public:
    using About = std::optional<rpc::Place::About>;
    struct Sink {
        std::function<void(std::uint64_t position, const Bytes &shown)> show;
        std::function<void(std::string_view)> pass; // not shown
    };

    // The recording has got a message of the stream: it comes before its block is shown.
    void arrived(const rpc::Message &message, const rpc::Place &place);
    // See EventBlocks::feed().
    void feed(std::string_view bytes, bool whole, const Sink &sink);
    std::string finish() { return m_blocks.finish(); }
    bool isInside() const { return m_blocks.isInside(); }

    // Where the recording has what was shown.
    About about(std::uint64_t position) const;
    struct Written {
        std::string block;
        std::optional<wire::HeadChange> change{};
    };
    // What to write for a shown block; `text` is what was shown, not a copy of it, or changed. It
    // may be asked for several times, until another one is.
    std::optional<Written> written(std::uint64_t position, const Bytes &text);
    void forget(std::uint64_t position) { m_shown.erase(position); }

private:
    struct Shown {
        std::string block;
        Bytes text; // the message, or the block if it has none
        About about{};
    };
    About placeOf(const Bytes &message);

    EventBlocks m_blocks;
    std::uint64_t m_newest = 0;
    std::map<std::uint64_t, Shown> m_shown;
    std::uint64_t m_written = 0; // stays until another one is written
    std::vector<std::pair<Bytes, rpc::Place::About>> m_arrived; // and are not shown yet
};

} // namespace sonde::tap
