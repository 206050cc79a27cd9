// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/recordedparams.h"

#include <algorithm>
#include <string>

namespace sonde::widgets {

json::Value recordedParams(const json::Value &message, std::string_view method,
    std::initializer_list<std::string_view> members)
{
    const json::Value params = message["params"];
    const bool isSaid = params.isObject()
        && std::all_of(params.begin(), params.end(), [members](const json::Value &member) {
               const std::string name = member.key();
               return name == "_meta"
                   || std::find(members.begin(), members.end(), name) != members.end();
           });
    return message["method"].equals(method) && isSaid ? params : json::Value();
}

} // namespace sonde::widgets
