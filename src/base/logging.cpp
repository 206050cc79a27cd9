// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/logging.h"

namespace sonde {
Q_LOGGING_CATEGORY(lcWire, "sonde.wire", QtWarningMsg)
Q_LOGGING_CATEGORY(lcMcp, "sonde.mcp", QtWarningMsg)
Q_LOGGING_CATEGORY(lcTrace, "sonde.trace", QtWarningMsg)
Q_LOGGING_CATEGORY(lcUi, "sonde.ui", QtWarningMsg)
} // namespace sonde
