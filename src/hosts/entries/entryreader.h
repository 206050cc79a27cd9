// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostentry.h"
#include "hosts/table/hosttable.h"
#include "hosts/text/placedtext.h"
#include "hosts/text/textlines.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// Finds the servers in a text, and what is wrong with them.
class EntryReader {
public:
    EntryReader(const Host &host, const PlacedText &text, std::vector<HostEntry> &entries,
        std::vector<FileProblem> &problems);

    FileShape read(const json::Value &root);

private:
    void readContainers(const json::Value &root);
    FileShape readUnknown(const json::Value &root);
    bool isAddress(const json::Value &value) const; // of a server in a list
    void descend(
        const json::Value &value, const QStringList &path, qsizetype at, const QString &project);
    void readContainer(const json::Value &container, const QString &project);
    HostEntry readEntry(const json::Value &value);
    void readCommand(HostEntry &entry, const json::Value &command, const json::Value &list);
    void readServer(HostEntry &entry); // without a tap
    void noteTypographicQuotes(HostEntry &entry);
    void noteDuplicate(
        const json::Value &object, std::string_view name, std::vector<FileProblem> &problems);
    // The first place, of those that a change of the entry touches, which must not be changed.
    std::optional<FileProblem> obstacleOf(const HostEntry &entry);
    FileProblem problem(const json::Value &value, const QString &sentence);
    FileProblem problemOfName(const json::Value &member, const QString &sentence);

    const Host &m_host;
    bool m_isJson;
    const PlacedText &m_text;
    TextLines m_lines;
    std::vector<HostEntry> &m_entries;
    std::vector<FileProblem> &m_problems;
    std::set<json::NodeId> m_containers;
};

} // namespace sonde::hosts
