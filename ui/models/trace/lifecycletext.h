// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::models {

// What happened, of a lifecycle line, in the language of the window. `id` is one of
// rpc/lifecycle.h; a text that is none of them (an imported log, a newer Sonde) is shown as it is.
QString lifecycleText(const QString &id);

// What a breakpoint of a tap, or a person, did with a message: "changed", "dropped";
// empty for an event that does nothing with one.
QString handlingText(const QString &id);
// Whether such an event has what was sent in place of the message, on its second line.
bool replacesMessage(const QString &id);

} // namespace sonde::models
