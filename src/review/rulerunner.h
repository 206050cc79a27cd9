// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "review/queuedrequest.h"
#include "review/responserule.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace sonde::review {

class ServerRequestQueue;

// Responds to what servers ask by the rules that a person has switched on for them; what no rule is
// for goes on waiting for a person.
class RuleRunner : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxPrograms = 8; // at a time; more goes on waiting for a person

    // The queue outlives it.
    explicit RuleRunner(ServerRequestQueue *queue, QObject *parent = nullptr);
    ~RuleRunner() override;

    // From the next question on; none: a person is asked.
    void setRules(const QString &server, std::vector<ResponseRule> rules);

private:
    struct Run {
        std::vector<ResponseRule> rules; // one for each question
        std::vector<int> numbers; // of those in the server's list, from 1
        std::vector<std::string> responses; // so far
        RequestHandle program;
    };
    void apply(quint64 number);
    void step(quint64 number);
    void act(quint64 number);
    void refuse(quint64 number, ResponseRule::How how);
    void runProgram(quint64 number, const ResponseRule &rule, const json::Value &params);
    void answered(quint64 number, std::string response);
    void send(quint64 number);
    std::shared_ptr<const QueuedRequest> waiting(
        quint64 number); // nullptr, and its run is forgotten

    ServerRequestQueue *m_queue;
    std::map<QString, std::vector<ResponseRule>> m_rules;
    std::map<quint64, Run> m_runs;
    int m_programs = 0;
};

} // namespace sonde::review
