// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/patch.h"

#include "json/edit.h"
#include "json/jsontr.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::json {

namespace {

// Where an operation applies: a container, and the last token of its pointer.
struct PatchPlace {
    Value parent; // does not exist: the whole document
    std::string token;
};

Error patchError(const QString &sentence)
{
    return {.domain = Domain::Json, .sentence = sentence};
}

// RFC 6901: ~1 is a slash, ~0 a tilde.
std::string unescaped(std::string_view token)
{
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
        const bool escape =
            token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1');
        text += escape ? (token[++i] == '0' ? '~' : '/') : token[i];
    }
    return text;
}

// RFC 6901: digits without a leading zero.
std::optional<std::uint32_t> indexOf(std::string_view token)
{
    constexpr std::size_t kMaxDigits = 9;
    if (token.empty() || token.size() > kMaxDigits || (token.size() > 1 && token[0] == '0'))
        return {};
    std::uint32_t index = 0;
    for (const char c : token) {
        if (c < '0' || c > '9')
            return {};
        index = index * 10 + std::uint32_t(c - '0');
    }
    return index;
}

Value childOf(const Value &parent, const std::string &token)
{
    if (parent.isObject())
        return parent.member(token);
    const auto index = parent.isArray() ? indexOf(token) : std::nullopt;
    return index && *index < parent.count() ? parent.at(*index) : Value();
}

std::optional<PatchPlace> placeOf(const Document &document, std::string_view pointer)
{
    if (pointer.empty())
        return PatchPlace();
    if (pointer[0] != '/')
        return {};
    Value at = document.root();
    while (true) {
        const auto end = pointer.find('/', 1);
        std::string token = unescaped(pointer.substr(1, end == pointer.npos ? end : end - 1));
        if (!at.isContainer())
            return {};
        if (end == pointer.npos)
            return PatchPlace{at, std::move(token)};
        at = childOf(at, token);
        pointer.remove_prefix(end);
    }
}

Value valueAt(const Document &document, const PatchPlace &place)
{
    return place.parent ? childOf(place.parent, place.token) : document.root();
}

// Two numbers are equal if their values are (RFC 6902 section 4.6); here they must be written alike
// unless a double holds both exactly.
bool isEqualScalar(const Value &a, const Value &b)
{
    if (a.isString())
        return a.text() == b.text();
    return a.raw() == b.raw() || (a.isNumber() && a.toDouble() && a.toDouble() == b.toDouble());
}

bool isEqual(const Value &one, const Value &other)
{
    std::vector<std::pair<Value, Value>> open{{one, other}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        if (!a || !b || a.type() != b.type())
            return false;
        if (!a.isContainer() && !isEqualScalar(a, b))
            return false;
        if (!a.isContainer())
            continue;
        if (a.count() != b.count())
            return false;
        Value next = b.first();
        for (const Value child : a) {
            open.emplace_back(child, a.isObject() ? b.member(child.key()) : next);
            next = next.next();
        }
    }
    return true;
}

Result<Bytes> added(const Document &document, const PatchPlace &place, std::string_view raw)
{
    if (!place.parent)
        return replaceValue(document.root(), raw);
    if (place.parent.isObject()) {
        const Value there = place.parent.member(place.token);
        return there ? replaceValue(there, raw) : appendMember(place.parent, place.token, raw);
    }
    const std::uint32_t count = place.parent.count();
    const auto index = place.token == "-" ? std::optional(count) : indexOf(place.token);
    if (!index || *index > count)
        return patchError(Text::tr("there is no such place in the array"));
    return insertElement(place.parent, *index, raw);
}

Result<Bytes> performed(const Document &document, const Value &operation)
{
    const std::string op = operation["op"].text();
    const auto place =
        operation["path"].isString() ? placeOf(document, operation["path"].text()) : std::nullopt;
    if (!place)
        return patchError(Text::tr("“path” names no place"));
    const Value at = valueAt(document, *place);
    const Value value = operation["value"];
    if ((op == "add" || op == "replace" || op == "test") && !value)
        return patchError(Text::tr("it has no “value”"));
    if (op == "add")
        return added(document, *place, value.raw());
    if (op == "copy" || op == "move") {
        const std::string fromText = operation["from"].text();
        const auto from = placeOf(document, fromText);
        const Value source = from ? valueAt(document, *from) : Value();
        if (!source)
            return patchError(Text::tr("“from” names no value"));
        if (op == "copy")
            return added(document, *place, source.raw());
        if (operation["path"].text().starts_with(fromText + '/'))
            return patchError(Text::tr("a value cannot be moved into itself"));
        const std::string raw(source.raw());
        const auto without = from->parent ? removeValue(source) : Result<Bytes>(Bytes());
        if (!from->parent || !without)
            return patchError(Text::tr("this value cannot be moved"));
        const Document rest = Document::parse(*without);
        const auto target = placeOf(rest, operation["path"].text());
        return target ? added(rest, *target, raw)
                      : Result<Bytes>(patchError(Text::tr("“path” names no place")));
    }
    if (!at)
        return patchError(Text::tr("there is no value at “path”"));
    if (op == "replace")
        return replaceValue(at, value.raw());
    if (op == "remove")
        return place->parent ? removeValue(at)
                             : Result<Bytes>(patchError(Text::tr("the whole cannot be removed")));
    if (op == "test")
        return isEqual(at, value) ? Result<Bytes>(document.bytes())
                                  : Result<Bytes>(patchError(Text::tr("the value is another one")));
    return patchError(Text::tr("“op” names no operation"));
}

} // namespace

Result<Bytes> applyPatch(const Bytes &text, const Document &patch)
{
    const Value operations = patch.root();
    if (patch.error() || !operations.isArray() || operations.count() > kMaxPatch)
        return patchError(
            Text::tr("A JSON Patch is an array of operations, at most %1.").arg(kMaxPatch));
    Bytes current = text;
    int number = 0;
    for (const Value operation : operations) {
        ++number;
        const Document document = Document::parse(current);
        if (document.error())
            return patchError(Text::tr("The text is not valid JSON."));
        auto next = performed(document, operation);
        if (!next)
            return patchError(
                Text::tr("Operation %1 fails: %2.").arg(number).arg(next.error().sentence));
        current = std::move(next).value();
    }
    return current;
}

} // namespace sonde::json
