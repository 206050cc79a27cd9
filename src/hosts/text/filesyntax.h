// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/placedtext.h"
#include "hosts/text/splice.h"
#include "hosts/text/texttree.h"
#include "json/value.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::hosts {

// A text that was read: not valid with an error.
struct ReadText {
    PlacedText text;
    std::optional<TextError> error;
};

// A server that a file gets.
struct NewEntry {
    std::string name;
    json::Value members; // an object
    QStringList container; // the names of the members around it, from the outermost
    bool isListItem = false; // of a container that is a list
};

// A syntax of hosts' files: how a file is recognized, read and written. Nothing but
// filesyntaxes.cpp chooses between them.
class FileSyntax {
public:
    FileSyntax() = default;
    FileSyntax(const FileSyntax &) = delete;
    FileSyntax &operator=(const FileSyntax &) = delete;
    virtual ~FileSyntax() = default;

    virtual QString name() const = 0; // to be shown
    virtual bool isJson() const { return false; }

    // Whether a file of an unknown host is taken for one in this syntax. The syntaxes are asked in
    // the order of their list.
    virtual bool resembles(QStringView text) const = 0;
    // Whether no command line and no URL looks like this text.
    virtual bool isEvident(QStringView text) const = 0;

    // Reads what begins at `begin`, after a byte order mark.
    virtual ReadText read(const Bytes &bytes, std::size_t begin) const = 0;

    // A name with what separates it from its value: "args": , args = , args: .
    virtual std::string writtenName(std::string_view name) const = 0;
    // A value on one line. Empty: it is nested deeper than kMaxWrittenDepth, or the syntax does not
    // have it.
    virtual std::string writtenValue(const json::Value &value) const = 0;
    // What a line of its own needs before a name to continue the names of the place: the
    // indentation, and in TOML the name of the table if it is written before each name.
    virtual std::string linePrefix(std::string_view text, std::size_t name) const;
    // Whether the members of a container are on lines that are not beside each other.
    virtual bool isSpread(const ValuePlace &container) const;

    // Where a new server goes, and its text. Nothing: the file is written in a way that has no such
    // place.
    virtual std::optional<Splice> spliceOf(const PlacedText &file, const NewEntry &entry) const = 0;
};

} // namespace sonde::hosts
