// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"
#include "widgets/trace/messageside.h"

#include <QWidget>

class QAction;
class QLabel;
class QStackedWidget;
class QTabBar;

namespace sonde::content {
class BytesView;
}

namespace sonde::look {
class InlineMessage;
class PanelTitle;
class Splitter;
} // namespace sonde::look

namespace sonde::widgets {

class ExchangeView;

// The selected message and its other half side by side, and the bytes of what is chosen in them:
// a node lights its bytes, a byte chooses its node. Behind a second tab the HTTP exchange that the
// message came with, or that is selected itself.
class MessageDetail : public QWidget {
    Q_OBJECT
public:
    // The model, and its recorder, outlive this widget.
    explicit MessageDetail(const models::TraceModel &model, QWidget *parent = nullptr);

    void showMessage(trace::Number number);
    trace::Number number() const { return m_number; }

    QAction *rawAction() const { return m_raw; } // Ctrl+R
    QAction *bytesAction() const { return m_bytesOn; } // Ctrl+B
    MessageSide &request() const { return *m_left; }
    MessageSide &response() const { return *m_right; }
    content::BytesView &bytes() const { return *m_bytes; }
    QLabel &reads() const { return *m_reads; } // hidden without anything to tell
    ExchangeView &exchange() const { return *m_exchange; }
    look::InlineMessage &note() const { return *m_note; } // hidden without one
    QTabBar &tabs() const { return *m_tabs; } // hidden when there is no HTTP to show

Q_SIGNALS:
    void messageRequested(sonde::trace::Number number);
    void noteRequested(sonde::trace::Number number); // to write it anew

private:
    enum Tab { MessageTab, ExchangeTab };

    void makeActions();
    void makeTabs();
    void showTabs();
    void showNote();
    void connectSide(MessageSide *side);
    void refresh();
    void showAnswerTo(trace::Number request, const trace::Record &record);
    MessageSide::Title titleOf(trace::Number number, const trace::Record &record) const;
    void changed(int from, int to);
    void showBytes(MessageSide *side);
    void showFrame();
    void nodeChosen(MessageSide *side, json::NodeId node);

    const models::TraceModel &m_model;
    trace::Number m_number = 0;
    trace::Number m_leftNumber = 0;
    trace::Record m_leftRecord;
    look::InlineMessage *m_note;
    QTabBar *m_tabs;
    QStackedWidget *m_pages;
    ExchangeView *m_exchange;
    // What a person chose last, of a message and of an exchange.
    Tab m_tabOfMessage = MessageTab;
    Tab m_tabOfExchange = ExchangeTab;
    look::Splitter *m_splitter;
    MessageSide *m_left;
    MessageSide *m_right;
    QWidget *m_bytesPane;
    look::PanelTitle *m_bytesTitle;
    QLabel *m_reads; // in how many the message came
    content::BytesView *m_bytes;
    MessageSide *m_bytesSide = nullptr; // whose bytes are shown
    QAction *m_raw;
    QAction *m_bytesOn;
};

} // namespace sonde::widgets
