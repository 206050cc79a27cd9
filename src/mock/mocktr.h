// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::mock {

// The translation context of this library's notes. Error responses are data for the client and stay
// English in every language.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Mock)
};

} // namespace sonde::mock
