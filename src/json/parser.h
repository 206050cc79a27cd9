// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

namespace sonde::json {

// Fills a Document's node table in one pass over the text, without recursion (RFC 8259).
class Parser {
public:
    Parser(Document &document, const Limits &limits);
    void run(NodePool *pool);

private:
    bool parse();
    bool open(char bracket);
    void close();
    bool key();
    bool scalar(char first);
    bool string(bool &escaped);
    bool unusualString(const char *begin, bool &escaped);
    bool escape();
    bool multibyte();
    bool number();
    bool digits(const char *reason);
    bool literal(std::string_view word, Type type);
    void skipSpace();
    Node &add(Type type, const char *begin);

    [[gnu::cold]] bool fail(const char *reason);
    [[gnu::cold]] bool fail(const char *reason, std::size_t limit, ParseError::Kind kind);
    [[gnu::cold]] bool failAt(const char *where, const char *reason);
    // %1 becomes the character found at m_at, …
    [[gnu::cold]] bool failFound(const char *reason);
    // … or the byte.
    [[gnu::cold]] bool failByte(
        const char *reason, ParseError::Kind kind = ParseError::Kind::Syntax);
    [[gnu::cold]] bool setError(const char *where, const QString &reason, ParseError::Kind kind);
    QString found() const;
    std::uint32_t offset(const char *at) const { return static_cast<std::uint32_t>(at - m_begin); }

    Document &m_document;
    NodeTable &m_nodes;
    const Limits m_limits;
    const char *const m_begin;
    const char *const m_end;
    const char *m_at;
    NodeId m_open = kNoNode; // the innermost container that is still open
    NodeId m_last = kNoNode; // its newest child
    std::uint32_t m_depth = 0;
    char m_closer = 0; // the character that closes m_open
    std::uint32_t m_keyBegin = 0; // the name of the next value
    std::uint32_t m_keyEnd = 0;
    bool m_keyEscaped = false;
};

} // namespace sonde::json
