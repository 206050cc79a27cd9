// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <string>

namespace sonde::models {

// A result to begin with, in place of the side that the request was sent to: JSON with the members
// that the result of its method requires, in its era; "{}" for methods without any.
std::string resultTemplate(const rpc::Message &request);

} // namespace sonde::models
