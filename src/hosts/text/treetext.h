// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/filesyntax.h"

namespace sonde::hosts {

// Reads a text of UTF-8 that is not JSON, after a byte order mark, with the reader of its syntax.
ReadText readWith(TextReader reader, const Bytes &bytes, std::size_t begin);

} // namespace sonde::hosts
