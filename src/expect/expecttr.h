// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::expect {

// The translation context of this library. Names of members are data and stay as they are.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Expect)
};

} // namespace sonde::expect
