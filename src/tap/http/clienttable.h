// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sonde::tap {

// Which of several clients a request at a tap belongs to. Each of them is a connection of its own
// in the recording, because they count their requests alike: a response must find the request of
// its own client. Clients with a session are told apart by it; others by the name that they give
// themselves, by two requests with the same id that are open at the same time, by their process as
// long as it runs, and where several are possible, by the request that a message cancels, by the
// connection that it comes over, and by their program.
class ClientTable {
public:
    static constexpr int kMaxClients = 1000; // the rest share the last number

    struct Request {
        std::string session; // of Mcp-Session-Id; empty: none
        std::string target; // path and query
        bool begins = false; // an initialize
        bool opensStream = false; // a GET; without a session perhaps the one of HTTP+SSE
        std::vector<std::string> ids; // of the requests in it
        std::string host{}; // as it names itself (2026-07-28: in every request); empty: it does not
        std::string agent{}; // of User-Agent
        std::uint64_t connection = 0; // that carries it; 0: not known
        int process = 0; // at the other end; 0: not known
        std::vector<std::string> cancels{}; // ids of requests
    };
    // `isRunning`: whether a process of that number goes on.
    explicit ClientTable(std::function<bool(int)> isRunning = {})
        : m_isRunning(std::move(isRunning))
    {
    }

    // The number of the client, from 1 on.
    int clientOf(const Request &request);
    // Whether the newest request may as well be of another client: nothing tells them apart.
    bool isGuess() const { return m_isGuess; }
    // The server has given the client a session, or a target of its own to post to.
    void nameSession(int client, const std::string &session);
    void nameTarget(int client, const std::string &target);
    // The server has given none to a client that has begun.
    void nameNothing(int client);
    // The response is complete.
    void finish(int client, const std::vector<std::string> &ids);
    void endSession(const std::string &session);

    int count() const { return m_last; }

private:
    // What a client without a session is known by, as far as it has said it.
    struct Known {
        std::string host;
        std::string agent;
        int process = 0;
    };

    int fit(int client, const Request &request) const;
    bool hasOpen(int client, const std::vector<std::string> &ids) const;
    bool isOfOtherProcess(const Known &known, const Request &request) const;
    int learn(int client, const Request &request);
    int open(int client, const std::vector<std::string> &ids);
    int newClient();
    int nameless(const Request &request);

    std::map<std::string, int> m_sessions;
    std::map<std::string, int> m_targets;
    std::set<int> m_nameless; // clients without a session
    std::map<int, Known> m_known; // by client
    std::set<std::string> m_namelessTargets; // that those have used
    std::map<int, std::multiset<std::string>> m_open; // ids of requests, by client
    std::map<std::uint64_t, int> m_connections; // the client that has used it
    const std::function<bool(int)> m_isRunning;
    int m_last = 0;
    bool m_isGuess = false;
};

} // namespace sonde::tap
