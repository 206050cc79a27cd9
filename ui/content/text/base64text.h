// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>

namespace sonde::content {

struct Base64Text {
    Bytes bytes;
    QString note; // what a strict reader would refuse
    QString problem; // why there are no bytes
};

// RFC 4648 section 4, as every MCP revision wants it. The alphabet for URLs, line breaks and
// missing padding are read too, and said.
Base64Text readBase64(const Bytes &text);

} // namespace sonde::content
