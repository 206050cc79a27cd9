// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// What the spans and marks of the time axis mean. What has no room is left out, from the right.
class SpanLegend : public QWidget {
    Q_OBJECT
public:
    explicit SpanLegend(QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int paint(QPainter *painter) const; // the width; without a painter only that
};

} // namespace sonde::widgets
