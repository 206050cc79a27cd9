// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "hosts/entries/hostentry.h"
#include "hosts/table/hosttable.h"
#include "hosts/text/placedtext.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// A configuration file of a host. Nothing in it is changed: the values of every syntax are those
// of a JSON document, and each knows its place in bytes().
class HostDocument {
public:
    // Reads no other file.
    static HostDocument parse(const Host &host, const Bytes &text);

    const PlacedText &text() const { return m_text; }
    const Bytes &bytes() const { return m_text.bytes(); }
    bool isValid() const { return m_text.isValid(); }
    json::Value root() const { return m_text.root(); }
    const std::vector<HostEntry> &entries() const { return m_entries; }
    FileShape shape() const { return m_shape; }
    const std::vector<FileProblem> &problems() const { return m_problems; } // of the file

    // See PlacedText.
    ValuePlace place(const json::Value &value) const { return m_text.place(value); }
    std::string_view raw(const json::Value &value) const { return m_text.raw(value); }
    std::string_view rawMember(const json::Value &value) const { return m_text.rawMember(value); }
    FileProblem problemAt(std::size_t offset, const QString &sentence) const
    {
        return m_text.problemAt(offset, sentence);
    }

private:
    PlacedText m_text;
    FileShape m_shape = FileShape::InContainer;
    std::vector<HostEntry> m_entries;
    std::vector<FileProblem> m_problems;
};

// The entry of the same name and project in another text of the file; nullptr: there is none.
const HostEntry *sameEntry(const HostDocument &document, const HostEntry &entry);

} // namespace sonde::hosts
