// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QDockWidget;

namespace sonde::app {

// Hides a dock while the window is too small for it, and shows it again when the window grows,
// unless the user showed or hid the dock in between.
class DockFold : public QObject {
    Q_OBJECT
public:
    // `orientation` says whether `size` is a width or a height.
    DockFold(QDockWidget *dock, Qt::Orientation orientation, int size, QObject *parent);

    void setTight(bool tight);
    bool isFolded() const { return m_folded; }
    // The size that a person wants, which a narrow window may not have had room for.
    int size() const { return m_size; }
    void setSize(int size) { m_size = size; }
    void restoreSize();
    // Around a move of the mouse: what a hand on the handle has changed is the size from now on.
    void beginMove();
    void endMove();
    void startAnew(); // forgets the size of the window and the choice of the user

private:
    int shownSize() const;

    QDockWidget *m_dock;
    Qt::Orientation m_orientation;
    int m_size;
    int m_sizeBefore = 0; // the move of the mouse
    bool m_tight = false;
    bool m_folded = false; // by this object, not by the user
};

} // namespace sonde::app
