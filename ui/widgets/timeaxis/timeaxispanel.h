// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/errorcount.h"
#include "widgets/timeaxis/timeaxisview.h"

#include <QWidget>

class QLabel;
class QStackedLayout;

namespace sonde::look {
class EmptyState;
}

namespace sonde::widgets {

class TracePanel;

// The time axis with what its colours mean, and what it shows.
class TimeAxisPanel : public QWidget {
    Q_OBJECT
public:
    explicit TimeAxisPanel(models::TimeLanes &lanes, QWidget *parent = nullptr);

    TimeAxisView &view() const { return *m_view; }
    QString summary() const; // "2 servers, 318 messages, 1 error"
    // Shows the message that is selected in the list, and the list what is chosen here.
    void follow(TracePanel &list);

Q_SIGNALS:
    void summaryChanged(const QString &summary);

private:
    QWidget *makeBar();
    void update();
    void countFromHere(bool on);

    models::TimeLanes &m_lanes;
    models::ErrorCount m_errors;
    TimeAxisView *m_view;
    QStackedLayout *m_pages;
    look::EmptyState *m_empty;
    QLabel *m_scale = nullptr;
};

} // namespace sonde::widgets
