// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// The pages of the settings, and a shortcut that another action has.
bool drawSettings(const Camera &camera);

} // namespace sonde::shots
