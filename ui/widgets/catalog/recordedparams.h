// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <initializer_list>
#include <string_view>

namespace sonde::widgets {

// The params of a request of that method, as it was recorded, if they have these members only;
// otherwise no value: a form with fields for them cannot say all of it. What the protocol adds to
// _meta is added anew.
json::Value recordedParams(const json::Value &message, std::string_view method,
    std::initializer_list<std::string_view> members);

} // namespace sonde::widgets
