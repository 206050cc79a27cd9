// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <QString>

namespace sonde::tap {

// The name and version that a host gives itself in a request: in initialize, or, since 2026-07-28,
// in every one. Empty: it gives none.
QString hostNameIn(const rpc::Message &request);
// The name for people: the title, or the name without the version.
QString hostTitleIn(const rpc::Message &request);

} // namespace sonde::tap
