// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/hostdocument.h"

#include "base/utf8.h"
#include "config/filetext.h"
#include "hosts/entries/entryreader.h"
#include "hosts/entries/textlines.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/tomlreader.h"
#include "hosts/text/yamlreader.h"
#include "json/extras.h"
#include "json/scan.h"

#include <cstdint>
#include <string>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr std::uint32_t kMaxDepth = 200;
constexpr json::Limits kLimits{std::size_t(1) << 30, kMaxDepth};

// The first byte that is no UTF-8; the size of the text if there is none.
std::size_t malformedAt(std::string_view text)
{
    const char *const end = text.data() + text.size();
    for (const char *at = text.data(); at != end;) {
        const bool isAscii = static_cast<unsigned char>(*at) < 0x80;
        const int length = isAscii ? 1 : json::utf8Length(at, end);
        if (length == 0)
            return static_cast<std::size_t>(at - text.data());
        at += length;
    }
    return text.size();
}

} // namespace

HostDocument HostDocument::parse(const Host &host, const Bytes &text)
{
    HostDocument result;
    result.m_bytes = text;
    if (const QString encoding = config::wideEncoding(text.view()); !encoding.isEmpty()) {
        result.m_problems.push_back(
            {Text::tr("The file is %1, which hosts cannot read. Save it as UTF-8.").arg(encoding),
                1, 1});
        return result;
    }
    std::size_t begin = 0;
    if (text.view().starts_with(kByteOrderMark)) {
        begin = kByteOrderMark.size();
        result.m_problems.push_back({Text::tr("The file begins with a byte order mark. Some "
                                              "hosts cannot read it. Save it without one."),
            1, 1});
    }
    if (isJson(host.dialect))
        result.readJson(host, begin);
    else
        result.readOther(host, begin);
    return result;
}

void HostDocument::readJson(const Host &host, std::size_t begin)
{
    std::string parsed(m_bytes.view());
    parsed.replace(0, begin, begin, ' ');
    if (host.dialect == Dialect::JsonWithComments)
        json::blankOutExtras(parsed);
    m_document = std::make_shared<const json::Document>(json::Document::parse(parsed, kLimits));
    if (const auto &error = m_document->error())
        m_problems.push_back(
            {config::syntaxReason(m_bytes.view(), *error), error->line, error->column});
    else
        m_shape = EntryReader(host, *this, m_entries, m_problems).read(m_document->root());
}

void HostDocument::readOther(const Host &host, std::size_t begin)
{
    const std::string_view text = m_bytes.view().substr(begin);
    if (const std::size_t malformed = malformedAt(text); malformed < text.size()) {
        m_problems.push_back(problemAt(begin + malformed, Text::tr("The file is not UTF-8.")));
        return;
    }
    TextTree tree;
    const TextReader reader = host.dialect == Dialect::Toml ? &TomlReader::read : &YamlReader::read;
    if (const auto error = reader(text, tree)) {
        m_problems.push_back(problemAt(begin + error->offset, error->sentence));
        return;
    }
    TranslatedText translated = tree.translated();
    for (ValuePlace &place : translated.places) {
        for (TextRange *range : {&place.range, &place.name}) {
            range->begin += begin;
            range->end += begin;
        }
    }
    m_places = std::make_shared<const std::vector<ValuePlace>>(std::move(translated.places));
    m_document = std::make_shared<const json::Document>(
        json::Document::parse(std::string_view(translated.json), kLimits));
    m_shape = EntryReader(host, *this, m_entries, m_problems).read(m_document->root());
}

ValuePlace HostDocument::place(const json::Value &value) const
{
    if (!value.exists())
        return {};
    if (m_places)
        return (*m_places)[value.id()];
    const json::Node &node = value.node();
    return {{node.begin, node.end}, {node.keyBegin, node.keyEnd}, false, Obstacle::None};
}

std::string_view HostDocument::raw(const json::Value &value) const
{
    const TextRange range = place(value).range;
    return m_bytes.view().substr(range.begin, range.end - range.begin);
}

std::string_view HostDocument::rawMember(const json::Value &value) const
{
    const ValuePlace written = place(value);
    return m_bytes.view().substr(written.name.begin, written.range.end - written.name.begin);
}

Problem HostDocument::problemAt(std::size_t offset, const QString &sentence) const
{
    return TextLines(m_bytes.view()).problem(offset, sentence);
}

} // namespace sonde::hosts
