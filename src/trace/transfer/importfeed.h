// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/recorder/recorder.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::trace {

// An HTTP exchange from another program's log.
struct ImportedExchange {
    std::string method;
    std::string purpose; // as in session-file.md; other programs' logs do not say it
    std::string url;
    std::string target; // path and query
    std::string requestHead; // rebuilt from the log, with the empty line
    std::string requestBody;
    int status = 0; // 0: no response
    std::string version;
    std::string reason;
    std::string mediaType;
    std::string responseHead;
    std::string responseBody;
    std::int64_t wallNs = 0;
    std::int64_t durationNs = 0;
    // Times as named in session-file.md, in nanoseconds since the exchange began, ascending.
    std::vector<std::pair<std::string, std::int64_t>> times;
    std::string error;
};

// Records logs of other programs into a new session file as if they were live traffic: messages get
// their pairs, methods and targets as in a recording. Times are those of the log.
class ImportFeed {
public:
    // Servers beyond this are merged into the last one: a session file has at most 65,535 streams.
    static constexpr std::size_t kMaxServers = 1000;

    Result<void> open(const QString &path);

    // Records a line of that direction; a line that is not a message is recorded as such.
    void message(
        const QString &server, rpc::Channel channel, std::string_view line, std::int64_t wallNs);
    void diagnostic(const QString &server, std::string_view line, std::int64_t wallNs);
    void lifecycle(
        const QString &server, std::string_view what, std::string_view detail, std::int64_t wallNs);
    void exchange(const QString &server, const ImportedExchange &exchange);

    std::uint64_t messageCount() const { return m_recorder.messageCount(); }
    // Waits until everything is in the file. On failure the file is removed.
    Result<void> finish();

private:
    struct Stream {
        rpc::StreamId id = 0;
        std::uint64_t end = 0;
    };
    struct Server {
        std::map<rpc::Channel, Stream> streams;
    };

    Stream &stream(const QString &server, rpc::Channel channel);
    Stamp stamp(std::int64_t wallNs);
    std::uint64_t append(Stream &stream, std::string_view bytes, Stamp at);
    void record(const Stream &stream, std::uint64_t offset, const Bytes &frame, Stamp at,
        rpc::ExchangeId exchange);
    void recordEvents(const Stream &stream, std::uint64_t offset, const Bytes &body, Stamp at,
        rpc::ExchangeId exchange);
    void plain(const QString &server, rpc::Channel channel, rpc::Kind kind, std::string_view line,
        std::string_view method, std::int64_t wallNs);

    Recorder m_recorder;
    QString m_path;
    std::map<QString, Server> m_servers;
    std::int64_t m_firstWall = 0;
    bool m_hasFirst = false;
};

// An RFC 3339 time in nanoseconds since 1970-01-01 UTC, to its last digit.
std::optional<std::int64_t> timeOf(std::string_view text);
// Milliseconds of a log in nanoseconds; 0 for what is no duration, like HAR's -1 for a phase that
// does not apply.
std::int64_t nanosecondsOf(const json::Value &milliseconds);

} // namespace sonde::trace
