// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/contenttype.h"

#include <algorithm>
#include <iterator>

namespace sonde::content {
namespace {

struct Magic {
    std::size_t offset;
    std::string_view bytes;
    const char *type;
};

constexpr Magic kMagic[] = {{0, "\x89PNG\r\n\x1A\n", "image/png"},
    {0, "\xFF\xD8\xFF", "image/jpeg"}, {0, "GIF87a", "image/gif"}, {0, "GIF89a", "image/gif"},
    {8, "WEBP", "image/webp"}, {0, "BM", "image/bmp"}, {0, "II*", "image/tiff"},
    {0, "MM", "image/tiff"}, {4, "ftypavif", "image/avif"},
    {0, std::string_view("\0\0\x01\0", 4), "image/x-icon"}, {8, "WAVE", "audio/wav"},
    {0, "ID3", "audio/mpeg"}, {0, "\xFF\xFB", "audio/mpeg"}, {0, "\xFF\xF3", "audio/mpeg"},
    {0, "\xFF\xF2", "audio/mpeg"}, {0, "OggS", "audio/ogg"}, {0, "fLaC", "audio/flac"},
    {4, "ftypM4A", "audio/mp4"}, {0, "%PDF-", "application/pdf"},
    {0, "PK\x03\x04", "application/zip"}, {0, "\x1F\x8B", "application/gzip"},
    {0,
        "\x7F"
        "ELF",
        "application/x-executable"}};

// "BM" and "MM" alone begin many a word.
bool isSure(const Magic &magic, std::string_view bytes)
{
    const std::string_view type = magic.type;
    if (type == "image/bmp")
        return bytes.size() > 14 && bytes.substr(6, 4) == std::string_view("\0\0\0\0", 4);
    if (type == "image/tiff")
        return bytes.size() > 8 && (bytes[2] == '\0' || bytes[3] == '\0');
    if (type == "image/webp" || type == "audio/wav")
        return bytes.starts_with("RIFF");
    return true;
}

bool isSvg(std::string_view bytes)
{
    constexpr std::size_t kLooked = 4096;
    const std::string_view head = bytes.substr(0, kLooked);
    const auto first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || head[first] != '<')
        return false;
    if (head.substr(first).starts_with("<svg"))
        return true;
    const bool prologue =
        head.substr(first).starts_with("<?xml") || head.substr(first).starts_with("<!");
    return prologue && head.find("<svg") != std::string_view::npos;
}

} // namespace

QString sniffedType(std::string_view bytes)
{
    for (const Magic &magic : kMagic) {
        if (bytes.size() >= magic.offset && bytes.substr(magic.offset).starts_with(magic.bytes)
            && isSure(magic, bytes))
            return QString::fromLatin1(magic.type);
    }
    return isSvg(bytes) ? QStringLiteral("image/svg+xml") : QString();
}

bool looksLikeText(std::string_view bytes)
{
    constexpr std::size_t kLooked = 4096;
    // Two-byte encodings contain zeroes and begin with a byte order mark.
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return true;
    const std::string_view head = bytes.substr(0, kLooked);
    const auto never = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x07 || (byte > 0x0D && byte < 0x20 && byte != 0x1B);
    };
    return std::none_of(head.begin(), head.end(), never);
}

bool isImageType(const QString &bareType)
{
    return bareType.startsWith(QLatin1String("image/"));
}

bool isAudioType(const QString &bareType)
{
    return bareType.startsWith(QLatin1String("audio/"));
}

bool isJsonType(const QString &bareType)
{
    return bareType == QLatin1String("application/json") || bareType == QLatin1String("text/json")
        || bareType.endsWith(QLatin1String("+json"));
}

bool isCsvType(const QString &bareType)
{
    return bareType == QLatin1String("text/csv")
        || bareType == QLatin1String("text/tab-separated-values");
}

bool isMarkdownType(const QString &bareType)
{
    return bareType == QLatin1String("text/markdown")
        || bareType == QLatin1String("text/x-markdown");
}

bool isTextType(const QString &bareType)
{
    static const char *const kWritten[] = {"application/xml", "application/javascript",
        "application/x-sh", "application/yaml", "application/x-yaml", "application/toml",
        "application/sql", "application/x-ndjson", "application/jsonl", "application/graphql"};
    return bareType.startsWith(QLatin1String("text/")) || isJsonType(bareType)
        || bareType.endsWith(QLatin1String("+xml"))
        || std::any_of(std::begin(kWritten), std::end(kWritten),
            [&](const char *type) { return bareType == QLatin1String(type); });
}

} // namespace sonde::content
