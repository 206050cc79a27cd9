// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPushButton>

namespace sonde::look {

class InlineMessage;

// A second button in a message, before its own: another way on. Hidden until it is offered.
class OtherWay final : public QPushButton {
    Q_OBJECT
public:
    explicit OtherWay(InlineMessage &message); // its parent

    void offer(const QString &text); // empty: there is no other way
};

} // namespace sonde::look
