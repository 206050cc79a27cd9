// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPushButton>

namespace sonde::widgets {

// A button that keeps the focus when it is disabled, because it will be enabled again soon: while
// its request is pending. Qt would give the focus to whatever comes next.
class StayingButton final : public QPushButton {
    Q_OBJECT
public:
    using QPushButton::QPushButton;

    // Has room for that text, too, so that it moves nothing beside it when it shows it.
    void reserve(const QString &text);

protected:
    bool focusNextPrevChild(bool next) override;
};

} // namespace sonde::widgets
