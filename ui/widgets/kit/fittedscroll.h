// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>

namespace sonde::widgets {

// A scroll area that is as high as its page wants to be, and no higher; with less room it scrolls.
// It is not there while its page is hidden.
class FittedScroll : public QScrollArea {
    Q_OBJECT
public:
    FittedScroll(QWidget *page, QWidget *parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace sonde::widgets
