// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::hosts {

// The translation context of this library's sentences.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Hosts)
};

} // namespace sonde::hosts
