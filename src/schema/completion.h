// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/schemastore.h"
#include "json/document.h"

#include <QString>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::schema {

class ShapeMaker;
struct Shape;

// A proposed name or value for the text at the caret.
struct Proposal {
    std::string text; // JSON text that replaces the range: a quoted name, or a value
    QString detail; // short: the type or title
    QString description;
    bool required = false;
    bool deprecated = false;
};

struct Proposals {
    bool names = false; // the proposals are property names; otherwise values
    // The range that a proposal replaces: the token at the caret. Empty if there is no token.
    std::size_t begin = 0;
    std::size_t end = 0;
    bool needsColon = false; // no colon follows the name yet
    std::vector<Proposal> list; // in the order of the schema, required names first
};

// Completes a text while it is typed, from its schema: names of properties that are still missing,
// and listed values. All branches count that the present members do not rule out. Only the text
// before the caret needs to be valid JSON so far; any text may follow the caret.
class Completion {
public:
    explicit Completion(
        const std::shared_ptr<const json::Document> &schema, const Remotes &remotes = {});
    ~Completion();
    Completion(Completion &&) noexcept;
    Completion &operator=(Completion &&) noexcept;

    // `caret` is a byte offset. Empty for a text longer than kMaxText.
    Proposals at(std::string_view text, std::size_t caret) const;

    static constexpr std::size_t kMaxText = std::size_t(1) << 20;
    static constexpr std::size_t kMaxProposals = 1000;
    static constexpr std::size_t kMaxValue = 1000; // bytes of a listed value

private:
    void addNames(Proposals &out, const Shape &shape, const json::Value &filler,
        std::string_view typed) const;
    void addValues(Proposals &out, const Shape &shape, std::string_view typed) const;
    Shape shapeOf(const json::Value &value) const;

    std::unique_ptr<SchemaStore> m_store;
    std::unique_ptr<ShapeMaker> m_maker;
    SchemaPlace m_top;
};

} // namespace sonde::schema
