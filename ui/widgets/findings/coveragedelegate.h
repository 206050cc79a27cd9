// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/signdelegate.h"

namespace sonde::widgets {

// Paints a row of models::CoverageModel: its bar shows what passed solid, what is violated taller
// and red, what nothing has exercised empty, and what no rule or no message can show hatched.
class CoverageDelegate : public look::SignDelegate {
    Q_OBJECT
public:
    explicit CoverageDelegate(QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
};

} // namespace sonde::widgets
