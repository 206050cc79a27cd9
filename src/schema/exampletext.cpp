// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/exampletext.h"

#include "json/decimal.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <iterator>

namespace sonde::schema {

namespace {

constexpr std::size_t kMaxPadded = 4096; // bytes, however long a text must be

constexpr std::string_view kWords[] = {"amber", "autumn", "breeze", "bridge", "candle", "cedar",
    "clover", "coral", "ember", "falcon", "garden", "harbor", "hollow", "island", "juniper",
    "lantern", "maple", "meadow", "orchard", "pebble", "quartz", "river", "saffron", "willow"};

std::string_view word(SeededNumbers &numbers)
{
    return kWords[numbers.below(std::size(kWords))];
}

// From `least` to `most`, with at least two digits.
std::string twoDigits(SeededNumbers &numbers, std::uint64_t least, std::uint64_t most)
{
    const std::string text = std::to_string(least + numbers.below(most - least + 1));
    return text.size() < 2 ? '0' + text : text;
}

std::string date(SeededNumbers &numbers)
{
    std::string text = "2026-" + twoDigits(numbers, 1, 12) + '-';
    text += twoDigits(numbers, 1, 28);
    return text;
}

std::string time(SeededNumbers &numbers)
{
    std::string text = twoDigits(numbers, 0, 23);
    for (int i = 0; i < 2; ++i)
        text += ':' + twoDigits(numbers, 0, 59);
    return text + 'Z';
}

// RFC 2606: example.com belongs to nobody.
std::string host(SeededNumbers &numbers)
{
    return std::string(word(numbers)) + ".example.com";
}

std::string path(SeededNumbers &numbers)
{
    std::string text = '/' + std::string(word(numbers));
    text += '/' + std::string(word(numbers));
    return text;
}

// RFC 4122: version 4.
std::string uuid(SeededNumbers &numbers)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx";
    for (char &c : text)
        c = c == 'x' ? kHex[numbers.below(kHex.size())] : c;
    return text;
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// What the name of a member says about its texts, by a word in it: "imageUrl", "due_date".
std::string_view formatOfName(std::string_view name)
{
    struct Sign {
        std::string_view word;
        std::string_view format;
    };
    constexpr Sign kSigns[] = {{"email", "email"}, {"uuid", "uuid"}, {"url", "uri"}, {"uri", "uri"},
        {"href", "uri"}, {"timestamp", "date-time"}, {"datetime", "date-time"}, {"date", "date"},
        {"at", "date-time"}};
    const std::string lower =
        QByteArray(name.data(), qsizetype(name.size())).toLower().toStdString();
    for (const Sign &sign : kSigns) {
        const bool isLast = lower.ends_with(sign.word);
        const std::size_t at = lower.size() - std::min(sign.word.size(), lower.size());
        const bool isWord = at == 0 || !isLetter(name[at - 1]) || name[at] != lower[at];
        if (isLast && isWord)
            return sign.format;
    }
    return {};
}

std::uint64_t countOr(const std::string &number, std::uint64_t otherwise)
{
    return number.empty() ? otherwise : json::Decimal(number).toCount();
}

} // namespace

std::string exampleWords(SeededNumbers &numbers, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += i == 0 ? "" : " ";
        text += word(numbers);
    }
    return text;
}

std::string exampleOfFormat(std::string_view format, SeededNumbers &numbers)
{
    if (format == "date")
        return date(numbers);
    if (format == "time")
        return time(numbers);
    if (format == "date-time")
        return date(numbers) += 'T' + time(numbers);
    if (format == "duration")
        return "PT" + std::to_string(1 + numbers.below(90)) + 'M';
    if (format == "email" || format == "idn-email")
        return std::string(word(numbers)) + "@example.com";
    if (format == "hostname" || format == "idn-hostname")
        return host(numbers);
    if (format == "ipv4") // RFC 5737: for documentation
        return "192.0.2." + std::to_string(1 + numbers.below(254));
    if (format == "ipv6") // RFC 3849: for documentation
        return "2001:db8::" + std::to_string(1 + numbers.below(9999));
    if (format == "uri" || format == "iri")
        return ("https://" + host(numbers)) += path(numbers);
    if (format == "uri-reference" || format == "iri-reference" || format == "json-pointer")
        return path(numbers);
    if (format == "uri-template")
        return path(numbers) + "/{id}";
    if (format == "uuid")
        return uuid(numbers);
    if (format == "relative-json-pointer")
        return '0' + path(numbers);
    return format == "regex" ? "^[a-z]+$" : "";
}

std::string exampleText(const FieldFacts &facts, std::string_view name, SeededNumbers &numbers)
{
    if (!facts.pattern.isEmpty()) {
        if (auto text = exampleOfPattern(facts.pattern.toStdString(), numbers))
            return *std::move(text);
    }
    if (std::string text = exampleOfFormat(facts.format.toStdString(), numbers); !text.empty())
        return text;
    if (facts.contentEncoding == QLatin1String("base64"))
        return QByteArray::fromStdString(exampleWords(numbers, 4)).toBase64().toStdString();
    std::string text;
    if (facts.minLength.empty() && facts.maxLength.empty())
        text = exampleOfFormat(formatOfName(name), numbers);
    if (text.empty())
        text = exampleWords(numbers, 1 + numbers.below(3));
    // The words are ASCII: a byte is a character.
    const std::uint64_t least = std::min<std::uint64_t>(countOr(facts.minLength, 0), kMaxPadded);
    while (text.size() < least)
        text += ' ' + std::string(word(numbers));
    const std::uint64_t most = countOr(facts.maxLength, kMaxPadded);
    if (text.size() > most)
        text.resize(most);
    return text;
}

} // namespace sonde::schema
