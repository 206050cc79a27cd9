// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// Pictures of conversations between hosts and servers, in a window of their own. False when one of
// them failed.
bool drawTaps(const Camera &camera);

} // namespace sonde::shots
