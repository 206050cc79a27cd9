// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sonde::schema {

// A URI template (RFC 6570, all four levels), as MCP uses it for resource templates.
class UriTemplate {
public:
    // A variable's value. A missing variable is undefined and expands to nothing. An empty string
    // is defined; an empty list or map is not (section 2.3).
    using List = std::vector<std::string>;
    using Map = std::vector<std::pair<std::string, std::string>>; // in the caller's order
    using Value = std::variant<std::string, List, Map>;
    using Values = std::map<std::string, Value, std::less<>>;

    // Fails with location and reason (section 3: an erroneous template is not expanded).
    static Result<UriTemplate> parse(std::string_view text);

    // The names in order of first appearance, each once.
    std::vector<std::string> variables() const;
    // Whether the variable has the explode modifier, {x*}, and may be a list or map.
    bool isExploded(std::string_view name) const;

    // Fails if a prefix ({x:3}) is applied to a list or map (section 2.4.1).
    Result<std::string> expand(const Values &values) const;

    static constexpr std::size_t kMaxLength = 64 * 1024;

private:
    struct Variable {
        std::string name;
        bool explode = false;
        int prefix = 0; // characters; 0: no prefix
    };
    struct Part {
        std::string literal; // percent-encoded as necessary; empty for an expression
        char op = '\0'; // of an expression; '\0' for {x}
        std::vector<Variable> variables;
    };
    static Result<Part> parseExpression(std::string_view inside, std::size_t at);
    static Result<Variable> parseVariable(std::string_view text, std::size_t at);

    std::vector<Part> m_parts;
};

} // namespace sonde::schema
