// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/startfigures.h"

#include <QWidget>

namespace sonde::widgets {

// A figure of the last starts as small bars, the oldest one at the left: the start that is shown in
// the accent color, the one that it is compared with with a line under it, a failed one as a cross.
class StartBars : public QWidget {
    Q_OBJECT
public:
    // `name` says what the figures are, for screen readers, which read all of them.
    explicit StartBars(const QString &name, QWidget *parent = nullptr);

    void setFigures(models::StartFigures figures);
    const models::StartFigures &figures() const { return m_figures; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override; // the tool tip of a bar
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF place(std::size_t figure) const; // from the top to the bottom

    models::StartFigures m_figures;
};

} // namespace sonde::widgets
