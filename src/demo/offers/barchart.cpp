// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/barchart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace sonde::demo {

namespace {

constexpr std::uint32_t kWidth = 160;
constexpr std::uint32_t kHeight = 96;
constexpr std::uint32_t kMargin = 8;

// Palette indexes.
constexpr char kPaper = 0;
constexpr char kBar = 1;
constexpr char kAxis = 2;
constexpr std::string_view kPalette{"\xff\xff\xff\x1b\x5f\xb8\x56\x60\x6c", 9};

std::string bigEndian(std::uint32_t value)
{
    return {char(value >> 24), char(value >> 16), char(value >> 8), char(value)};
}

std::uint32_t crc32(std::string_view bytes)
{
    std::uint32_t crc = 0xffffffff;
    for (const char byte : bytes) {
        crc ^= std::uint8_t(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

std::uint32_t adler32(std::string_view bytes)
{
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char byte : bytes) {
        a = (a + std::uint8_t(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

void appendChunk(std::string &png, std::string_view type, std::string_view data)
{
    const std::string body = std::string(type) + std::string(data);
    png += bigEndian(std::uint32_t(data.size())) + body + bigEndian(crc32(body));
}

std::string zlibStored(std::string_view bytes)
{
    constexpr std::size_t kLargestBlock = 65535;
    std::string out("\x78\x01", 2);
    std::string_view rest = bytes;
    do {
        const std::string_view block = rest.substr(0, kLargestBlock);
        rest.remove_prefix(block.size());
        const auto length = std::uint16_t(block.size());
        const auto complement = std::uint16_t(~length);
        out += rest.empty() ? '\1' : '\0'; // the last block?
        out += {char(length), char(length >> 8), char(complement), char(complement >> 8)};
        out += block;
    } while (!rest.empty());
    return out + bigEndian(adler32(bytes));
}

std::vector<std::string> draw(const std::vector<double> &values)
{
    std::vector<std::string> rows(kHeight, std::string(kWidth, kPaper));
    constexpr std::uint32_t kBase = kHeight - kMargin;
    rows[kBase].replace(kMargin, kWidth - 2 * kMargin, kWidth - 2 * kMargin, kAxis);
    const std::size_t count = std::min(values.size(), kMaxBars);
    if (count == 0)
        return rows;
    const double largest = *std::max_element(values.begin(), values.begin() + long(count));
    const auto step = std::uint32_t((kWidth - 2 * kMargin) / count);
    const std::uint32_t width = std::max(1U, step - std::max(1U, step / 4));
    for (std::size_t i = 0; i < count; ++i) {
        const double share = largest > 0 ? std::clamp(values[i] / largest, 0.0, 1.0) : 0;
        const auto height = std::uint32_t(std::lround(share * (kBase - kMargin)));
        const std::uint32_t left = kMargin + std::uint32_t(i) * step;
        for (std::uint32_t y = kBase - height; y < kBase; ++y)
            rows[y].replace(left, width, width, kBar);
    }
    return rows;
}

} // namespace

std::string barChartPng(const std::vector<double> &values)
{
    std::string pixels;
    for (const std::string &row : draw(values))
        pixels += '\0' + row; // filter "none"
    std::string png("\x89PNG\r\n\x1a\n", 8);
    const std::string_view eightBitPalette("\x08\x03\x00\x00\x00", 5);
    appendChunk(png, "IHDR", bigEndian(kWidth) + bigEndian(kHeight) + std::string(eightBitPalette));
    appendChunk(png, "PLTE", kPalette);
    appendChunk(png, "IDAT", zlibStored(pixels));
    appendChunk(png, "IEND", {});
    return png;
}

} // namespace sonde::demo
