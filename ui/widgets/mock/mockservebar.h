// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/mock/mockserving.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;

// Serves a mock over HTTP from its window, and says at which address.
class MockServeBar : public QWidget {
    Q_OBJECT
public:
    explicit MockServeBar(const QString &program, QWidget *parent = nullptr); // sonde-cli

    session::MockServing &serving() { return m_serving; }
    // With what is chosen here, without the recording and the file of responses.
    session::MockCommand options() const;
    void setReady(bool ready); // there is a recording
    // What a mock that runs plays is no longer what is shown.
    void setOutdated(bool outdated);
    void toggle();

Q_SIGNALS:
    void serveRequested();

private:
    void makeFields();
    void showState();
    bool isOutdated() const;
    QString stateText() const;

    session::MockServing m_serving;
    QPushButton *m_serve;
    BoundedSpin *m_port;
    QComboBox *m_otherwise;
    QComboBox *m_speed;
    QLineEdit *m_address;
    QPushButton *m_copy;
    look::ColorLabel *m_state;
    bool m_isReady = false;
    bool m_isOutdated = false;
    session::MockCommand m_served; // the options of the newest start
};

} // namespace sonde::widgets
