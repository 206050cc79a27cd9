// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <QByteArray>

#include <cstddef>
#include <optional>

namespace sonde::session {

// Which response a request got, as `sonde-cli mock --uses` prints it.
struct MockUse {
    std::size_t response = 0; // of the list, from 1 on; 0: none of these
    trace::Number recorded = 0; // the message of the recording; 0: none

    static std::optional<MockUse> read(const QByteArray &line); // nothing: it is another line
};

} // namespace sonde::session
