// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "base/secret.h"

#include <QObject>

#include <functional>

namespace sonde::auth {

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
};

} // namespace sonde::auth
