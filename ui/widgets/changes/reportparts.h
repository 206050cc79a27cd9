// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <array>

class QTabBar;

namespace sonde::look {
class Splitter;
}

namespace sonde::widgets {

// The parts of what is reported of a start: where there is room, the changes above the results of
// saved calls and the facts beside them; where there is not, one of them at a time under a tab.
class ReportParts : public QWidget {
    Q_OBJECT
public:
    enum Part { Changes, Results, Facts, PartCount };

    // Takes the three over.
    ReportParts(QWidget *changes, QWidget *results, QWidget *facts, QWidget *parent = nullptr);

    // How many results there are, and how many of them are different; the tab says that.
    void setResults(int count, int different);
    bool hasTabs() const { return m_hasTabs; }
    QTabBar &tabs() { return *m_tabs; }

    // That of a part under its tab: what is larger is arranged when there is room for it.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void showParts();

    QTabBar *m_tabs;
    look::Splitter *m_columns; // the left part, and the facts
    look::Splitter *m_left; // the changes, and the results
    std::array<QWidget *, PartCount> m_parts;
    bool m_hasTabs = false;
    bool m_hasResults = false;
    bool m_returns = false; // to the results, when there are any again
};

} // namespace sonde::widgets
