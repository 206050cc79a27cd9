// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/review/questionpage.h"

class QSplitter;
class QTabWidget;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::widgets {

class AnswerEditor;
class AnswerSource;
class SamplingWishes;

// A request for a model's answer: the conversation as it would reach a model, what the server
// wishes of the model, and the answer that is made (2025-11-25 client/sampling).
class SamplingPage : public QuestionPage {
    Q_OBJECT
public:
    SamplingPage(const Subject &subject, QWidget *parent);

    Bytes answer() const override;
    void setMaking(bool making) override;
    void setClosed(bool closed) override;

    AnswerEditor &editor() { return *m_editor; }
    AnswerSource &source() { return *m_source; }

private:
    QWidget *makeRequest();
    QWidget *makeAnswer();
    Bytes paramsForModel() const; // as a person edited them

    QTabWidget *m_tabs;
    content::JsonEditor *m_edited = nullptr;
    QWidget *m_answerPart = nullptr;
    AnswerSource *m_source = nullptr;
    AnswerEditor *m_editor = nullptr;
};

} // namespace sonde::widgets
