// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/media/audiofacts.h"

#include <stop_token>
#include <string_view>

namespace sonde::content {

// RIFF WAVE: PCM of 8, 16, 24 or 32 bits and floating point are drawn, others only described. A
// file that ends too early is drawn as far as it goes, and says so.
AudioFacts readWav(std::string_view bytes, const std::stop_token &stop);

} // namespace sonde::content
