// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::review {

// Translates the sentences of this library that functions without a class of their own say.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Review)
};

} // namespace sonde::review
