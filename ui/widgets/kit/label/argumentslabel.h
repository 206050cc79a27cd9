// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QWidget>

namespace sonde::widgets {

// The arguments of calls, which are JSON on one line, or the beginning of long ones.
class ArgumentsLabel : public QWidget {
    Q_OBJECT
public:
    ArgumentsLabel(const Bytes &arguments, QWidget *parent);

    static constexpr std::size_t kMaxShown = 2000; // bytes
};

} // namespace sonde::widgets
