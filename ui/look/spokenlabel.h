// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::look {

// From then on a label with an accessible name is spoken with its text, as "Revision: 2025-11-25".
// Qt says the name alone, and what the label shows is lost.
void speakLabels();

} // namespace sonde::look
