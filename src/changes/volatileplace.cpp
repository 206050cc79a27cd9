// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/volatileplace.h"

#include "json/document.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sonde::changes {

namespace {

using Kind = VolatilePlace::Kind;

constexpr qsizetype kMaxMasked = 65'536; // characters of a text in which times and ids are found
constexpr std::array<std::pair<Kind, const char *>, 3> kKindNames{{
    {Kind::Time, "time"},
    {Kind::Id, "id"},
    {Kind::Value, "value"},
}};

// Times as logs and JSON have them: RFC 3339, RFC 1123, a time of day, a date, seconds,
// milliseconds or more since 1970, and durations with their unit.
const QRegularExpression &timePattern()
{
    static const QRegularExpression pattern(QStringLiteral(
        R"(\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?)"
        R"(|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?)"
        R"((?:\d{1,2} [A-Z][a-z]{2,8} \d{4}|[A-Z][a-z]{2,8} \d{1,2},? \d{4})\b)"
        R"(|\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AP]M)?\b)"
        R"(|\b1\d{9}(?:\d{3}){0,3}(?:\.\d+)?\b)"
        R"(|\b\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|sec|seconds?|milliseconds?|minutes?)\b)"));
    return pattern;
}

// UUIDs, hexadecimal digests and addresses, and tokens that are long and contain a digit.
const QRegularExpression &idPattern()
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b)"
                       R"(|\b(?:0x)?(?=[0-9a-fA-F]{0,64}\d)[0-9a-fA-F]{8,128}\b)"
                       R"(|\b(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{16,256}\b)"));
    return pattern;
}

QString volatileText(const Bytes &json)
{
    const auto document = json::Document::parse(json);
    return document.root().isString() ? document.root().toString() : json::toQString(json.view());
}

// Whether the values are the same but for their times, or for their times and ids.
std::optional<Kind> sameBut(const Difference &difference)
{
    if (difference.before.isEmpty() || difference.after.isEmpty())
        return std::nullopt;
    QString before = volatileText(difference.before);
    QString after = volatileText(difference.after);
    if (before.size() > kMaxMasked || after.size() > kMaxMasked)
        return std::nullopt;
    const QString mark(QChar(0xfffc));
    before.replace(timePattern(), mark);
    after.replace(timePattern(), mark);
    if (before == after)
        return Kind::Time;
    before.replace(idPattern(), mark);
    after.replace(idPattern(), mark);
    return before == after ? std::optional(Kind::Id) : std::nullopt;
}

bool isIndexToken(const QString &token)
{
    return !token.isEmpty()
        && std::all_of(token.begin(), token.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

QString anyIndex(const QString &pointer)
{
    QStringList tokens = pointer.split(u'/');
    for (QString &token : tokens) {
        if (isIndexToken(token))
            token = QStringLiteral("*");
    }
    return tokens.join(u'/');
}

bool covers(const QString &pattern, const QString &pointer)
{
    if (pattern == pointer)
        return true;
    if (!pattern.contains(u'*'))
        return false;
    const QStringList wanted = pattern.split(u'/');
    const QStringList tokens = pointer.split(u'/');
    return wanted.size() == tokens.size()
        && std::equal(
            wanted.begin(), wanted.end(), tokens.begin(), [](const QString &a, const QString &b) {
                return a == b || (a == QStringLiteral("*") && isIndexToken(b));
            });
}

} // namespace

QLatin1String kindName(VolatilePlace::Kind kind)
{
    return QLatin1String(kKindNames[static_cast<std::size_t>(kind)].second);
}

std::optional<VolatilePlace::Kind> kindOfName(std::string_view name)
{
    for (const auto &[kind, its] : kKindNames) {
        if (name == its)
            return kind;
    }
    return std::nullopt;
}

std::vector<VolatilePlace> learnedPlaces(const std::vector<Difference> &ofTwoRuns)
{
    struct Shape {
        QString first; // pointer
        bool hasOthers = false;
        Kind kind = Kind::Time;
    };
    std::map<QString, Shape> shapes; // by the pointer with any index
    for (const Difference &difference : ofTwoRuns) {
        const QString shape = anyIndex(difference.pointer);
        if (shapes.size() >= kMaxVolatilePlaces && !shapes.contains(shape))
            continue;
        const auto [at, isNew] = shapes.try_emplace(shape, Shape{difference.pointer});
        at->second.hasOthers = at->second.hasOthers || at->second.first != difference.pointer;
        at->second.kind = std::max(at->second.kind, sameBut(difference).value_or(Kind::Value));
    }
    std::vector<VolatilePlace> places;
    places.reserve(shapes.size());
    for (const auto &[pointer, shape] : shapes)
        places.push_back({shape.hasOthers ? pointer : shape.first, shape.kind});
    return places;
}

const VolatilePlace *explanation(
    const Difference &difference, const std::vector<VolatilePlace> &places)
{
    std::optional<Kind> needed; // Value: anything is explained by it alone
    for (const VolatilePlace &place : places) {
        if (!covers(place.pointer, difference.pointer))
            continue;
        if (!needed)
            needed = sameBut(difference).value_or(Kind::Value);
        if (*needed <= place.kind)
            return &place;
    }
    return nullptr;
}

} // namespace sonde::changes
