// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/signdelegate.h"

namespace sonde::widgets {

// A cell with a check box before its text. A click on the box switches it; the model decides.
class CheckDelegate : public look::SignDelegate {
    Q_OBJECT
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
};

} // namespace sonde::widgets
