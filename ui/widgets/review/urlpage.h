// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/requestcheck.h"
#include "widgets/review/questionpage.h"

class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// A URL that a person shall visit: the whole of it, its host, what is odd about it. Nothing is
// fetched before, and it opens in the system's browser only after consent (2025-11-25
// client/elicitation#safe-url-handling).
class UrlPage : public QuestionPage {
    Q_OBJECT
public:
    UrlPage(const Subject &subject, QWidget *parent);

    Bytes response() const override;
    void setMaking(bool making) override;
    QString sendText() const override;
    std::vector<Choice> choices() const override;

    // notifications/elicitation/complete came for that one.
    void setComplete(const QString &elicitationId);
    bool isOpened() const { return m_opened; }
    bool canOpen() const { return m_address.canBeOpened; }

public Q_SLOTS:
    void open();

Q_SIGNALS:
    void urlOpened();

private:
    void say();

    review::WebAddress m_address;
    QPushButton *m_open;
    look::ColorLabel *m_state;
    bool m_opened = false;
    bool m_complete = false;
};

} // namespace sonde::widgets
