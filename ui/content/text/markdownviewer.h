// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/viewer.h"

class QTextBrowser;
class QTextDocument;

namespace sonde::content {

// Markdown without HTML. Nothing is fetched: a picture is a line that names it, a link is
// only a signal.
class MarkdownViewer final : public Viewer {
    Q_OBJECT
public:
    // Laying out more takes longer than the window may stand still (measured: 20,000 items of a
    // list 17 s, one word of 100,000 letters 1 s).
    static constexpr std::size_t kMaxBytes = 100'000;
    static constexpr int kMaxLines = 2'000;
    static constexpr int kMaxItems = 1'000;
    static constexpr int kMaxMarks = 1'000; // back-ticks
    static constexpr int kMaxWord = 2'000; // characters without a space
    static constexpr int kMaxParagraph = 30'000;

    static bool canShow(const Bytes &utf8);

    explicit MarkdownViewer(const Bytes &utf8, QWidget *parent = nullptr);

    const QTextDocument &document() const { return *m_document; }
    QTextBrowser &browser() { return *m_browser; }
    int wantedHeight(int width, int most) const override;

private:
    QTextDocument *m_document;
    QTextBrowser *m_browser;
    mutable int m_measuredWidth = -1; // a list asks often
    mutable int m_measuredHeight = 0;
};

} // namespace sonde::content
