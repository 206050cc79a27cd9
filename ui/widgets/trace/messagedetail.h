// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/engine/specification.h"
#include "models/trace/cellcondition.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/messageside.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
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
template <typename Page>
class Later;
class MessageBytes;
class MessageNote;
class WrongValues;
class FindingsPage;

// The selected message as tabs: its tree, the request or response that it is paired with, the HTTP
// exchange that carried it, its findings and its bytes. Selecting a node highlights its bytes;
// selecting a byte selects its node. The bytes can be shown below the tree.
class MessageDetail : public QWidget {
    Q_OBJECT
public:
    // The model, and its recorder, outlive this widget.
    explicit MessageDetail(const models::TraceModel &model, QWidget *parent = nullptr);

    void showMessage(trace::Number number);
    trace::Number number() const { return m_number; }
    // The message of the finding, with the value that is wrong.
    void showFinding(const findings::Finding &finding);
    // A value of one of the two sides: its bytes, and where they are.
    void nodeChosen(MessageSide *side, json::NodeId node);

    QAction *rawAction() const { return m_raw; } // Ctrl+R
    QAction *bytesAction() const { return m_bytesOn; } // Ctrl+B: in sight beside the tree
    // With a button that closes it; closeRequested() is emitted.
    void setClosable();
    MessageSide &request() const { return *m_left; }
    MessageSide &response() const { return *m_right; }
    MessageSide *selectedSide() const; // the one of them with the selected message
    content::BytesView &bytes() const;
    const look::PanelTitle &bytesTitle() const;
    QLabel &reads() const; // hidden without anything to tell
    ExchangeView &exchange() const;
    look::InlineMessage &note() const { return *m_note; }
    FindingsPage &findings() const { return *m_findings; }
    enum Tab { RequestTab, ResponseTab, HttpTab, FindingsTab, BytesTab };
    QTabBar &tabs() const { return *m_tabs; } // hidden without a message

Q_SIGNALS:
    void closeRequested();
    void messageRequested(sonde::trace::Number number);
    // Made of a value of the request or the response.
    void conditionUsed(
        const QString &condition, sonde::models::ConditionUse use, sonde::models::ColorRole tone);
    void noteRequested(sonde::trace::Number number); // to write it anew
    // About a value of the request or the response, or an HTTP header; see SpecificationAction.
    void specificationRequested(const sonde::findings::Subject &subject, const QString &server);

protected:
    void keyPressEvent(QKeyEvent *event) override; // Esc closes it
    void resizeEvent(QResizeEvent *event) override;

private:
    // What a person looks at, of one message after the other.
    enum class View { Content, Http, Findings, Bytes };

    void makeHead();
    void makeActions();
    void addConditions(MessageSide *side);
    void makeTabs();
    Later<ExchangeView> *makeExchange();
    void tabChosen(int tab);
    void chooseTab(bool ofResponse);
    void showPage();
    void connectSide(MessageSide *side);
    void refresh();
    void findingsUpdated();
    void showValue();
    void showResponseTo(trace::Number request, const trace::Record &record);
    void changed(int from, int to);
    void showBytes(MessageSide *side);
    QString halfOf(const MessageSide *side) const; // empty: there is one side only
    MessageSide *sideInSight() const;
    void valueChosen(MessageSide *side, json::NodeId node);

    const models::TraceModel &m_model;
    trace::Number m_number = 0;
    trace::Number m_leftNumber = 0;
    trace::Number m_rightNumber = 0; // 0: no response
    trace::Record m_leftRecord;
    look::InlineMessage *m_note;
    MessageNote *m_noteOf;
    QHBoxLayout *m_head;
    QTabBar *m_tabs;
    look::Splitter *m_splitter; // the page, and below it the bytes
    QStackedWidget *m_pages;
    Later<ExchangeView> *m_exchange;
    trace::Number m_exchangeNumber = 0; // 0: the message has none
    FindingsPage *m_findings;
    View m_viewOfMessage = View::Content;
    View m_viewOfExchange = View::Http;
    MessageSide *m_left;
    MessageSide *m_right;
    WrongValues *m_wrong = nullptr;
    MessageBytes *m_bytes;
    QAction *m_raw;
    QAction *m_bytesOn;
};

} // namespace sonde::widgets
