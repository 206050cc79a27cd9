// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTableView>

namespace sonde::widgets {

// The steps of a start, all of them visible at once: number and sign, name, what was found, time.
// The one that failed stands out by its sign, its weight and its background.
class StepsView : public QTableView {
    Q_OBJECT
public:
    explicit StepsView(QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace sonde::widgets
