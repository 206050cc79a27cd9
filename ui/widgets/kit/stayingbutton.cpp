// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/stayingbutton.h"

namespace sonde::widgets {

// Called when it loses the focus because it was disabled; the Tab key on a disabled widget goes to
// its parent instead.
bool StayingButton::focusNextPrevChild(bool next)
{
    return !isEnabled() || QPushButton::focusNextPrevChild(next);
}

} // namespace sonde::widgets
