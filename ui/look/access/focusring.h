// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFocusFrame>
#include <QObject>
#include <QPointer>

class QApplication;

namespace sonde::look {

// Puts the ring around the control that has the focus: outside of it, where the control itself
// cannot paint.
class FocusRing final : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QApplication *application);
    // What is inside of the frame and takes the focus has the ring around the frame.
    static void ringAround(QWidget *frame);

private:
    void moveTo(QWidget *old, QWidget *now);

    QPointer<QFocusFrame> m_frame; // belongs to the window the focus is in
};

} // namespace sonde::look
