// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"

#include <chrono>
#include <memory>

namespace QKeychain {
class Job;
}

namespace sonde::auth {

// QtKeychain. Its callbacks hold the raw job, so a job is never deleted before it has finished,
// however late that is; who waits gets an error when the patience is over. Entries are binary
// always: a text and a binary entry of one name would stand beside each other.
class KeychainStore final : public TokenStore {
    Q_OBJECT
public:
    explicit KeychainStore(std::chrono::milliseconds patience);

    RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) override;
    RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) override;
    RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) override;
    bool isPersistent() const override { return true; }

private:
    template <typename T>
    RequestHandle run(QKeychain::Job *job, const QString &name, QObject *context,
        std::function<void(Result<T>)> done, Result<T> (*result)(QKeychain::Job *));

    void endSlowCall(bool good);

    const std::chrono::milliseconds m_patience;
    int m_slowCalls = 0; // that have no response yet
    bool m_slowCallsGood = true;
};

} // namespace sonde::auth
