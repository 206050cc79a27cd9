// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace sonde::session {

// Asks a server for values of the arguments of one prompt or template. One question at a time: a
// newer one takes back the older.
class CompletionSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~CompletionSource() override;

    // `others` gives what is filled in by then; it is called when something is asked.
    void setTarget(
        mcp::Client *client, const mcp::CompletionRef &ref, std::function<mcp::FilledIn()> others);
    // False where the server has no completion, and once it said that it knows no such method.
    bool isOffered() const;

    // `done` runs once, unless a newer question comes first.
    void ask(const QString &argument, const QString &value, QObject *context,
        std::function<void(const Result<mcp::Completions> &)> done);
    void withdraw();

private:
    QPointer<mcp::Client> m_client;
    mcp::CompletionRef m_ref;
    std::function<mcp::FilledIn()> m_others;
    bool m_unknown = false; // the server refused the method
    int m_question = 0; // the newest one's number
    RequestHandle m_handle;
};

} // namespace sonde::session
