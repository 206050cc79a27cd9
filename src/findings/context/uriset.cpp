// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/uriset.h"

#include <algorithm>

namespace sonde::findings {

bool hasOrAbove(const UriSet &uris, std::string_view uri)
{
    if (uris.contains(uri))
        return true;
    if (std::count(uri.begin(), uri.end(), '/') > kMaxSegments)
        return true;
    for (auto slash = uri.rfind('/'); slash != std::string_view::npos && slash > 0;
         slash = uri.rfind('/', slash - 1)) {
        // "a:///b" and "a:///b/" are above "a:///b/c".
        if (uris.contains(uri.substr(0, slash)) || uris.contains(uri.substr(0, slash + 1)))
            return true;
    }
    return false;
}

} // namespace sonde::findings
