// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QWidget>

#include <optional>

class QPushButton;
class QScrollArea;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class PropertyGrid;

// One finding in full: what is wrong, what the specification wants and where it says so, and what
// to do about it.
class FindingCard : public QWidget {
    Q_OBJECT
public:
    explicit FindingCard(QWidget *parent = nullptr);

    // `server` is the one that the finding is about. Nothing: the card is empty.
    void showFinding(const std::optional<findings::Finding> &finding, const QString &server = {});
    const std::optional<findings::Finding> &finding() const { return m_finding; }

    look::ColorLabel &sentence() const { return *m_sentence; }
    const PropertyGrid &facts() const { return *m_facts; }
    QPushButton &jumpButton() const { return *m_jump; }
    QPushButton &copyButton() const { return *m_copy; }
    QPushButton &openButton() const { return *m_open; }
    void copyMarkdown() const;

Q_SIGNALS:
    void jumpRequested(); // to the message, or to the value in it

private:
    void makeButtons();

    std::optional<findings::Finding> m_finding;
    QString m_server;
    QScrollArea *m_scroll;
    look::ColorLabel *m_sentence;
    PropertyGrid *m_facts;
    QPushButton *m_jump;
    QPushButton *m_copy;
    QPushButton *m_open;
};

} // namespace sonde::widgets
