// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/messageblock.h"

#include <array>
#include <charconv>

namespace sonde::trace {

namespace {

// The times of an import are arbitrary, so a difference may overflow; adding it again wraps back to
// the original time.
std::int64_t difference(std::int64_t value, std::int64_t base)
{
    return static_cast<std::int64_t>(std::uint64_t(value) - std::uint64_t(base));
}

// Numbers separated by commas. A 0 is written only when another number follows.
class Numbers {
public:
    void add(std::int64_t value)
    {
        if (value == 0) {
            ++m_zeros;
            return;
        }
        writeZeros();
        m_end = std::to_chars(m_end, m_text.data() + m_text.size(), value).ptr;
        *m_end++ = ',';
    }
    void writeZeros()
    {
        for (; m_zeros > 0; --m_zeros) {
            *m_end++ = '0';
            *m_end++ = ',';
        }
    }
    // Ends with a comma.
    std::string_view text() const
    {
        return {m_text.data(), static_cast<std::size_t>(m_end - m_text.data())};
    }

private:
    static constexpr std::size_t kMost = 9; // numbers in one run
    static constexpr std::size_t kLongest = 21; // characters of a number with its comma
    std::array<char, kMost * kLongest> m_text;
    char *m_end = m_text.data();
    int m_zeros = 0;
};

void appendString(std::string &out, std::string_view text)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
            continue;
        }
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    out += '"';
}

} // namespace

void MessageBlock::begin(Stamp base)
{
    m_base = base;
    m_text = "[";
}

void MessageBlock::add(const Record &record, std::string_view id)
{
    Numbers first;
    // Both clocks advance at the same rate, so their distance is constant or changes little.
    const auto since = difference(record.steadyNs, m_base.steady);
    first.add(since);
    first.add(difference(difference(record.wallNs, m_base.wall), since));
    first.add(record.stream);
    first.add(static_cast<std::int64_t>(record.offset));
    first.add(record.length);
    first.add(static_cast<int>(record.kind));
    first.add(static_cast<int>(record.state));
    first.add(record.method);
    Numbers rest;
    rest.add(record.target);
    rest.add(record.pair);
    rest.add(static_cast<int>(record.problem));
    rest.add(record.errorCode);
    rest.add(carrierOf(record));
    rest.add(record.folded);
    rest.add(static_cast<int>(record.origin));

    const bool hasRest = !rest.text().empty();
    if (hasRest || !id.empty())
        first.writeZeros();
    m_text += '[';
    m_text += first.text();
    if (!id.empty()) {
        appendString(m_text, id);
        m_text += ',';
    } else if (hasRest) {
        m_text += "null,";
    }
    m_text += rest.text();
    m_text.back() = ']'; // replaces the last comma: no stream is 0
    m_text += ',';
}

const std::string &MessageBlock::finish()
{
    m_text.back() = ']'; // replaces a comma
    return m_text;
}

} // namespace sonde::trace
