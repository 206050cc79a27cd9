// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "review/serverrequestqueue.h"
#include "widgets/review/questionpage.h"

#include <QWidget>

#include <memory>
#include <vector>

class QHBoxLayout;
class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Below a review: what is wrong with the response, and every way to end the review. Which question
// is shown decides which choices there are.
class ReviewButtons : public QWidget {
    Q_OBJECT
public:
    // `mostChoices` that a question has.
    ReviewButtons(std::shared_ptr<const review::QueuedRequest> ask, std::size_t mostChoices,
        QWidget *parent = nullptr);

    void showChoices(const std::vector<QuestionPage::Choice> &choices);
    void setWaiting(bool waits); // else nothing ends it any more

    // What is said of the response as it stands.
    void setVerdict(models::ColorRole color, models::Sign sign, const QString &words);
    void showProblems(const review::Remarks &problems); // of it, at least one
    QPushButton &go() { return *m_go; } // the default button
    QPushButton &rule() { return *m_rule; }

Q_SIGNALS:
    void chosen(std::size_t choice);
    void refused(const sonde::review::Refusal &refusal);
    void stopRequested(); // of a round, or of the task
    void ruleRequested(); // that responds as this response does
    void sendRequested(const sonde::mcp::StateEcho &echo); // against the rules

private:
    QPushButton *add(const QString &text, const QString &toolTip);
    void addChoices(std::size_t most);
    void addRefusals();
    void addExperiments();
    void askChangedState();
    void askRefusal();

    std::shared_ptr<const review::QueuedRequest> m_ask;
    QHBoxLayout *m_row;
    look::ColorLabel *m_verdict;
    std::vector<QPushButton *> m_choices;
    std::vector<QPushButton *> m_responses; // that end it, the choices too
    QPushButton *m_rule;
    QPushButton *m_go;
};

} // namespace sonde::widgets
