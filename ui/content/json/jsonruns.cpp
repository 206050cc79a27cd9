// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsonruns.h"

#include "base/formatting.h"
#include "content/base/contenttext.h"
#include "content/base/utf8unit.h"
#include "look/theme/theme.h"

namespace sonde::content {

namespace {

constexpr int kPreviewMembers = 3;
constexpr std::size_t kPreviewBytes = 24;

void append(JsonRuns &runs, const QString &text, JsonInk ink)
{
    if (!runs.isEmpty() && runs.last().ink == ink)
        runs.last().text += text;
    else
        runs.append({text, ink});
}

JsonInk inkOf(json::Type type)
{
    switch (type) {
    case json::Type::String:
        return JsonInk::String;
    case json::Type::Number:
        return JsonInk::Number;
    case json::Type::Null:
    case json::Type::Bool:
        return JsonInk::Literal;
    case json::Type::Array:
    case json::Type::Object:
        return JsonInk::Punctuation;
    }
    return JsonInk::Punctuation;
}

// The length of the escape that starts at `at`: \uXXXX or two bytes; one when nothing follows that
// could belong to it.
std::size_t escapeLength(std::string_view raw, std::size_t at)
{
    constexpr std::size_t kUnicodeEscape = 6;
    if (at + 1 >= raw.size() || static_cast<unsigned char>(raw[at + 1]) >= 0x80)
        return 1;
    const bool unicode = at + 1 < raw.size() && raw[at + 1] == 'u';
    return std::min(unicode ? kUnicodeEscape : 2, raw.size() - at);
}

QString count(const json::Value &value)
{
    const QString number = countText(value.count());
    return value.isArray() ? QString(u'[' % number % u']') : QString(u'{' % number % u'}');
}

QString outermostCount(const json::Value &value)
{
    const int n = int(value.count());
    if (value.isArray())
        return u"[ " % (n == 1 ? Text::tr("1 element") : Text::tr("%n elements", nullptr, n))
            % u" ]";
    return u"{ " % (n == 1 ? Text::tr("1 member") : Text::tr("%n members", nullptr, n)) % u" }";
}

// min -1.0 max 4.0: enough to tell the elements of a list apart.
void appendPreview(JsonRuns &runs, const json::Value &object)
{
    int shown = 0;
    for (json::Value member = object.first(); member && shown < kPreviewMembers;
         member = member.next()) {
        if (member.isContainer())
            continue;
        std::string_view key = member.rawKey();
        if (key.size() >= 2) {
            key.remove_prefix(1);
            key.remove_suffix(1);
        }
        append(runs, QStringLiteral(" "), JsonInk::Punctuation);
        appendRaw(runs, key, JsonInk::Punctuation, kPreviewBytes);
        append(runs, QStringLiteral(" "), JsonInk::Punctuation);
        appendRaw(runs, member.raw(), inkOf(member.type()), kPreviewBytes);
        ++shown;
    }
}

} // namespace

QColor inkColor(const look::Theme &theme, JsonInk ink)
{
    switch (ink) {
    case JsonInk::Key:
        return theme.jKey;
    case JsonInk::String:
        return theme.jStr;
    case JsonInk::Number:
        return theme.jNum;
    case JsonInk::Literal:
        return theme.jLit;
    case JsonInk::Escape:
        return theme.jEsc;
    case JsonInk::Punctuation:
        return theme.jPun;
    case JsonInk::Invalid:
        return theme.error;
    }
    return theme.text;
}

QString plainText(const JsonRuns &runs)
{
    QString text;
    for (const JsonRun &run : runs)
        text += run.text;
    return text;
}

void appendRaw(JsonRuns &runs, std::string_view raw, JsonInk ink, std::size_t limit)
{
    std::size_t at = 0;
    while (at < raw.size() && at < limit) {
        if (raw[at] == '\\' && ink != JsonInk::Number) {
            const std::size_t length = escapeLength(raw, at);
            append(runs, QString::fromLatin1(raw.data() + at, qsizetype(length)), JsonInk::Escape);
            at += length;
            continue;
        }
        const Utf8Unit unit = utf8At(raw, at);
        if (!unit.valid)
            append(runs, QStringLiteral("‹%1›").arg(uint(uchar(raw[at])), 2, 16, QLatin1Char('0')),
                JsonInk::Invalid);
        else if (isUnseen(unit.character))
            append(runs,
                QStringLiteral("‹U+%1›").arg(uint(unit.character), 4, 16, QLatin1Char('0')),
                JsonInk::Escape);
        else
            append(runs, QString::fromUtf8(raw.data() + at, qsizetype(unit.length)), ink);
        at += unit.length;
    }
    if (at < raw.size())
        append(runs, QStringLiteral("…"), JsonInk::Punctuation);
}

JsonRuns rowRuns(const json::Value &value, bool outermost)
{
    JsonRuns runs;
    const bool element = !outermost && value.parent().isArray();
    if (!outermost && !value.rawKey().empty()) {
        appendRaw(runs, value.rawKey(), JsonInk::Key);
        append(runs, QStringLiteral(": "), JsonInk::Punctuation);
    }
    if (!value.isContainer())
        appendRaw(runs, value.raw(), inkOf(value.type()));
    else
        append(runs, outermost ? outermostCount(value) : count(value), JsonInk::Punctuation);
    if (element && value.isObject())
        appendPreview(runs, value);
    // Everything above a break is unfinished: once is enough, the error has a row of its own.
    if (outermost && !value.node().complete)
        append(runs, u' ' % Text::tr("unfinished"), JsonInk::Invalid);
    return runs;
}

} // namespace sonde::content
