// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/tone.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace sonde::demo {

namespace {

constexpr std::uint32_t kSampleRate = 8000;
constexpr double kLoudness = 0.5 * 32767;
constexpr double kFadeSamples = kSampleRate / 100.0; // 10 ms, against the click

template <typename Integer>
void appendLittleEndian(std::string &out, Integer value)
{
    for (std::size_t i = 0; i < sizeof value; ++i)
        out += char(value >> (8 * i));
}

} // namespace

std::string toneWav(double hertz, Milliseconds length)
{
    const auto count = std::uint32_t(length.count() * kSampleRate / 1000);
    std::string samples;
    samples.reserve(2 * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double fade = std::min({1.0, i / kFadeSamples, (count - i) / kFadeSamples});
        const double angle = 2 * std::numbers::pi * hertz * i / kSampleRate;
        appendLittleEndian(samples, std::int16_t(std::lround(kLoudness * fade * std::sin(angle))));
    }
    std::string wav = "RIFF";
    appendLittleEndian(wav, std::uint32_t(36 + samples.size()));
    wav += "WAVEfmt ";
    appendLittleEndian(wav, std::uint32_t(16)); // bytes in this chunk
    appendLittleEndian(wav, std::uint16_t(1)); // PCM
    appendLittleEndian(wav, std::uint16_t(1)); // channels
    appendLittleEndian(wav, kSampleRate);
    appendLittleEndian(wav, kSampleRate * 2); // bytes a second
    appendLittleEndian(wav, std::uint16_t(2)); // bytes a frame
    appendLittleEndian(wav, std::uint16_t(16)); // bits a sample
    wav += "data";
    appendLittleEndian(wav, std::uint32_t(samples.size()));
    return wav + samples;
}

} // namespace sonde::demo
