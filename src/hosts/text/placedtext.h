// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "hosts/text/fileproblem.h"
#include "hosts/text/texttree.h"
#include "json/document.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// Of a configuration file; deeper than TextTree::kMaxDepth.
inline constexpr json::Limits kFileLimits{std::size_t(1) << 30, 200};

// A text of any syntax as a JSON document, in which each value knows its place in bytes().
class PlacedText {
public:
    PlacedText() = default; // not valid, like one without a document
    explicit PlacedText(const Bytes &bytes)
        : m_bytes(bytes)
    {
    }
    // JSON: the document knows the places.
    PlacedText(const Bytes &bytes, json::Document document);
    // Another syntax: the places are in the order of the document's nodes.
    PlacedText(const Bytes &bytes, json::Document document, std::vector<ValuePlace> places);

    const Bytes &bytes() const { return m_bytes; }
    bool isValid() const { return m_document && m_document->isValid(); }
    json::Value root() const { return m_document ? m_document->root() : json::Value(); }

    // Where a value is written in bytes(). In JSON, nothing is an obstacle or counts as block.
    ValuePlace place(const json::Value &value) const;
    // The bytes of a value, as written.
    std::string_view raw(const json::Value &value) const;
    // The bytes of a member: its name and its value, as written.
    std::string_view rawMember(const json::Value &value) const;
    // The line and column of a place.
    FileProblem problemAt(std::size_t offset, const QString &sentence) const;

private:
    Bytes m_bytes;
    std::shared_ptr<const json::Document> m_document; // its address stays
    std::shared_ptr<const std::vector<ValuePlace>> m_places; // by node; null for JSON
};

} // namespace sonde::hosts
