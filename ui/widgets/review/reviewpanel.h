// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"
#include "review/ruledraft.h"
#include "review/serverrequestqueue.h"
#include "widgets/kit/label/stepstrip.h"
#include "widgets/review/reviewedresponse.h"

#include <QTimer>
#include <QWidget>

class QListWidget;
class QSettings;
class QStackedWidget;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class RemarkList;
class ReviewButtons;
class ReviewHeading;

// The review of one thing a server waits for: the request, the response that is made, the check,
// and the sending. It never closes by itself; when the server waits no longer, it says why.
class ReviewPanel : public QWidget {
    Q_OBJECT
public:
    // The box and the settings outlive it.
    ReviewPanel(review::ServerRequestQueue *box, quint64 number, QSettings *settings,
        QWidget *parent = nullptr);
    ~ReviewPanel() override;

    quint64 number() const { return m_number; }
    const review::QueuedRequest &ask() const { return *m_ask; }
    QString title() const; // of the tab
    bool isClosed() const { return !m_ask->waits(); }

    StepStrip::Step step() const { return m_steps->step(); }
    void setStep(StepStrip::Step step);
    QuestionPage *page(std::size_t index = 0) const { return m_response.parts()[index].page; }
    std::size_t pageCount() const { return m_response.parts().size(); }
    // What would be sent, byte for byte.
    Bytes wholeResponse() const { return m_response.whole(); }
    const review::Remarks &problems() const { return m_response.problems(); }
    ReviewButtons &buttons() { return *m_buttons; }
    ReviewHeading &heading() { return *m_heading; }
    void goOn(); // the default button: to the check, and from there it sends
    void send(); // what the check shows
    // Each leads to the check, which shows what it would send.
    void choose(std::size_t question, std::size_t choice); // decline, cancel
    void refuse(const review::Refusal &refusal);
    void stop(); // of a round
    void experiment(const mcp::StateEcho &echo); // against the rules
    // notifications/elicitation/complete
    void setComplete(const QString &elicitationId);

Q_SIGNALS:
    void changed(); // closed, or another step
    void nextRequested(); // what waits next
    void closeRequested();
    // A rule that responds as the response of the question in front does.
    void ruleRequested(const sonde::review::RuleDraft &rule);
    void callRequested(); // the call that caused the request

protected:
    bool event(QEvent *event) override; // Ctrl+Return is the default button, wherever the focus is
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    QWidget *makeQuestions();
    QWidget *makeCheck();
    ReviewButtons *makeButtons();
    void showVerdict(std::size_t bytes);
    QString goText() const;
    void judge();
    void showClosed();
    void showWaiting();
    void refresh();
    void choosePart(std::size_t index, const Bytes &response, const QString &words);
    void makeRule();
    void took(const Result<void> &sent);

    review::ServerRequestQueue *m_box;
    const quint64 m_number;
    QSettings *m_settings;
    std::shared_ptr<const review::QueuedRequest> m_ask;
    ReviewedResponse m_response;

    StepStrip *m_steps;
    ReviewHeading *m_heading;
    look::InlineMessage *m_message;
    QListWidget *m_list = nullptr; // of several questions
    QStackedWidget *m_questions;
    QStackedWidget *m_stack; // the questions, the check
    RemarkList *m_remarks;
    look::ColorLabel *m_size;
    content::JsonEditor *m_exact;
    ReviewButtons *m_buttons;
    QTimer *m_clock;
    QTimer m_judgeSoon;
};

} // namespace sonde::widgets
