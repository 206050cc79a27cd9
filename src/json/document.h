// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/parsedtext.h"
#include "json/value.h"

#include <QString>

#include <optional>

namespace sonde::json {

// Where and why a text is not JSON. Line and column start at 1; the column counts bytes.
struct ParseError {
    enum class Kind : std::uint8_t { Syntax, InvalidUtf8, TooDeep, TooLarge };
    Kind kind = Kind::Syntax;
    std::size_t offset = 0;
    int line = 1;
    int column = 1;
    QString reason;
};

struct Limits {
    std::size_t maxBytes = std::size_t(1) << 30; // offsets are 32 bit: must stay below 4 GiB
    std::uint32_t maxDepth = 10'000;
};

// An exact JSON document: the received bytes, unchanged, and a flat table of nodes that point into
// them (RFC 8259). Order, duplicate names, escapes and number text are preserved, because nothing
// is converted. A text that is not JSON gives a document with an error; the nodes before the error
// can still be browsed.
//
// Values refer to the document: it must outlive them and must not be moved while they exist.
class Document : public ParsedText {
public:
    Document() = default;

    // Always returns a document; check error(). Does not recurse, so depth costs no stack. With a
    // pool, the nodes of a short text are allocated in it.
    static Document parse(Bytes text, const Limits &limits = {}, NodePool *pool = nullptr);
    static Document parse(std::string_view text, const Limits &limits = {});

    // Only the bytes, for text that is not JSON or was not parsed: no values and no error.
    static Document unparsed(Bytes text);

    bool isValid() const { return !m_error && !m_nodes.empty(); }
    const std::optional<ParseError> &error() const { return m_error; }

    // The outermost value; does not exist (`exists()` is false) if the text has no value.
    Value root() const { return {this, m_nodes.empty() ? kNoNode : 0}; }
    Value value(NodeId id) const { return {this, id}; }

    // The innermost value whose bytes, or whose name's bytes, contain the offset.
    Value valueAt(std::size_t offset) const;

    // RFC 6901: "" is the root, "/a/0/b~1c". Of duplicate names the last one is returned, as in
    // most parsers; Value::next() reaches the others.
    Value pointer(QStringView pointer) const;
    // "params.arguments.city", "result.content[0].text", `a["odd name"]`; "" is the root.
    Value path(QStringView path) const;

private:
    friend class Parser;
    std::optional<ParseError> m_error;
};

} // namespace sonde::json
