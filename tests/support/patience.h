// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde {

// How many milliseconds a test waits for what must happen: long enough for a busy machine and
// sanitizers. A test that passes does not wait that long.
constexpr int kPatienceMs = 20'000;
// For what takes long by itself: Chromium or Node.js starts, or a test decodes many megabytes.
constexpr int kLongPatienceMs = 60'000;

} // namespace sonde
