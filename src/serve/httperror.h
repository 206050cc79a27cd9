// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"

#include <string_view>

namespace sonde::serve {

// A response of the transport itself, in the form both eras allow: a JSON-RPC error without an
// id, since no request is read.
void respondWithError(
    HttpReply &reply, int status, std::string_view sentence, const HttpReply::Fields &more = {});

} // namespace sonde::serve
