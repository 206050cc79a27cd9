// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::shots {

class Camera;

// The processes of a server, and a call above the memory that it kept. False after a sentence on
// stderr.
bool drawProcess(const Camera &camera);

} // namespace sonde::shots
