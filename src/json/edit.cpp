// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/edit.h"

#include "json/builder.h"
#include "json/jsontr.h"

#include <initializer_list>

namespace sonde::json {

namespace {

Error usage(const QString &sentence)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = sentence;
    return error;
}

Result<void> checkOneValue(std::string_view raw)
{
    const auto document = Document::parse(raw);
    if (const auto &error = document.error())
        return usage(Text::tr("Line %1, column %2: %3.")
                         .arg(error->line)
                         .arg(error->column)
                         .arg(error->reason));
    return {};
}

Bytes join(std::initializer_list<std::string_view> parts)
{
    auto text = std::make_shared<std::string>();
    for (const auto part : parts)
        text->append(part);
    const char *data = text->data();
    const auto size = text->size();
    return {std::move(text), data, size};
}

// The text with [begin, end) replaced.
Bytes splice(std::string_view text, std::size_t begin, std::size_t end,
    std::initializer_list<std::string_view> parts)
{
    std::string middle;
    for (const auto part : parts)
        middle.append(part);
    return join({text.substr(0, begin), middle, text.substr(end)});
}

// Where a member or element begins: at its name, if it has one, otherwise at its value.
std::size_t beginOf(const Value &child)
{
    return child.node().keyEnd > 0 ? child.node().keyBegin : child.node().begin;
}

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// The white space before a child, which a new neighbour gets too.
std::string_view spaceBefore(std::string_view text, const Value &child)
{
    const auto end = beginOf(child);
    auto begin = end;
    while (begin > 0 && isSpace(text[begin - 1]))
        --begin;
    return text.substr(begin, end - begin);
}

Value previousSibling(const Value &child)
{
    Value before;
    for (Value at = child.parent().first(); at && at.id() != child.id(); at = at.next())
        before = at;
    return before;
}

Value lastChild(const Value &container)
{
    Value last;
    for (const Value child : container)
        last = child;
    return last;
}

// Appends a child; `text` is the complete new member or element.
Bytes append(const Value &container, std::string_view text)
{
    const auto all = container.document()->text();
    const Value last = lastChild(container);
    if (!last)
        return splice(all, container.node().begin + 1, container.node().end - 1, {text});
    const auto at = last.node().end;
    return splice(all, at, at, {",", spaceBefore(all, last), text});
}

} // namespace

Result<Bytes> replaceValue(const Value &at, std::string_view raw)
{
    if (!at)
        return usage(Text::tr("There is no value at this location."));
    if (const auto good = checkOneValue(raw); !good)
        return good.error();
    return splice(at.document()->text(), at.node().begin, at.node().end, {raw});
}

Bytes replaceValueOr(const Value &at, std::string_view raw, const Bytes &otherwise)
{
    const Result<Bytes> text = replaceValue(at, raw);
    return text ? *text : otherwise;
}

Result<Bytes> renameMember(const Value &member, std::string_view nameUtf8)
{
    if (!member.parent().isObject())
        return usage(Text::tr("Only an object member can be renamed."));
    return splice(member.document()->text(), member.node().keyBegin, member.node().keyEnd,
        {quoted(nameUtf8)});
}

Result<Bytes> removeValue(const Value &at)
{
    if (!at.parent())
        return usage(Text::tr("The root value cannot be removed."));
    const auto text = at.document()->text();
    if (const Value before = previousSibling(at))
        return splice(text, before.node().end, at.node().end, {});
    if (const Value after = at.next())
        return splice(text, beginOf(at), beginOf(after), {});
    const Node &container = at.parent().node();
    return splice(text, container.begin + 1, container.end - 1, {});
}

Result<Bytes> appendMember(const Value &object, std::string_view nameUtf8, std::string_view raw)
{
    if (!object.isObject())
        return usage(Text::tr("Members can only be added to an object."));
    if (const auto good = checkOneValue(raw); !good)
        return good.error();
    // The colon is followed by a space if the neighbours have one.
    const Value last = lastChild(object);
    const auto text = object.document()->text();
    const bool blank = last && last.node().begin > 0 && isSpace(text[last.node().begin - 1]);
    return append(object, quoted(nameUtf8) + (blank ? ": " : ":") + std::string(raw));
}

Result<Bytes> insertElement(const Value &array, std::uint32_t index, std::string_view raw)
{
    if (!array.isArray())
        return usage(Text::tr("Elements can only be added to an array."));
    if (index > array.count())
        return usage(Text::tr("The array has only %1 elements.").arg(array.count()));
    if (const auto good = checkOneValue(raw); !good)
        return good.error();
    if (index == array.count())
        return append(array, raw);
    const auto text = array.document()->text();
    const Value before = array.at(index);
    return splice(text, beginOf(before), beginOf(before), {raw, ",", spaceBefore(text, before)});
}

Result<Bytes> moveElement(const Value &array, std::uint32_t from, std::uint32_t to)
{
    if (!array.isArray() || from >= array.count() || to > array.count())
        return usage(Text::tr("There is no such element to move."));
    const auto text = array.document()->text();
    if (to == from || to == from + 1)
        return splice(text, 0, 0, {});
    // The values change places; the commas and white space between them stay.
    std::vector<std::string_view> order;
    for (const Value child : array)
        order.push_back(child.raw());
    const auto moved = order[from];
    order.erase(order.begin() + from);
    order.insert(order.begin() + (to > from ? to - 1 : to), moved);

    std::string out(text.substr(0, array.node().begin));
    std::size_t at = array.node().begin;
    std::size_t i = 0;
    for (const Value child : array) {
        out.append(text.substr(at, child.node().begin - at)).append(order[i++]);
        at = child.node().end;
    }
    return Bytes::copyOf(out.append(text.substr(at)));
}

} // namespace sonde::json
