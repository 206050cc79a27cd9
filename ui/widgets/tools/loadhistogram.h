// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/loadrun.h"

#include <QWidget>

#include <vector>

namespace sonde::widgets {

// How long responses took, as bars from the shortest to the longest, with marks at p50, p95 and
// p99.
class LoadHistogram : public QWidget {
    Q_OBJECT
public:
    static constexpr int kBars = 40;

    struct Mark {
        QString word;
        std::int64_t ns = 0;
    };

    explicit LoadHistogram(QWidget *parent = nullptr);

    void setBars(std::vector<mcp::LoadRun::Bar> bars, std::vector<Mark> marks);
    const std::vector<mcp::LoadRun::Bar> &bars() const { return m_bars; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override; // the tool tip of a bar
    void paintEvent(QPaintEvent *event) override;

private:
    QRect plot() const;
    QRectF barRect(std::size_t bar) const;
    qreal xOf(std::int64_t ns) const;
    void paintMarks(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    int most() const;

    std::vector<mcp::LoadRun::Bar> m_bars;
    std::vector<Mark> m_marks;
};

} // namespace sonde::widgets
