// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/bytes/byteframe.h"

#include <QAbstractScrollArea>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

class QAction;

namespace sonde::content {

// Bytes as they are: offset, sixteen of them in hexadecimal, and as text. Only the rows in sight
// are painted, so the size does not matter. Bytes that are not UTF-8 are red in a dotted frame.
// Around them, dimmed, what their frame had as well; a bar with a flag stands before the first byte
// of each further piece in which they came.
class BytesView final : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int kPerRow = 16;
    // More is not put on the clipboard, whose text is three times the size.
    static constexpr std::size_t kMaxCopied = std::size_t(64) << 20;

    explicit BytesView(QWidget *parent = nullptr);

    void setBytes(const Bytes &bytes);
    const Bytes &bytes() const { return m_bytes; }
    void clear() { setBytes({}); }
    // Until the next setBytes(). Its bytes can be gone to and copied as well.
    void setFrame(ByteFrame frame);
    const ByteFrame &frame() const { return m_frame; }

    // The bytes of the chosen node, on byteHi; scrolls to their beginning.
    void setHighlight(std::size_t begin, std::size_t end);
    std::size_t highlightBegin() const { return m_highBegin; }
    std::size_t highlightEnd() const { return m_highEnd; }

    // Where the keyboard stands: a place, as in ByteFrame.
    qint64 cursor() const { return m_cursor; }
    void setCursor(qint64 place, bool extend = false);
    // Places: what was selected with Shift or the mouse; else what is highlighted.
    std::pair<qint64, qint64> selection() const;

    QAction *copyHexAction() const { return m_copyHex; }
    QAction *copyTextAction() const { return m_copyText; }

    QSize sizeHint() const override;

Q_SIGNALS:
    // A person chose the byte, one of its own, by mouse or keyboard.
    void byteClicked(qint64 offset);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Layout {
        int cell = 0; // width of one character
        int row = 0;
        int hex = 0; // left sides, without scrolling
        int text = 0;
        int width = 0;
        int digits = 6;
    };
    Layout layoutNow() const;
    int hexX(const Layout &layout, int column) const;
    // A place is as in ByteFrame; a row holds those from its number times kPerRow on.
    static qint64 rowOf(qint64 place);
    qint64 firstRow() const { return rowOf(firstPlace()); }
    qint64 rowCount() const;
    qint64 firstPlace() const { return -qint64(m_frame.before.size()); }
    qint64 endPlace() const { return qint64(m_bytes.size()) + qint64(m_frame.after.size()); }
    unsigned char byteAt(qint64 place) const;
    std::vector<bool> validity(qint64 begin, qint64 end) const;
    std::optional<qint64> placeAt(const QPoint &point) const;
    bool isOwn(qint64 place) const { return place >= 0 && place < qint64(m_bytes.size()); }
    qint64 placeFor(int key, bool whole) const; // where the key leads
    std::pair<qint64, qint64> spoken() const; // places of the bytes that are read aloud
    void describeCursor();
    void updateScrollBars();
    void showRowOf(qint64 place);
    void paintRow(QPainter &painter, const Layout &layout, qint64 row, int y) const;
    static QString offsetText(qint64 row, const Layout &layout);
    void paintBorder(QPainter &painter, const Layout &layout, int column, int y) const;
    void paintGround(QPainter &painter, const Layout &layout, qint64 row, int y) const;
    QByteArray bytesOf(qint64 begin, qint64 end) const;
    void copy(bool hex);

    Bytes m_bytes;
    ByteFrame m_frame;
    std::size_t m_highBegin = 0;
    std::size_t m_highEnd = 0;
    qint64 m_cursor = 0;
    qint64 m_anchor = 0;
    QAction *m_copyHex;
    QAction *m_copyText;
};

// For each of the bytes [begin, end): whether it is part of a valid UTF-8 character of the whole.
std::vector<bool> utf8Validity(std::string_view bytes, std::size_t begin, std::size_t end);

} // namespace sonde::content
