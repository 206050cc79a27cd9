// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::look {

// The translation context of this library's sentences: Text::tr("…").
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Look)
};

} // namespace sonde::look
