// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/audioreader.h"

#include "content/base/contenttext.h"
#include "content/media/wavfile.h"

#include <QtEndian>

#include <algorithm>

namespace sonde::content {
namespace {

unsigned at(std::string_view bytes, std::size_t place)
{
    return static_cast<unsigned char>(bytes[place]);
}

// RFC 9639 section 8.2: STREAMINFO is the first block, after "fLaC" and its header of four bytes.
AudioFacts readFlac(std::string_view bytes)
{
    AudioFacts facts;
    facts.format = QStringLiteral("FLAC");
    constexpr std::size_t kRates = 4 + 4 + 10;
    if (bytes.size() < kRates + 8) {
        facts.note = Text::tr("The file is truncated.");
        return facts;
    }
    const auto packed = qFromBigEndian<quint64>(bytes.data() + kRates);
    facts.hertz = int(packed >> 44);
    facts.channels = int((packed >> 41) & 0x7) + 1;
    facts.bits = int((packed >> 36) & 0x1F) + 1;
    const quint64 samples = packed & 0xFFFFFFFFFULL;
    if (facts.hertz > 0 && samples > 0)
        facts.seconds = double(samples) / facts.hertz;
    return facts;
}

// RFC 3533: the last page has the number of samples; RFC 7845 and Vorbis I define the rate.
AudioFacts readOgg(std::string_view bytes)
{
    AudioFacts facts;
    facts.format = QStringLiteral("Ogg");
    constexpr std::size_t kHeadLooked = 200;
    const std::string_view head = bytes.substr(0, kHeadLooked);
    const auto opus = head.find("OpusHead");
    const auto vorbis = head.find("\x01vorbis");
    if (opus != std::string_view::npos && opus + 16 <= bytes.size()) {
        facts.format = QStringLiteral("Ogg Opus");
        facts.channels = int(at(bytes, opus + 9));
        facts.hertz = 48'000; // of its positions, whatever was recorded
    } else if (vorbis != std::string_view::npos && vorbis + 16 <= bytes.size()) {
        facts.format = QStringLiteral("Ogg Vorbis");
        facts.channels = int(at(bytes, vorbis + 11));
        facts.hertz = int(
            std::min<quint32>(qFromLittleEndian<quint32>(bytes.data() + vorbis + 12), 10'000'000));
    }
    const auto last = bytes.rfind("OggS");
    constexpr std::size_t kPosition = 6;
    if (facts.hertz > 0 && last != std::string_view::npos && last + kPosition + 8 <= bytes.size()) {
        const auto samples = qFromLittleEndian<qint64>(bytes.data() + last + kPosition);
        if (samples > 0)
            facts.seconds = double(samples) / facts.hertz;
    }
    return facts;
}

// ISO 11172-3, 2.4.2.3: layer III of MPEG 1 and 2 only; the duration holds for a constant rate.
AudioFacts readMp3(std::string_view bytes)
{
    AudioFacts facts;
    facts.format = QStringLiteral("MP3");
    std::size_t frame = 0;
    constexpr std::size_t kTag = 10;
    if (bytes.starts_with("ID3") && bytes.size() > kTag)
        frame = kTag
            + ((at(bytes, 6) << 21) | (at(bytes, 7) << 14) | (at(bytes, 8) << 7) | at(bytes, 9));
    if (frame + 4 > bytes.size() || at(bytes, frame) != 0xFF
        || (at(bytes, frame + 1) & 0xE6) != 0xE2) {
        facts.note = Text::tr("The first audio frame is missing.");
        return facts;
    }
    static const int kKilobits1[] = {
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0};
    static const int kKilobits2[] = {
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0};
    static const int kHertz[] = {44'100, 48'000, 32'000, 0};
    const unsigned version = (at(bytes, frame + 1) >> 3) & 0x3; // 3: MPEG 1, 2: MPEG 2, 0: 2.5
    const unsigned rates = at(bytes, frame + 2);
    const int kilobits = version == 3 ? kKilobits1[rates >> 4] : kKilobits2[rates >> 4];
    facts.hertz = kHertz[(rates >> 2) & 0x3] / (version == 3 ? 1 : version == 2 ? 2 : 4);
    facts.channels = (at(bytes, frame + 3) >> 6) == 3 ? 1 : 2;
    if (kilobits > 0) {
        facts.seconds = double(bytes.size() - frame) * 8 / (kilobits * 1000.0);
        facts.isGuess = true;
    }
    return facts;
}

} // namespace

AudioFacts audioFacts(const Bytes &bytes, const QString &type, const std::stop_token &stop)
{
    if (type == QLatin1String("audio/wav"))
        return readWav(bytes.view(), stop);
    if (type == QLatin1String("audio/flac"))
        return readFlac(bytes.view());
    if (type == QLatin1String("audio/ogg"))
        return readOgg(bytes.view());
    if (type == QLatin1String("audio/mpeg"))
        return readMp3(bytes.view());
    AudioFacts facts;
    facts.format = type;
    return facts;
}

} // namespace sonde::content
