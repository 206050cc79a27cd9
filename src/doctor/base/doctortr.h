// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::doctor {

// Translates the sentences of this library that stand in functions of no class with a tr().
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Doctor)
};

} // namespace sonde::doctor
