// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/abstractclient.h"

namespace sonde::mcp {

AbstractClient::~AbstractClient() = default;

} // namespace sonde::mcp
