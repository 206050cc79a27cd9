// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "base/secret.h"

#include <QObject>

#include <functional>

namespace sonde::auth {

// Error::code of a call without a response so far: it may still come, see TokenStore::waited().
inline constexpr int kNoResponseYet = 1;

// Stores secrets between two runs. The names of entries are not secret.
class TokenStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // An empty secret: the store has no such entry. Errors are Domain::Storage.
    virtual RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) = 0;
    virtual RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) = 0;
    // Removing an entry that does not exist succeeds.
    virtual RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) = 0;

    // False: the entries are lost when the program ends.
    virtual bool isPersistent() const = 0;

Q_SIGNALS:
    // A call waits so long that the user should know: the keychain may be asking for a password.
    void waiting();
    // Every call that waited so long has its response now, also those whose callers were told that
    // there is none. `good`: each of them is a success.
    void waited(bool good);
};

} // namespace sonde::auth
