// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/serveraddress.h"

namespace sonde::config {

bool ServerAddress::hasProcess() const
{
    return visit(
        [](const ProgramSettings &) { return true; }, [](const HttpSettings &) { return false; });
}

HttpSettings &ServerAddress::reachByUrl(HttpSettings settings)
{
    return m_way.emplace<HttpSettings>(std::move(settings));
}

} // namespace sonde::config
