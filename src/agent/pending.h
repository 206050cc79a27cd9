// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"

#include <QObject>

namespace sonde::agent {

// What a call waits for. It is cancelled with the call.
class Pending : public QObject {
public:
    ~Pending() override { request.cancel(); }

    RequestHandle request;
};

} // namespace sonde::agent
