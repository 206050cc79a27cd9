// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/parsedtext.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::json {

class Document;

// UTF-8 as a QString. QString::fromUtf8() drops a leading U+FEFF; this function keeps it.
QString toQString(std::string_view utf8);

// A reference to a value in a Document; small and cheap to copy. All accessors of a value that does
// not exist return empty results, so that a chain of look-ups needs only one check at its end.
class Value {
public:
    Value() = default;
    Value(const ParsedText *text, NodeId id)
        : m_text(text)
        , m_id(id)
    {
    }

    bool exists() const { return m_text && m_id != kNoNode; }
    explicit operator bool() const { return exists(); }
    NodeId id() const { return m_id; }
    const Document *document() const;
    const Node &node() const { return m_text->node(m_id); } // only if it exists

    Type type() const { return exists() ? node().type : Type::Null; } // Null if it does not exist
    bool isNull() const { return exists() && type() == Type::Null; }
    bool isBool() const { return exists() && type() == Type::Bool; }
    bool isNumber() const { return exists() && type() == Type::Number; }
    bool isString() const { return exists() && type() == Type::String; }
    bool isArray() const { return exists() && type() == Type::Array; }
    bool isObject() const { return exists() && type() == Type::Object; }
    bool isContainer() const { return isArray() || isObject(); }

    // The value's own bytes, exactly as received.
    std::string_view raw() const
    {
        return exists() ? part(node().begin, node().end) : std::string_view();
    }
    // The member's name as written, with quotes; empty outside objects.
    std::string_view rawKey() const
    {
        return exists() ? part(node().keyBegin, node().keyEnd) : std::string_view();
    }
    // The member's decoded name in UTF-8. Lone surrogates become U+FFFD.
    std::string key() const;

    // A string's decoded text in UTF-8; empty for any other type.
    std::string text() const;
    QString toString() const { return toQString(text()); }
    bool equals(std::string_view utf8) const; // whether it is a string with exactly this text

    std::optional<bool> toBool() const;
    // Only for a number that is written as an integer (no fraction, no exponent) and fits.
    std::optional<std::int64_t> toInt64() const;
    // The nearest double, for drawing and waiting; never for display or comparison.
    std::optional<double> toDouble() const;

    std::uint32_t count() const { return exists() ? node().count : 0; } // children of a container
    Value first() const { return count() > 0 ? Value(m_text, m_id + 1) : Value(); }
    Value next() const { return exists() ? Value(m_text, node().next) : Value(); }
    Value parent() const { return exists() ? Value(m_text, node().parent) : Value(); }
    // The member with that name (decoded, UTF-8); of duplicate names, the last one.
    Value member(std::string_view name) const;
    Value operator[](std::string_view name) const { return member(name); }
    Value at(std::uint32_t index) const; // linear in the index: loops use first() and next()
    std::uint32_t indexInParent() const;

    // The location of the value: as an RFC 6901 pointer, and in the readable form of
    // Document::path().
    QString pointer() const;
    QString path() const;

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = Value;
        using difference_type = std::ptrdiff_t;
        using pointer = const Value *;
        using reference = Value;
        Iterator() = default;
        explicit Iterator(const Value &value)
            : m_text(value.m_text)
            , m_id(value.m_id)
        {
        }
        Value operator*() const { return {m_text, m_id}; }
        Iterator &operator++()
        {
            m_id = m_text->node(m_id).next;
            return *this;
        }
        Iterator operator++(int)
        {
            const auto before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator &a, const Iterator &b) { return a.m_id == b.m_id; }

    private:
        const ParsedText *m_text = nullptr;
        NodeId m_id = kNoNode;
    };
    Iterator begin() const { return Iterator(first()); }
    Iterator end() const { return {}; }

private:
    std::string_view part(std::uint32_t begin, std::uint32_t end) const
    {
        return m_text->text().substr(begin, end - begin);
    }

    const ParsedText *m_text = nullptr;
    NodeId m_id = kNoNode;
};

// Decodes the inside of a JSON string (without its quotes) to UTF-8; lone surrogates and invalid
// bytes become U+FFFD.
std::string decodeString(std::string_view inside);

} // namespace sonde::json
