// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/accepted/baseline.h"
#include "findings/context/finding.h"
#include "models/findings/findingexcerpts.h"

#include <QPushButton>
#include <QWidget>

#include <optional>

class QLabel;
class QScrollArea;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class PropertyGrid;
class RulePageView;
class WrongHere;

// One finding in full: what is wrong here, the page of its rule, and where the specification says
// so.
class FindingCard : public QWidget {
    Q_OBJECT
public:
    explicit FindingCard(QWidget *parent = nullptr);

    // `server` is the one that the finding is about; the excerpts are the finding's. Nothing: the
    // card is empty.
    void showFinding(const std::optional<findings::Finding> &finding, const QString &server = {},
        const models::FindingExcerpts &excerpts = {},
        const findings::Baseline::Entry *accepted = nullptr);
    const std::optional<findings::Finding> &finding() const { return m_finding; }

    look::ColorLabel &sentence() const { return *m_sentence; }
    const PropertyGrid &facts() const { return *m_facts; }
    QLabel &seeAlso() const { return *m_seeAlso; } // links to the other messages; may be hidden
    const RulePageView &page() const { return *m_page; }
    const WrongHere &wrongHere() const { return *m_wrongHere; }
    QPushButton &jumpButton() const { return *m_jump; }
    QPushButton &copyButton() const { return *m_copy; }
    // Accepts the finding, or withdraws that. Hidden until someone shows it.
    QPushButton &acceptButton() const { return *m_accept; }
    QPushButton &openButton() const { return *m_open; }
    void copyMarkdown() const;

Q_SIGNALS:
    void jumpRequested(); // to the message, or to the value in it
    void acceptRequested(); // or to withdraw it
    void messageRequested(sonde::trace::Number number); // another one that the finding is about

private:
    void makeButtons();
    void showOthers();

    std::optional<findings::Finding> m_finding;
    QString m_server;
    QScrollArea *m_scroll;
    look::ColorLabel *m_sentence;
    WrongHere *m_wrongHere;
    RulePageView *m_page;
    PropertyGrid *m_facts;
    QLabel *m_seeAlso;
    QPushButton *m_jump;
    QPushButton *m_copy;
    QPushButton *m_accept;
    QPushButton *m_open;
};

} // namespace sonde::widgets
