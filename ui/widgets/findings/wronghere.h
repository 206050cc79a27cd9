// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findingexcerpts.h"

#include <QWidget>

class QVBoxLayout;

namespace sonde::widgets {

class ExcerptView;

// What is wrong here: the messages that contradict each other, and below them what to write
// instead. Hidden while there is nothing to show.
class WrongHere : public QWidget {
    Q_OBJECT
public:
    explicit WrongHere(QWidget *parent = nullptr);

    void setExcerpts(const models::FindingExcerpts &excerpts);
    const models::FindingExcerpts &excerpts() const { return m_excerpts; }

private:
    void fill();
    void addHeading(const QString &text);

    models::FindingExcerpts m_excerpts;
    QVBoxLayout *m_lines;
    QWidget *m_content = nullptr;
};

} // namespace sonde::widgets
