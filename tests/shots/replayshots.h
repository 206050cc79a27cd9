// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// Pictures of a session that is replayed against a server, and of how it is served as a mock.
bool drawReplay(const Camera &camera);

} // namespace sonde::shots
