// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Asks for the reason why findings are accepted, below them. Hidden until it is opened.
class AcceptRow : public QWidget {
    Q_OBJECT
public:
    explicit AcceptRow(QWidget *parent = nullptr);

    // `what` says which findings are accepted.
    void open(const QString &what);
    QLineEdit &reason() const { return *m_reason; }
    QPushButton &acceptButton() const { return *m_accept; }

Q_SIGNALS:
    void accepted(const QString &reason);
    void closed(); // accepted or not

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void finish(bool isAccepted);

    look::ColorLabel *m_what;
    QLineEdit *m_reason;
    QPushButton *m_accept;
};

} // namespace sonde::widgets
