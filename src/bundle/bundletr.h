// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::bundle {

// The translation context of this library's sentences. Names of members and variables are data and
// stay as they are in every language.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Bundle)
};

} // namespace sonde::bundle
