// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::look {

// From then on, screen readers are told two things that Qt leaves out. A label with an accessible
// name is spoken with its text, as "Revision: 2025-11-25"; Qt says the name alone, and what the
// label shows is lost. A plain widget that is a window of its own is one for them, too.
void improveSpokenControls();

} // namespace sonde::look
