// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "base/secret.h"

#include <QObject>

#include <functional>

namespace sonde::auth {

// Where secrets are kept between two runs. Entries have names that are no secret.
class TokenStore : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // An empty secret: there is no such entry. Errors are Domain::Storage.
    virtual RequestHandle read(
        const QString &name, QObject *context, std::function<void(Result<Secret>)> done) = 0;
    virtual RequestHandle write(const QString &name, const Secret &secret, QObject *context,
        std::function<void(Result<void>)> done) = 0;
    // Removing what is not there is fine.
    virtual RequestHandle remove(
        const QString &name, QObject *context, std::function<void(Result<void>)> done) = 0;

    // False: what is kept here is gone with the program.
    virtual bool isPersistent() const = 0;
};

} // namespace sonde::auth
