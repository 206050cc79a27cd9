// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::fanout {

// The translation context of this library.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(FanOut)
};

} // namespace sonde::fanout
