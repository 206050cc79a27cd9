// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/markdownviewer.h"

#include "content/text/markdowndocument.h"
#include "look/access/focuspass.h"
#include "look/theme/metrics.h"

#include <QGuiApplication>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::content {
namespace {

class ClosedBrowser final : public QTextBrowser {
public:
    explicit ClosedBrowser(QWidget *parent)
        : QTextBrowser(parent)
    {
        setOpenLinks(false);
        setOpenExternalLinks(false);
        setSearchPaths({});
    }
    QVariant loadResource(int, const QUrl &) override { return {}; }

protected:
    void doSetSource(const QUrl &, QTextDocument::ResourceType) override { }
    // When it is shown first, it makes its cursor visible in whatever size it has until it is laid
    // out, and leaves the title above.
    void showEvent(QShowEvent *event) override
    {
        QTextBrowser::showEvent(event);
        if (!std::exchange(m_wasShown, true))
            verticalScrollBar()->setValue(0);
    }

private:
    bool m_wasShown = false;
};

} // namespace

MarkdownViewer::MarkdownViewer(const Bytes &utf8, QWidget *parent)
    : Viewer(parent)
    , m_document(new MarkdownDocument(this))
    , m_browser(new ClosedBrowser(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_browser);
    look::passFocus(*this, *m_browser);
    m_browser->setAccessibleName(tr("Markdown"));
    m_document->setDefaultFont(QGuiApplication::font());
    m_document->setDocumentMargin(look::metrics().margin);
    m_document->setUndoRedoEnabled(false);
    m_document->setText(utf8);
    m_browser->setDocument(m_document);
    m_browser->moveCursor(QTextCursor::Start); // else the view opens at the end
    connect(m_browser, &QTextBrowser::anchorClicked, this,
        [this](const QUrl &url) { Q_EMIT linkRequested(url.toString()); });
}

int MarkdownViewer::wantedHeight(int width, int most) const
{
    // A text of many pages needs all the height there is; measuring it would lay it all out.
    constexpr int kMeasured = 10'000;
    if (m_document->characterCount() > kMeasured)
        return most;
    const int bar = m_browser->verticalScrollBar()->sizeHint().width();
    const int frame = 2 * m_browser->frameWidth();
    if (m_measuredWidth != width) {
        const std::unique_ptr<QTextDocument> copy(m_document->clone());
        copy->setTextWidth(std::max(1, width - frame - bar));
        m_measuredWidth = width;
        m_measuredHeight = int(copy->size().height()) + frame;
    }
    return std::min(most, m_measuredHeight);
}

} // namespace sonde::content
