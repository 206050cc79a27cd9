// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// Restart on change: what changed, a build that fails, and the settings. False after a sentence on
// stderr.
bool drawWatch(const Camera &camera);

} // namespace sonde::shots
