// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "review/queuedrequest.h"
#include "review/remark.h"
#include "review/serverrequestqueue.h"

#include <QWidget>

#include <memory>

class QSettings;

namespace sonde::widgets {

// One thing a server wants, to be looked at and answered. What goes back is made here; whether it
// is sent, and when, is decided by the review around it.
class QuestionPage : public QWidget {
    Q_OBJECT
public:
    struct Subject {
        std::shared_ptr<const review::QueuedRequest> ask;
        std::size_t index = 0; // of its questions
        review::Standing standing;
        QSettings *settings = nullptr; // what a person chose before; outlives the page
    };
    const review::RequestedInput &question() const
    {
        return m_subject.ask->questions[m_subject.index];
    }
    // The response as it stands, byte for byte; empty: there is none yet.
    virtual Bytes response() const = 0;
    // Step 1 shows the request alone, step 2 the making of the response with it.
    virtual void setMaking(bool making) = 0;
    // Whether the remark on the response is only that something is left out that the user was not
    // asked for yet; judge() ends that, when the response is about to be sent.
    virtual bool isAwaited(const review::Remark &) const { return false; }
    virtual void judge() { }
    // It is over: nothing can be changed any more.
    virtual void setClosed(bool closed) { setEnabled(!closed); }
    // The words of the button that leads to the check.
    virtual QString sendText() const { return tr("Chec&k and send…"); }
    struct Choice {
        QString text;
        QString toolTip;
        Bytes response;
    };
    virtual std::vector<Choice> choices() const { return {}; }

Q_SIGNALS:
    void responseChanged();

protected:
    QuestionPage(Subject subject, QWidget *parent);

    const Subject &subject() const { return m_subject; }
    const json::Value &params() const { return question().params; }
    QString messageText() const; // of the server to the person; its beginning
    std::shared_ptr<const json::Document> document() const { return m_subject.ask->document(); }
    review::Remarks remarks() const; // on the request

private:
    const Subject m_subject;
};

} // namespace sonde::widgets
