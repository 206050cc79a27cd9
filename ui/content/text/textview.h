// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "content/text/texthits.h"
#include "content/text/textrows.h"

#include <QAbstractScrollArea>
#include <QTimer>

class QAction;

namespace sonde::content {

struct RowText;

// UTF-8 text of any size, in the monospaced font, its lines broken at the width of the view. Only
// the rows in sight are painted and only a sixty-fourth of the others is known, so that neither a
// hundred megabytes nor one line of them stall the window. Bytes that are not UTF-8, and
// characters that are invisible or would turn the text around, are shown by number.
class TextView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    // Longer texts are broken into rows on a pool thread.
    static constexpr std::size_t kMaxAtOnce = std::size_t(256) << 10;
    static constexpr int kMaxColumns = 1000; // without breaking at the width
    static constexpr std::size_t kMaxCopied = std::size_t(64) << 20;

    explicit TextView(QWidget *parent = nullptr);

    void setText(const Bytes &utf8);
    const Bytes &text() const { return m_text; }
    bool isLaidOut() const { return m_laidOut; } // the rows of the whole text are known
    qint64 rowCount() const { return m_rows.count(); }
    // Whether lines are broken at the width, instead of at kMaxColumns.
    void setWrapped(bool wrapped);

    void setHits(TextHits hits); // what was found, painted on byteHi
    void select(std::size_t begin, std::size_t end); // and scrolls there
    std::pair<std::size_t, std::size_t> selection() const;
    QAction *copyAction() const { return m_copy; }
    QAction *selectAllAction() const { return m_selectAll; }
    QAction *wrapAction() const { return m_wrap; }

    int heightOf(int width, int most) const;

Q_SIGNALS:
    void laidOut();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    int rowHeight() const;
    int cellWidth() const;
    int columnsFor(int width) const;
    int columnsThatFit() const;
    qint64 measuredRows(int width) const;
    int heightOfRows(qint64 rows, int most) const;
    void layOut();
    void take(TextRows rows);
    void updateScrollBars();
    RowText rowText(const TextRows::Row &row) const;
    std::size_t offsetAt(const QPoint &point) const;
    void moveCursor(std::size_t offset, bool extend);
    std::size_t stepped(int key, bool whole) const; // where a key leads from the cursor
    std::size_t inRow(qint64 row, std::size_t like) const;
    std::size_t beforeRow(qint64 row) const;
    void showOffset(std::size_t offset);
    void copy();

    Bytes m_text;
    TextRows m_rows;
    mutable TextRows m_measured; // at a width that was asked for
    bool m_laidOut = true;
    std::size_t m_top = 0; // the byte at the top, kept when the rows change
    TextHits m_hits;
    std::size_t m_cursor = 0;
    std::size_t m_anchor = 0;
    QAction *m_copy;
    QAction *m_selectAll;
    QAction *m_wrap;
    BackgroundJob m_layingOut;
};

} // namespace sonde::content
