// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/splice.h"
#include "json/value.h"

#include <QString>
#include <QStringView>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::hosts {

// What the syntaxes share: how names and values are written, and how the lines of a text look.

inline constexpr std::string_view kIndent = "  "; // of what Sonde adds
inline constexpr int kMaxWrittenDepth = 100;

// A text in double quotes, which mean the same in JSON, in TOML and in YAML.
std::string quotedValue(const QString &text);
// A name without quotes where it means the same in TOML and in YAML.
std::string bareOrQuoted(std::string_view name);

// How a syntax writes the parts of a value.
struct ValueStyle {
    std::string (*name)(std::string_view name); // of a member, with what separates it
    std::string (*scalar)(const json::Value &value); // empty: the syntax does not have it
    std::string_view padding; // inside the braces of an object that has members
};
// A value on one line; empty if it is nested deeper than kMaxWrittenDepth, or the syntax does not
// have a part of it.
std::string writtenValue(const json::Value &value, const ValueStyle &style);
// The same as JSON, which is a flow value of YAML too.
std::string jsonMemberName(std::string_view name);
std::string writtenJson(const json::Value &value);

// "\n", or "\r\n" where the line of the place ends so.
std::string_view newlineAt(std::string_view text, std::size_t at);
std::size_t lineBegin(std::string_view text, std::size_t at);
std::size_t lineEnd(std::string_view text, std::size_t at); // before its line end
// The first line that is neither empty nor a comment that begins with #.
QString firstLine(QStringView text);

// Adds lines at the end of a text.
Splice spliceAtEnd(std::string_view text, std::string lines);

} // namespace sonde::hosts
