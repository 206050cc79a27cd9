// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/review/questionpage.h"

class QTabWidget;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::widgets {

class SchemaForm;

// A form the server wants filled. To accept, to decline and to cancel are three things: the values
// go, the person does not want to, nothing was decided (2025-11-25 client/elicitation).
class ElicitationPage : public QuestionPage {
    Q_OBJECT
public:
    ElicitationPage(const Subject &subject, QWidget *parent);

    Bytes response() const override;
    void setMaking(bool making) override;
    bool isAwaited(const review::Remark &remark) const override;
    void judge() override;
    void setClosed(bool closed) override;
    QString sendText() const override { return tr("&Accept…"); }
    std::vector<Choice> choices() const override;

    content::JsonEditor &json() { return *m_json; }
    SchemaForm &form() { return *m_form; }

private:
    QWidget *makeRequest();
    void take(const Bytes &text, bool fromForm);

    QTabWidget *m_tabs;
    SchemaForm *m_form;
    content::JsonEditor *m_json;
    bool m_syncing = false;
    QWidget *m_responsePart;
};

} // namespace sonde::widgets
