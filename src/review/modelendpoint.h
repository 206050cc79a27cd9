// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/requesthandle.h"
#include "base/result.h"
#include "base/secret.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <functional>

namespace sonde::review {

// A model server that speaks OpenAI's chat completions, local or not.
struct ModelEndpoint {
    static constexpr std::uint64_t kMaxResponse = std::uint64_t(64) << 20;

    QString baseUrl; // "http://localhost:11434/v1": /chat/completions is added where it is missing
    QString model;
    Secret key; // empty: none is sent
    bool stream = true;
    std::chrono::milliseconds timeout{120'000}; // without a byte

    // The result of sampling/createMessage for these params. With streaming `text` gets what has
    // come so far, each time it grew; it is called like `done`, never inside this call. A response
    // with an HTTP error fails with Domain::Server and the status as its code.
    RequestHandle ask(const Bytes &params, QObject *context,
        std::function<void(Result<Bytes>)> done,
        std::function<void(const QString &)> text = {}) const;
};

} // namespace sonde::review
