// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QPointer>

#include <cstddef>

class QLabel;
class QPushButton;

namespace sonde::app {

// Five places of the window, one after the other: a bubble beside each says what it is for, and a
// frame marks it. Enter goes on, Alt+Left goes back, Escape leaves the tour; the window stays in
// use all the time.
class Tour : public QFrame {
    Q_OBJECT
public:
    explicit Tour(QWidget *window);
    ~Tour() override;

    void start();
    std::size_t step() const { return m_step; } // from 0 on
    static std::size_t steps();
    const QWidget *place() const { return m_place; } // what the bubble points at

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void show(std::size_t step);
    void leave();
    void arrange();
    bool goBack(const QKeyEvent &event); // whether it asks for that

    QWidget *m_window;
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_count;
    QPushButton *m_back;
    QPushButton *m_next;
    QWidget *m_mark; // the frame around the place
    QPointer<QWidget> m_place;
    QPointer<QWidget> m_before; // that had the focus
    std::size_t m_step = 0;
};

} // namespace sonde::app
