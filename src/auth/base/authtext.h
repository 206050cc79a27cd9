// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::auth {

// Translates the sentences of this library that stand in functions of no class with a tr().
struct AuthText {
    Q_DECLARE_TR_FUNCTIONS(Authorization)
};

} // namespace sonde::auth
