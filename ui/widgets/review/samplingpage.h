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

class ResponseEditor;
class ResponseSource;
class SamplingWishes;

// A request for a model's response: the conversation as it would reach a model, what the server
// wishes of the model, and the response that is made (2025-11-25 client/sampling).
class SamplingPage : public QuestionPage {
    Q_OBJECT
public:
    SamplingPage(const Subject &subject, QWidget *parent);

    Bytes response() const override;
    void setMaking(bool making) override;
    void setClosed(bool closed) override;

    ResponseEditor &editor() { return *m_editor; }
    ResponseSource &source() { return *m_source; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeRequest();
    QWidget *makeResponse();
    void arrange(bool low);
    Bytes paramsForModel() const; // as a person edited them

    QTabWidget *m_tabs;
    QSplitter *m_split; // the request, the making of the response
    QSplitter *m_request = nullptr;
    SamplingWishes *m_wishes = nullptr;
    QString m_wishesTitle;
    bool m_low = false; // request and response are side by side
    content::JsonEditor *m_edited = nullptr;
    QWidget *m_responsePart = nullptr;
    ResponseSource *m_source = nullptr;
    ResponseEditor *m_editor = nullptr;
};

} // namespace sonde::widgets
