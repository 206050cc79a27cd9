// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <bit>
#include <cstddef>
#include <string>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sonde::json {

// The first byte in [at, end) that needs special treatment in a string: a quote, a backslash, a
// control character, or a byte of a multi-byte character; `end` if there is none.
inline const char *skipPlain(const char *at, const char *end);

// The length (2 to 4) of the well-formed multi-byte character at `at`, or 0 if it is malformed:
// overlong, a surrogate, above U+10FFFF or truncated (Unicode 15, table 3-7).
int utf8Length(const char *at, const char *end);

// The digit's value, 0 to 15, or -1.
int hexDigit(char c);

void appendUtf8(std::string &out, char32_t codePoint);

inline bool isPlain(char c)
{
    const auto u = static_cast<unsigned char>(c);
    return u >= 0x20 && u < 0x80 && c != '"' && c != '\\';
}

#if defined(__SSE2__)
// Sixteen bytes per step: every x86-64 has SSE2, so no choice is needed at run time.
inline const char *skipPlain(const char *at, const char *end)
{
    const auto stops = [](__m128i bytes) {
        // The signed comparison "below 0x20" matches both control characters and bytes from 0x80.
        const __m128i stop = _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
            _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
        return static_cast<unsigned>(_mm_movemask_epi8(stop));
    };
    while (end - at >= 16) {
        if (const auto mask = stops(_mm_loadu_si128(reinterpret_cast<const __m128i *>(at))))
            return at + std::countr_zero(mask);
        at += 16;
    }
    if (end - at >= 8) {
        const auto mask = stops(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(at))) & 0xffU;
        if (mask != 0)
            return at + std::countr_zero(mask);
        at += 8;
    }
    while (at != end && isPlain(*at))
        ++at;
    return at;
}
#else
inline const char *skipPlain(const char *at, const char *end)
{
    while (at != end && isPlain(*at))
        ++at;
    return at;
}
#endif

} // namespace sonde::json
