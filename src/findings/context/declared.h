// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

#include <string_view>

namespace sonde::findings {

// The capabilities that a party has declared, with the message that did so.
class Declared {
public:
    static constexpr std::size_t kMaxText = 64 * 1024; // bytes; larger ones are not kept

    void set(const json::Value &capabilities)
    {
        const bool fits = capabilities.exists() && capabilities.raw().size() <= kMaxText;
        m_document = fits ? json::Document::parse(capabilities.raw()) : json::Document();
    }
    // Whether they are known at all.
    bool isKnown() const { return m_document.root().isObject(); }
    json::Value root() const { return m_document.root(); }
    json::Value operator[](std::string_view name) const { return root()[name]; }

private:
    json::Document m_document;
};

} // namespace sonde::findings
