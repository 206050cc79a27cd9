// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/signdelegate.h"

namespace sonde::widgets {

// Rows of two lines beside an authorization: number, sign, name with something at the right, and
// below what came of it. For models with the roles of models::AuthStepModel.
class AuthRowDelegate final : public look::SignDelegate {
    Q_OBJECT
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace sonde::widgets
