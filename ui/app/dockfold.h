// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QDockWidget;

namespace sonde::app {

// Hides a dock while the window has no room for it, and brings it back with the room, unless a
// person decided otherwise meanwhile.
class DockFold : public QObject {
    Q_OBJECT
public:
    // The orientation is that of the size it comes back with.
    DockFold(QDockWidget *dock, Qt::Orientation orientation, int firstSize, QObject *parent);

    void setTight(bool tight);
    bool isFolded() const { return m_folded; }
    void startAnew(); // as if there was room, and nobody had decided anything

private:
    int size() const;

    QDockWidget *m_dock;
    Qt::Orientation m_orientation;
    int m_size;
    bool m_tight = false;
    bool m_folded = false; // by this, not by a person
};

} // namespace sonde::app
