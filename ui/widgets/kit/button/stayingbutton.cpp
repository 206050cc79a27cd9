// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/button/stayingbutton.h"

#include <algorithm>

namespace sonde::widgets {

void StayingButton::reserve(const QString &text)
{
    const QString now = this->text();
    const int width = sizeHint().width();
    setText(text);
    setMinimumWidth(std::max(width, sizeHint().width()));
    setText(now);
}

// Called when it loses the focus because it was disabled; the Tab key on a disabled widget goes to
// its parent instead.
bool StayingButton::focusNextPrevChild(bool next)
{
    return !isEnabled() || QPushButton::focusNextPrevChild(next);
}

} // namespace sonde::widgets
