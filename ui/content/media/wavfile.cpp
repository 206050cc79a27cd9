// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/wavfile.h"

#include "base/formatting.h"
#include "content/base/contenttext.h"
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sonde::content {
namespace {

constexpr std::size_t kHead = 12; // "RIFF", size, "WAVE"
constexpr std::size_t kChunkHead = 8;
constexpr std::size_t kFormatLength = 16;
constexpr int kPcm = 1;
constexpr int kFloat = 3;
constexpr int kExtensible = 0xFFFE;
constexpr int kMaxChunks = 10'000;

template <typename T>
T read(std::string_view bytes, std::size_t at)
{
    return qFromLittleEndian<T>(bytes.data() + at);
}

struct Layout {
    int code = 0;
    int channels = 0;
    int hertz = 0;
    int bits = 0;
    int frame = 0; // bytes of one sample of every channel
};

std::optional<Layout> readFormat(std::string_view chunk)
{
    if (chunk.size() < kFormatLength)
        return {};
    Layout layout;
    layout.code = read<quint16>(chunk, 0);
    layout.channels = read<quint16>(chunk, 2);
    layout.hertz = int(std::min<quint32>(read<quint32>(chunk, 4), 10'000'000));
    layout.frame = read<quint16>(chunk, 12);
    layout.bits = read<quint16>(chunk, 14);
    constexpr std::size_t kSubFormat = 24;
    if (layout.code == kExtensible && chunk.size() >= kSubFormat + 2)
        layout.code = read<quint16>(chunk, kSubFormat);
    return layout;
}

// The first channel's sample, -1 to 1.
float sampleAt(std::string_view data, std::size_t at, const Layout &layout)
{
    switch (layout.bits) {
    case 8:
        return (float(static_cast<unsigned char>(data[at])) - 128.0F) / 128.0F;
    case 16:
        return float(read<qint16>(data, at)) / 32768.0F;
    case 24: {
        const quint32 low = quint32(read<quint16>(data, at)) << 8;
        const quint32 high = quint32(static_cast<unsigned char>(data[at + 2])) << 24;
        return float(qint32(high | low)) / 2147483648.0F;
    }
    default:
        break;
    }
    if (layout.code == kFloat) {
        float sample = 0;
        std::memcpy(&sample, data.data() + at, sizeof sample);
        return std::isfinite(sample) ? std::clamp(sample, -1.0F, 1.0F) : 0.0F;
    }
    return float(read<qint32>(data, at)) / 2147483648.0F;
}

bool canDraw(const Layout &layout)
{
    const bool pcm = layout.code == kPcm
        && (layout.bits == 8 || layout.bits == 16 || layout.bits == 24 || layout.bits == 32);
    const bool real = layout.code == kFloat && layout.bits == 32;
    return (pcm || real) && layout.channels > 0
        && layout.frame >= layout.channels * layout.bits / 8;
}

QVector<AudioFacts::Peak> wave(
    std::string_view data, const Layout &layout, const std::stop_token &stop)
{
    const auto frame = std::size_t(layout.frame);
    const std::size_t frames = data.size() / frame;
    const std::size_t count = std::min<std::size_t>(frames, AudioFacts::kPeaks);
    QVector<AudioFacts::Peak> peaks;
    for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) {
        const std::size_t begin = frames * i / count;
        const std::size_t end = std::max(begin + 1, frames * (i + 1) / count);
        AudioFacts::Peak peak{1, -1};
        for (std::size_t at = begin; at < end; ++at) {
            const float sample = sampleAt(data, at * frame, layout);
            peak.low = std::min(peak.low, sample);
            peak.high = std::max(peak.high, sample);
        }
        peaks.append(peak);
    }
    return peaks;
}

QString formatName(const Layout &layout)
{
    if (layout.code == kPcm)
        return Text::tr("WAV, PCM");
    if (layout.code == kFloat)
        return Text::tr("WAV, floating point");
    return Text::tr("WAV, format %1").arg(layout.code);
}

void fill(AudioFacts &facts, const Layout &layout, std::string_view data, std::size_t declared,
    const std::stop_token &stop)
{
    facts.format = formatName(layout);
    facts.channels = layout.channels;
    facts.hertz = layout.hertz;
    facts.bits = layout.bits;
    if (declared > data.size()) {
        facts.note = Text::tr("The file is truncated: it declares %1 of audio and has %2.")
                         .arg(bytesText(declared), bytesText(data.size()));
    }
    if (layout.frame > 0 && layout.hertz > 0) {
        const std::size_t frames = data.size() / std::size_t(layout.frame); // whole ones
        facts.seconds = double(frames) / layout.hertz;
    }
    if (canDraw(layout))
        facts.wave = wave(data, layout, stop);
}

} // namespace

AudioFacts readWav(std::string_view bytes, const std::stop_token &stop)
{
    AudioFacts facts;
    facts.format = Text::tr("WAV");
    std::optional<Layout> layout;
    std::size_t at = kHead;
    for (int i = 0; i < kMaxChunks && at + kChunkHead <= bytes.size(); ++i) {
        const std::string_view name = bytes.substr(at, 4);
        const std::size_t declared = read<quint32>(bytes, at + 4);
        const std::string_view chunk = bytes.substr(at + kChunkHead, declared);
        if (name == "fmt ")
            layout = readFormat(chunk);
        if (name == "data" && layout) {
            fill(facts, *layout, chunk, declared, stop);
            return facts;
        }
        at += kChunkHead + declared + declared % 2; // chunks begin at even places
    }
    facts.note = layout ? Text::tr("The file is truncated: it has no audio data.")
                        : Text::tr("The file has no format chunk.");
    return facts;
}

} // namespace sonde::content
