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

// One thing that may stand at the caret.
struct Proposal {
    std::string text; // JSON text that replaces the range: a quoted name, or a value
    QString detail; // a few words: its type or title
    QString description;
    bool required = false;
    bool deprecated = false;
};

struct Proposals {
    bool names = false; // of properties; else values
    // Bytes that a proposal replaces: what was begun at the caret. Equal when nothing was.
    std::size_t begin = 0;
    std::size_t end = 0;
    bool needsColon = false; // after a name: none stands there yet
    std::vector<Proposal> list; // in the order of the schema, required names first
};

// What a schema knows for a place in a text that is being typed: names of properties that are not
// there yet, and values that are listed. All branches count that the members which are there do
// not speak against. Reads the text as far as it is JSON before the caret; after it anything may
// stand.
class Completion {
public:
    explicit Completion(
        const std::shared_ptr<const json::Document> &schema, const Remotes &remotes = {});
    ~Completion();
    Completion(Completion &&) noexcept;
    Completion &operator=(Completion &&) noexcept;

    // `caret` is a byte offset. Nothing is proposed for a text above kMaxText.
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
