// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::changes {

// The translation context of this library's sentences. Keywords, names and pointers are data and
// stay as they are in every language.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Changes)
};

} // namespace sonde::changes
