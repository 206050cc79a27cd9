// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QWidget>

class QLabel;

namespace sonde::content {
class BytesView;
}

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

class MessageSide;

// The bytes of one side of a message, in how many reads or writes they were transferred, and which
// of them a value of the message is.
class MessageBytes : public QWidget {
    Q_OBJECT
public:
    explicit MessageBytes(QWidget *parent);

    // `half` names the side, where there are two: "request", "response". The side outlives this.
    void showSide(MessageSide *side, const QString &half);
    MessageSide *side() const { return m_side; } // nullptr before the first one
    // Highlights a value of the side, and says where it is.
    void showValue(const json::Value &value, const QString &half);
    void showFrame(); // of the side, once it was read

    content::BytesView &view() const { return *m_view; }
    const look::PanelTitle &title() const { return *m_title; }
    QLabel &reads() const { return *m_reads; } // hidden without anything to tell

Q_SIGNALS:
    void byteClicked(qint64 offset); // in the bytes of the side

private:
    look::PanelTitle *m_title;
    QLabel *m_reads;
    content::BytesView *m_view;
    MessageSide *m_side = nullptr;
};

} // namespace sonde::widgets
