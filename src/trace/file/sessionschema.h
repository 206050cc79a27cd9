// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <array>
#include <cstdint>
#include <span>

// The layout of a session file, documented in session-file.md.
namespace sonde::trace::schema {

// "Snde", in the file's header: marks an SQLite file as a session file.
inline constexpr std::int64_t kApplicationId = 0x536e6465;
// Incremented for new tables, and for new values that an earlier reader would take for damage: a
// reader rejects later versions with an explanation.
inline constexpr std::int64_t kVersion = 9;
// The oldest version that can be read; it has no HTTP.
inline constexpr std::int64_t kOldestVersion = 1;
// Version 3 only added a table: a file of version 2 can be upgraded by creating it.
inline constexpr std::int64_t kLastWithoutNotes = 2;
inline constexpr std::int64_t kFirstWithNotes = 3;
// In earlier versions every message was a row.
inline constexpr std::int64_t kFirstWithBlocks = 6;

// The key of a chunk combines stream and offset: appends go to the end of the stream's part of the
// tree, and a look-up by offset needs no index.
inline constexpr int kOffsetBits = 47;
inline constexpr std::uint64_t kMaxOffset = (std::uint64_t(1) << kOffsetBits) - 1;
// SQLite limits values to 1,000,000,000 bytes; a larger chunk is stored in pieces.
inline constexpr std::size_t kMaxChunk = std::size_t(512) << 20;
// The stored prefix of a message's id; the message's bytes contain the whole id.
inline constexpr std::size_t kMaxIdText = 4096;

constexpr std::int64_t chunkKey(rpc::StreamId stream, std::uint64_t offset)
{
    return static_cast<std::int64_t>((std::uint64_t(stream) << kOffsetBits) | offset);
}
constexpr rpc::StreamId streamOf(std::int64_t key)
{
    return static_cast<rpc::StreamId>(std::uint64_t(key) >> kOffsetBits);
}
constexpr std::uint64_t offsetOf(std::int64_t key)
{
    return std::uint64_t(key) & kMaxOffset;
}

// Messages per block: reading any of them also parses those before it.
inline constexpr std::size_t kMaxBlock = 256;

struct SchemaTable {
    const char *name;
    // The reader requires exactly this text, so that a file cannot smuggle in expressions.
    const char *sql;
};

inline constexpr std::array<SchemaTable, 8> kTables{{
    {"meta", "CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT"},
    {"stream",
        "CREATE TABLE stream(id INTEGER PRIMARY KEY, server TEXT NOT NULL, "
        "connection INTEGER NOT NULL, channel INTEGER NOT NULL, probe INTEGER NOT NULL) STRICT"},
    {"string", "CREATE TABLE string(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"},
    {"chunk",
        "CREATE TABLE chunk(id INTEGER PRIMARY KEY, steady INTEGER NOT NULL, "
        "wall INTEGER NOT NULL, data BLOB NOT NULL) STRICT"},
    {"block",
        "CREATE TABLE block(first INTEGER PRIMARY KEY, last INTEGER NOT NULL, "
        "steady INTEGER NOT NULL, wall INTEGER NOT NULL, messages TEXT NOT NULL) STRICT"},
    {"change",
        "CREATE TABLE change(number INTEGER PRIMARY KEY, state INTEGER NOT NULL, "
        "problem INTEGER NOT NULL, pair INTEGER NOT NULL, error INTEGER NOT NULL, "
        "stream INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL) STRICT"},
    {"exchange",
        "CREATE TABLE exchange(number INTEGER PRIMARY KEY, ended INTEGER NOT NULL, "
        "received INTEGER NOT NULL) STRICT"},
    {"note",
        "CREATE TABLE note(number INTEGER PRIMARY KEY, marked INTEGER NOT NULL, "
        "text TEXT NOT NULL) STRICT"},
}};
inline constexpr const SchemaTable &kNoteTable = kTables.back();

// The messages as rows, for other tools. Sonde never reads the view, because a file may contain any
// view of this name.
inline constexpr const char *kMessageView =
    "CREATE VIEW message AS SELECT b.first + m.key AS number, "
    "b.steady + json_extract(m.value, '$[0]') AS steady, "
    "b.wall + json_extract(m.value, '$[0]') + json_extract(m.value, '$[1]') AS wall, "
    "coalesce(c.stream, json_extract(m.value, '$[2]')) AS stream, "
    "coalesce(c.offset, json_extract(m.value, '$[3]'), 0) AS offset, "
    "coalesce(c.length, json_extract(m.value, '$[4]'), 0) AS length, "
    "coalesce(json_extract(m.value, '$[5]'), 0) AS kind, "
    "coalesce(c.state, json_extract(m.value, '$[6]'), 0) AS state, "
    "coalesce(c.problem, json_extract(m.value, '$[11]'), 0) AS problem, "
    "coalesce(json_extract(m.value, '$[7]'), 0) AS method, "
    "coalesce(json_extract(m.value, '$[9]'), 0) AS target, "
    "coalesce(c.pair, json_extract(m.value, '$[10]'), 0) AS pair, "
    "coalesce(c.error, json_extract(m.value, '$[12]'), 0) AS error, "
    "coalesce(json_extract(m.value, '$[13]'), 0) AS parent, "
    "coalesce(json_extract(m.value, '$[14]'), 0) AS folded, "
    "coalesce(json_extract(m.value, '$[15]'), 0) AS origin, "
    "json_extract(m.value, '$[8]') AS id "
    "FROM block AS b JOIN json_each(b.messages) AS m "
    "LEFT JOIN change AS c ON c.number = b.first + m.key";

// Earlier versions had this table instead of blocks and changes.
inline constexpr const char *kMessageTable =
    "CREATE TABLE message(number INTEGER PRIMARY KEY, steady INTEGER NOT NULL, "
    "wall INTEGER NOT NULL, stream INTEGER NOT NULL, offset INTEGER NOT NULL, "
    "length INTEGER NOT NULL, kind INTEGER NOT NULL, state INTEGER NOT NULL, "
    "problem INTEGER NOT NULL, method INTEGER NOT NULL, target INTEGER NOT NULL, "
    "pair INTEGER NOT NULL, error INTEGER NOT NULL, parent INTEGER NOT NULL, "
    "folded INTEGER NOT NULL, id TEXT) STRICT";
inline constexpr const char *kMessageTableOfVersion1 =
    "CREATE TABLE message(number INTEGER PRIMARY KEY, steady INTEGER NOT NULL, "
    "wall INTEGER NOT NULL, stream INTEGER NOT NULL, offset INTEGER NOT NULL, "
    "length INTEGER NOT NULL, kind INTEGER NOT NULL, state INTEGER NOT NULL, "
    "problem INTEGER NOT NULL, method INTEGER NOT NULL, target INTEGER NOT NULL, "
    "pair INTEGER NOT NULL, error INTEGER NOT NULL, id TEXT) STRICT";
inline constexpr std::array<SchemaTable, 7> kTablesWithoutBlocks{{
    kTables[0],
    kTables[1],
    kTables[2],
    kTables[3],
    {"message", kMessageTable},
    kTables[6],
    kNoteTable,
}};
inline constexpr std::array<SchemaTable, 5> kTablesOfVersion1{{
    kTables[0],
    kTables[1],
    kTables[2],
    kTables[3],
    {"message", kMessageTableOfVersion1},
}};

inline constexpr std::array<SchemaTable, 1> kMetaTable{kTables[0]}; // is the same in all versions

constexpr std::span<const SchemaTable> tablesOf(std::int64_t version)
{
    if (version == kOldestVersion)
        return kTablesOfVersion1;
    if (version >= kFirstWithBlocks)
        return kTables;
    const std::span<const SchemaTable> rows(kTablesWithoutBlocks);
    return version == kLastWithoutNotes ? rows.first(rows.size() - 1) : rows;
}

} // namespace sonde::trace::schema
