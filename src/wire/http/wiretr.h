// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>

namespace sonde::wire {

// The translation context of this library's sentences: Text::tr("…").
class Text {
    Q_DECLARE_TR_FUNCTIONS(sonde::wire)
};

} // namespace sonde::wire
