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

    // `level`: of the finding.
    void setExcerpts(const models::FindingExcerpts &excerpts, findings::Level level);
    const models::FindingExcerpts &excerpts() const { return m_excerpts; }

private:
    void fill();
    void addHeading(const QString &text);

    models::FindingExcerpts m_excerpts;
    findings::Level m_level = findings::Level::Error;
    QVBoxLayout *m_lines;
    QWidget *m_content = nullptr;
};

} // namespace sonde::widgets
