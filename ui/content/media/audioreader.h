// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/media/audiofacts.h"

#include "base/bytes.h"

#include <stop_token>

namespace sonde::content {

// `type` as sniffedType() gives it: WAV, FLAC, Ogg and MP3 are read.
AudioFacts audioFacts(const Bytes &bytes, const QString &type, const std::stop_token &stop = {});

} // namespace sonde::content
