// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// Pictures of the connection doctor: a server that prints to standard output, and an address where
// nothing listens. False when one of them failed.
bool drawDoctor(const Camera &camera);

} // namespace sonde::shots
