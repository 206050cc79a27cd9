// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "hosts/table/hosttable.h"
#include "hosts/text/texttree.h"
#include "json/document.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::hosts {

// What is wrong with a file or an entry.
struct Problem {
    QString sentence;
    int line = 0; // 0: it has no place
    int column = 0; // in bytes
    bool allowsEdit = false; // a tap neither touches nor hides it
};

// An entry whose command is a tap of Sonde.
struct TapMark {
    json::Value first; // the first word of the tap in an array
    json::Value program; // of the server
    json::Value firstArgument; // of the server; may not exist
    bool addedArguments = false; // the entry had no array of arguments before
    bool isBridge = false; // of a server with a URL: it has no program
};

// A server in the configuration of a host.
struct HostEntry {
    QString name;
    QString project; // the folder, if the file has servers by project
    json::Value value; // the whole entry, an object
    json::Value command; // a string, or the array of the program and its arguments
    json::Value argumentList; // next to a string; may not exist
    // What the host starts, without a tap. Empty for a server with a URL.
    QString program;
    QStringList arguments;
    QString url;
    bool isDisabled = false;
    std::optional<TapMark> tap;
    std::vector<Problem> problems;
    std::optional<Problem> obstacle; // why Sonde must not change it; the host can read it
};

// Where the servers are: in the host's container, or the whole file is a map or a list of them, or
// one. Only of an unknown host it is not the first.
enum class Shape : std::uint8_t { InContainer, Map, List, Server };

// A configuration file of a host. Nothing in it is changed: the values of every dialect are those
// of a JSON document, and each knows its place in bytes().
class HostDocument {
public:
    // Reads no other file.
    static HostDocument parse(const Host &host, const Bytes &text);

    const Bytes &bytes() const { return m_bytes; }
    bool isValid() const { return m_document && m_document->isValid(); }
    json::Value root() const { return m_document ? m_document->root() : json::Value(); }
    const std::vector<HostEntry> &entries() const { return m_entries; }
    Shape shape() const { return m_shape; }
    const std::vector<Problem> &problems() const { return m_problems; } // of the file

    // Where a value is written in bytes(). In JSON, nothing is an obstacle or counts as block.
    ValuePlace place(const json::Value &value) const;
    // The bytes of a value, as written.
    std::string_view raw(const json::Value &value) const;
    // The bytes of a member: its name and its value, as written.
    std::string_view rawMember(const json::Value &value) const;
    // The line and column of a place.
    Problem problemAt(std::size_t offset, const QString &sentence) const;

private:
    // What begins after a byte order mark.
    void readJson(const Host &host, std::size_t begin);
    void readOther(const Host &host, std::size_t begin);

    Bytes m_bytes;
    std::shared_ptr<const json::Document> m_document; // its address stays
    std::shared_ptr<const std::vector<ValuePlace>> m_places; // by node; null for JSON
    Shape m_shape = Shape::InContainer;
    std::vector<HostEntry> m_entries;
    std::vector<Problem> m_problems;
};

} // namespace sonde::hosts
