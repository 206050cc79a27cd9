// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/placedtext.h"

#include "hosts/text/textlines.h"

#include <utility>

namespace sonde::hosts {

PlacedText::PlacedText(const Bytes &bytes, json::Document document)
    : m_bytes(bytes)
    , m_document(std::make_shared<const json::Document>(std::move(document)))
{
}

PlacedText::PlacedText(const Bytes &bytes, json::Document document, std::vector<ValuePlace> places)
    : PlacedText(bytes, std::move(document))
{
    m_places = std::make_shared<const std::vector<ValuePlace>>(std::move(places));
}

ValuePlace PlacedText::place(const json::Value &value) const
{
    if (!value.exists())
        return {};
    if (m_places)
        return (*m_places)[value.id()];
    const json::Node &node = value.node();
    return {{node.begin, node.end}, {node.keyBegin, node.keyEnd}, false, Obstacle::None};
}

std::string_view PlacedText::raw(const json::Value &value) const
{
    const TextRange range = place(value).range;
    return m_bytes.view().substr(range.begin, range.end - range.begin);
}

std::string_view PlacedText::rawMember(const json::Value &value) const
{
    const ValuePlace written = place(value);
    return m_bytes.view().substr(written.name.begin, written.range.end - written.name.begin);
}

FileProblem PlacedText::problemAt(std::size_t offset, const QString &sentence) const
{
    return TextLines(m_bytes.view()).problem(offset, sentence);
}

} // namespace sonde::hosts
