// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPushButton;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

// The way to override a check, in two steps: a button offers it, then a message tells the
// consequence, with one button to confirm and one to cancel.
class OverrideBox : public QWidget {
    Q_OBJECT
public:
    struct Texts {
        QString offer; // "Override this check once…"
        QString title; // "Override this check?"
        QString consequence;
        QString confirm; // "Override once"
    };
    explicit OverrideBox(QWidget *parent = nullptr);

    void setTexts(const Texts &texts);
    void setOffered(bool offered); // false: the check cannot be overridden
    bool isAsking() const { return m_asking; }
    void reset(); // back to the offer
    QPushButton *offerButton() const { return m_offer; }
    QPushButton *confirmButton() const { return m_confirm; }

Q_SIGNALS:
    void confirmed();

private:
    void setAsking(bool asking);
    void refresh();

    Texts m_texts;
    bool m_offered = true;
    bool m_asking = false;
    QPushButton *m_offer;
    look::InlineMessage *m_question;
    QPushButton *m_confirm;
    QPushButton *m_cancel;
};

} // namespace sonde::widgets
