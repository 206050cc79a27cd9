// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/message.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::mcp {

// How much input had been discarded at some moment, to recognise later input.
struct DiscardedInputPoint {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

// Input from a server that cannot be used: lines that are not messages, responses that match no
// request, a line without an end. Bounded: it counts the input, and keeps the beginning of the
// first and the newest inputs.
class DiscardedInput {
public:
    static constexpr std::size_t kMaxFirst = 20; // inputs that are kept
    static constexpr std::size_t kMaxText = 200; // bytes that are kept of each input

    struct Item {
        Stamp at;
        rpc::Problem problem = rpc::Problem::None;
        std::uint64_t bytes = 0; // of the whole
        std::string beginning{};
        QString reason{}; // a sentence
        QString text() const; // the beginning on one line, its control characters made visible
    };
    using Point = DiscardedInputPoint;

    // `lines`: the input is lines on stdout; otherwise messages over HTTP.
    explicit DiscardedInput(bool lines)
        : m_lines(lines)
    {
    }

    void add(const rpc::Message &message, Stamp at); // of Kind::Invalid
    // A response that matches no request. `meant` is the id of the pending request that it was
    // probably sent for; empty: none.
    void addResponse(const rpc::Message &message, const rpc::Id &meant, Stamp at);
    // A request of the client that the server sent back.
    void addEcho(const rpc::Message &message, Stamp at);
    // The beginning of a line that has not ended yet, until lineEnded().
    void setUnended(std::string_view beginning, std::uint64_t bytes, Stamp at);
    void lineEnded() { m_unended.bytes = 0; }

    Point now() const { return {m_count, m_bytes}; }
    bool isEmptySince(const Point &point) const
    {
        return m_count == point.count && !m_unended.bytes;
    }
    std::uint64_t count() const { return m_count; } // without the line that has not ended
    // The first inputs, the newest if it is not among them, and the line that has not ended.
    std::vector<Item> items() const;
    // Sentences: "3 lines (45 bytes) on stdout could not be used."
    QString summary(const Point &since = {}) const;
    // Each input with the reason why it was discarded, line by line, for Error::detail.
    QString evidence(const Point &since = {}) const;
    // Sentences about the probable cause, or empty.
    QString hint(const Point &since = {}) const;

private:
    enum class Hint : std::uint8_t { // in ascending order of weight
        None,
        LogLine,
        NoLineEnd,
        SeveralLines,
        OtherId,
        ByteOrderMark,
        Utf16,
        LspFraming,
        Echo,
    };
    void add(const rpc::Message &message, const QString &reason, Hint hint, Stamp at);
    Hint hintOf(const rpc::Message &message);
    static QString textOf(Hint hint);

    bool m_lines;
    std::uint64_t m_count = 0;
    std::uint64_t m_bytes = 0;
    std::vector<Item> m_first;
    Item m_newest;
    Item m_unended;
    bool m_breaksOff = false; // the newest is the beginning of a JSON text
    Hint m_hint = Hint::None;
    std::uint64_t m_hintAt = 0; // the count at which it was given last
};

} // namespace sonde::mcp
