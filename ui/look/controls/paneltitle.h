// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QBasicTimer>
#include <QWidget>

class QAction;
class QDockWidget;
class QHBoxLayout;

namespace sonde::look {

// The bar over a panel: a sign, the name in bold, a muted detail, something at the right, buttons.
// Docks use it as their title bar, the parts of a splitter as their first row. What has no room is
// cut, and whole in the tool tip.
class PanelTitle final : public QWidget {
    Q_OBJECT
public:
    explicit PanelTitle(const QString &title, QWidget *parent = nullptr);
    // With the buttons to tear off and to close the dock, in the place of its own title bar.
    static PanelTitle *forDock(QDockWidget *dock);

    void setTitle(const QString &title);
    // Plain text.
    void setDetail(const QString &detail);
    const QString &detail() const { return m_detail; }
    void setRightText(const QString &text);
    void setSign(models::Sign sign);
    // A pill after the name; 0 shows none.
    void setCount(int count, bool awaited);
    void addButton(QAction *action);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    bool event(QEvent *event) override;

private:
    QString m_title;
    QString m_detail;
    QString m_right;
    models::Sign m_sign = models::Sign::None;
    int m_count = 0;
    bool m_awaited = false;
    bool m_isCut = false; // as it was painted last
    QHBoxLayout *m_buttons;
    int m_dockButtons = 0; // at the end
    QBasicTimer m_turn; // of the pending ring
};

// A panel of its own for a view: the title is its first row, and it owns both.
QWidget *titled(PanelTitle *title, QWidget *view);

} // namespace sonde::look
