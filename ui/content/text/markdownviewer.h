// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/viewer.h"

class QTextBrowser;

namespace sonde::content {

class MarkdownDocument;

// Markdown without HTML. Nothing is fetched: a picture is a line that names it, a link is
// only a signal.
class MarkdownViewer final : public Viewer {
    Q_OBJECT
public:
    explicit MarkdownViewer(const Bytes &utf8, QWidget *parent = nullptr);

    const MarkdownDocument &document() const { return *m_document; }
    QTextBrowser &browser() { return *m_browser; }
    int wantedHeight(int width, int most) const override;

private:
    MarkdownDocument *m_document;
    QTextBrowser *m_browser;
    mutable int m_measuredWidth = -1; // a list asks often
    mutable int m_measuredHeight = 0;
};

} // namespace sonde::content
