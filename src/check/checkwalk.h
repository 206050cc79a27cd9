// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "check/steps.h"
#include "check/walkplan.h"
#include "mcp/client/client.h"
#include "mcp/client/subscription.h"

#include <QObject>
#include <QPointer>

#include <string>
#include <vector>

namespace sonde::check {

// Sends a connected server everything that is harmless, so that its recording shows how it
// responds. Judges nothing.
class CheckWalk : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxItems = 20; // resources and skills that are read, prompts that are got
    static constexpr int kMaxPages = 1000; // of a list
    static constexpr int kParallel = 8; // requests at once
    static constexpr std::chrono::seconds kPatience{10}; // with a request, not with a tool

    CheckWalk(WalkPlan plan, mcp::Client &client, QObject *parent = nullptr); // which outlives it

    void start(); // once, when the client is ready
    void abandon(); // cancels what is under way; finished() does not follow
    const Steps &steps() const { return m_steps; }

Q_SIGNALS:
    void unanswered(const QString &what); // a request got no response in time
    void unlisted(const QString &tool); // which is therefore not called
    void finished();

private:
    bool isModern() const { return m_client.negotiated().era == mcp::Era::Modern; }
    bool sends(WalkPart part) const { return m_plan.parts.contains(part); }
    bool declares(std::string_view capability) const;
    void add(const QString &method, const std::string &params);
    void send(const QString &method, const std::string &params);
    void sendRaw(const std::string &text);
    void list(const QString &method, const QString &member);
    void addItems(const QString &method, const mcp::Listing &listing);
    void addRead(const json::Value &resource);
    void addVariable(const std::string &uriTemplate);
    void addSkill(const json::Value &skill);
    void addPrompt(const json::Value &prompt);
    void addCompletion(
        const char *type, const char *key, const std::string &name, const std::string &argument);
    void addCall(const json::Value &tool);
    void addLater();
    void addBasics();
    void addRefusals();
    void addRawIds();
    void addBroken();
    void addTasks();
    void addSubscription();
    void listen();
    void endListening(const Result<mcp::Response> &outcome);
    void addParallel();
    void addCancelled();
    void addNamedCalls();
    void call(const QString &tool, const std::string &arguments);
    void ran(const QString &what, const Result<mcp::Response> &response);
    mcp::CallOptions patience() const;

    const WalkPlan m_plan;
    mcp::Client &m_client;
    Steps m_steps;
    int m_reads = 0;
    int m_prompts = 0;
    int m_skills = 0;
    std::string m_firstUri; // of a listed resource that nobody watches
    RequestHandle m_request; // the newest
    QPointer<mcp::Subscription> m_subscription; // while it opens
    bool m_hasCompletedPrompt = false;
    bool m_hasCompletedTemplate = false;
    int m_running = 0; // of the parallel requests
    std::vector<std::string> m_listed; // names of the tools
    bool m_isOver = false;
};

} // namespace sonde::check
