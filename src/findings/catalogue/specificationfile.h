// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

class QString;

namespace sonde::findings {

// A file of resources/findings.qrc, as "requirements/requirements.json"; empty when there is none.
Bytes specificationFile(const QString &name);

} // namespace sonde::findings
