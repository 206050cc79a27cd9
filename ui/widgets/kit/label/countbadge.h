// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// A count in a pill, for a tab. Nothing is drawn for zero.
class CountBadge final : public QWidget {
    Q_OBJECT
public:
    explicit CountBadge(QWidget *parent = nullptr);

    void setCount(int count);
    int count() const { return m_count; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_count = 0;
};

} // namespace sonde::widgets
