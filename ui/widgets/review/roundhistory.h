// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/inputround.h"

#include <QWidget>

namespace sonde::widgets {

// The earlier rounds of a call as one conversation: what the server asked, what went back. Each one
// opens to its exact texts.
class RoundHistory : public QWidget {
    Q_OBJECT
public:
    explicit RoundHistory(const mcp::InputRound::Properties &facts, QWidget *parent = nullptr);
};

} // namespace sonde::widgets
