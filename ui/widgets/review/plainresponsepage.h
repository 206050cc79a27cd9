// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/review/questionpage.h"

namespace sonde::content {
class JsonEditor;
}

namespace sonde::widgets {

// A request whose response is a JSON text: the folders of the client (2025-11-25 client/roots), and
// whatever no revision knows.
class PlainResponsePage : public QuestionPage {
    Q_OBJECT
public:
    PlainResponsePage(const Subject &subject, QWidget *parent);

    Bytes response() const override;
    void setMaking(bool making) override;
    void setClosed(bool closed) override;

private:
    content::JsonEditor *m_response;
    QWidget *m_responsePart;
};

} // namespace sonde::widgets
