// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/memorytokenstore.h"

namespace sonde::test {

// A keychain that asks for its password: who waits is told that there is no response yet, and what
// was written is done when the user has entered it.
class SilentStore final : public auth::TokenStore {
public:
    RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) override
    {
        return isSilent ? refuse<Secret>(context, std::move(done))
                        : m_store.read(name, context, std::move(done));
    }
    RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) override
    {
        if (!isSilent)
            return m_store.write(name, secret, context, std::move(done));
        m_late.emplace_back(name, secret);
        return refuse<void>(context, std::move(done));
    }
    RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) override
    {
        return isSilent ? refuse<void>(context, std::move(done))
                        : m_store.remove(name, context, std::move(done));
    }
    bool isPersistent() const override { return true; }

    // The user has entered the password, or dismissed the prompt.
    void respond(bool good)
    {
        isSilent = false;
        for (const auto &[name, secret] : std::exchange(m_late, {})) {
            if (good)
                m_store.write(name, secret, this, [](const Result<void> &) {});
        }
        Q_EMIT waited(good);
    }

    bool isSilent = true;

private:
    template <typename T>
    RequestHandle refuse(QObject *context, std::function<void(Result<T>)> done)
    {
        const Error error{.domain = Domain::Storage,
            .code = auth::kNoResponseYet,
            .sentence = QStringLiteral("No response yet.")};
        QMetaObject::invokeMethod(
            context, [done = std::move(done), error] { done(error); }, Qt::QueuedConnection);
        return {};
    }

    auth::MemoryTokenStore m_store;
    std::vector<std::pair<QString, Secret>> m_late;
};

} // namespace sonde::test
