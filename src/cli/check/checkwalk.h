// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/check/steps.h"
#include "cli/options/options.h"
#include "mcp/client/client.h"

#include <QObject>

#include <string>
#include <vector>

namespace sonde::cli {

class Output;

// Sends a connected server everything that is harmless, so that its recording shows how it
// responds. Judges nothing.
class CheckWalk : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxItems = 20; // resources that are read, prompts that are got
    static constexpr int kMaxPages = 1000; // of a list
    static constexpr int kParallel = 8; // requests at once
    static constexpr std::chrono::seconds kPatience{10}; // with a request, not with a tool

    // All of them outlive it.
    CheckWalk(const Options &options, mcp::Client &client, Output &err, QObject *parent = nullptr);

    void start(); // once, when the client is ready
    void abandon(); // the connection is over: finished() does not follow

Q_SIGNALS:
    void finished();

private:
    bool isModern() const { return m_client.negotiated().era == mcp::Era::Modern; }
    bool declares(std::string_view capability) const;
    void add(const QString &method, const std::string &params);
    void send(const QString &method, const std::string &params);
    void sendRaw(const std::string &text);
    void list(const QString &method, const QString &member);
    void addItems(const QString &method, const mcp::Listing &listing);
    void addRead(const json::Value &resource);
    void addVariable(const std::string &uriTemplate);
    void addPrompt(const json::Value &prompt);
    void addCompletion(
        const char *type, const char *key, const std::string &name, const std::string &argument);
    void addCall(const json::Value &tool);
    void addBasics();
    void addRefusals();
    void addRawIds();
    void addBroken();
    void addParallel();
    void addCancelled();
    void addNamedCalls();
    void call(const QString &tool, const std::string &arguments);
    void ran(const QString &what, const Result<mcp::Answer> &answer);
    mcp::CallOptions patience() const;

    const Options &m_options;
    mcp::Client &m_client;
    Output &m_err;
    Steps m_steps;
    int m_reads = 0;
    int m_prompts = 0;
    bool m_hasCompletedPrompt = false;
    bool m_hasCompletedTemplate = false;
    int m_running = 0; // of the parallel requests
    std::vector<std::string> m_listed; // names of the tools
    bool m_isOver = false;
};

} // namespace sonde::cli
