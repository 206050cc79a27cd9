// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::rpc {

// The translations of this library's sentences. Names of members and of JSON types are data, and
// stay as they are in every language.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Rpc)
};

} // namespace sonde::rpc
