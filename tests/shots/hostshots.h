// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// The window of the hosts, over a home folder with the files of several.
bool drawHosts(const Camera &camera);

} // namespace sonde::shots
