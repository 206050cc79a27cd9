// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::look {

// Nothing turns, slides or blinks where that is only decoration: the ring of what is pending stands
// still, as does the text cursor.
bool isMotionReduced();
void setMotionReduced(bool reduced);

} // namespace sonde::look
