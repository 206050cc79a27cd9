// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hosttable.h"
#include "hosts/text/texttree.h"

#include <QString>

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::hosts {

// How names and values are written in the files of a dialect, and how the lines of a text look.

// A text in double quotes, which mean the same in JSON, in TOML and in YAML.
std::string quotedValue(const QString &text);
// A name with what separates it from its value: "args": , args = , args: .
std::string writtenName(Dialect dialect, std::string_view name);

// A JSON value in the dialect, on one line. Nothing that is nested deeper than kMaxWrittenDepth is
// written: the text is empty then.
std::string writtenValue(Dialect dialect, const json::Value &value);
inline constexpr int kMaxWrittenDepth = 100;

// "\n", or "\r\n" where the line of the place ends so.
std::string_view newlineAt(std::string_view text, std::size_t at);
std::size_t lineBegin(std::string_view text, std::size_t at);
std::size_t lineEnd(std::string_view text, std::size_t at); // before its line end
// What a line of its own needs before a name to continue the names of the place: the indentation,
// and in TOML the name of the table if it is written before each name.
std::string linePrefix(Dialect dialect, std::string_view text, std::size_t name);

} // namespace sonde::hosts
