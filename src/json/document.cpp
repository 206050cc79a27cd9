// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/document.h"

#include "json/parser.h"

#include <algorithm>

namespace sonde::json {

namespace {

// One step of a readable path: a name, or the index of an element.
struct Step {
    std::string name;
    std::optional<std::uint32_t> index;
};

std::optional<std::uint32_t> toIndex(QStringView digits)
{
    if (digits.isEmpty() || (digits.size() > 1 && digits.front() == u'0'))
        return {};
    bool ok = false;
    const auto number = digits.toUInt(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

// Parses `[12]` or `["a name"]` at the front of `rest` and removes it from there.
std::optional<Step> parseBracket(QStringView &rest)
{
    if (rest.startsWith(u"[\"")) {
        qsizetype end = 2;
        while (end < rest.size() && rest[end] != u'"')
            end += rest[end] == u'\\' ? 2 : 1;
        if (end + 1 >= rest.size() || rest[end + 1] != u']')
            return {};
        const auto inside = rest.mid(2, end - 2).toUtf8().toStdString();
        rest = rest.mid(end + 2);
        return Step{decodeString(inside), {}};
    }
    const auto end = rest.indexOf(u']');
    if (end < 0)
        return {};
    const auto index = toIndex(rest.mid(1, end - 1));
    rest = rest.mid(end + 1);
    return index ? std::optional(Step{{}, index}) : std::nullopt;
}

std::optional<Step> parseStep(QStringView &rest, bool first)
{
    if (rest.front() == u'[')
        return parseBracket(rest);
    if (!first) {
        if (rest.front() != u'.')
            return {};
        rest = rest.mid(1);
    }
    qsizetype end = 0;
    while (end < rest.size() && rest[end] != u'.' && rest[end] != u'[')
        ++end;
    if (end == 0)
        return {};
    Step step{rest.left(end).toUtf8().toStdString(), {}};
    rest = rest.mid(end);
    return step;
}

} // namespace

Document Document::parse(Bytes text, const Limits &limits, NodePool *pool)
{
    Document document;
    document.m_bytes = std::move(text);
    Parser(document, limits).run(pool);
    return document;
}

Document Document::parse(std::string_view text, const Limits &limits)
{
    return parse(Bytes::copyOf(text), limits);
}

Document Document::unparsed(Bytes text)
{
    Document document;
    document.m_bytes = std::move(text);
    return document;
}

Value Document::valueAt(std::size_t offset) const
{
    // Nodes are in text order, so the last one that begins before the offset is the result, or is
    // inside it.
    const auto begins = [](const Node &node) {
        return node.keyEnd > 0 ? node.keyBegin : node.begin;
    };
    auto after = std::upper_bound(m_nodes.begin(), m_nodes.end(), offset,
        [&begins](std::size_t at, const Node &node) { return at < begins(node); });
    if (after == m_nodes.begin())
        return {};
    auto id = static_cast<NodeId>(after - m_nodes.begin() - 1);
    while (id != kNoNode && offset >= m_nodes[id].end)
        id = m_nodes[id].parent;
    return {this, id};
}

Value Document::pointer(QStringView pointer) const
{
    Value at = root();
    while (!pointer.isEmpty() && at) {
        if (pointer.front() != u'/')
            return {};
        const auto end = pointer.indexOf(u'/', 1);
        const QStringView token = end < 0 ? pointer.mid(1) : pointer.mid(1, end - 1);
        pointer = end < 0 ? QStringView() : pointer.mid(end);
        if (at.isArray()) {
            const auto index = toIndex(token);
            at = index ? at.at(*index) : Value();
        } else {
            auto name = token.toString()
                            .replace(QLatin1String("~1"), QLatin1String("/"))
                            .replace(QLatin1String("~0"), QLatin1String("~"));
            at = at.member(name.toUtf8().toStdString());
        }
    }
    return at;
}

Value Document::path(QStringView path) const
{
    Value at = root();
    for (bool first = true; !path.isEmpty() && at; first = false) {
        const auto step = parseStep(path, first);
        if (!step)
            return {};
        at = step->index ? at.at(*step->index) : at.member(step->name);
    }
    return at;
}

} // namespace sonde::json
