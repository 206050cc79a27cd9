// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/description.h"

#include "content/text/markdowndocument.h"
#include "look/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextEdit>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kOpenShare = 3; // of the window's height, at most one part in so many

} // namespace

Description::Description(QWidget *parent)
    : QWidget(parent)
    , m_document(new content::MarkdownDocument(this))
    , m_text(new QTextEdit(this))
    , m_more(new QToolButton(this))
{
    m_document->setDocumentMargin(0);
    m_document->setUndoRedoEnabled(false);
    m_text->setDocument(m_document);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFocusPolicy(Qt::ClickFocus); // the Tab key goes from the list to the fields
    m_text->setFrameStyle(QFrame::NoFrame);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setAccessibleName(tr("Description"));
    m_text->viewport()->setAutoFillBackground(false);
    m_text->viewport()->installEventFilter(this);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    connect(m_more, &QToolButton::clicked, this, [this] { Q_EMIT openRequested(!m_open); });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_more, 0, Qt::AlignBottom);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    applyTheme();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        &Description::applyTheme);
    layOut();
}

void Description::applyTheme()
{
    QPalette colors;
    colors.setColor(QPalette::Text, look::theme().muted);
    colors.setColor(QPalette::Base, Qt::transparent);
    m_text->setPalette(colors);
    QPalette link;
    link.setColor(QPalette::ButtonText, look::theme().accent);
    m_more->setPalette(link);
}

void Description::setText(const QString &text)
{
    if (std::exchange(m_given, text) == text)
        return;
    QString shown = text.left(kMaxShown).trimmed();
    if (text.size() > kMaxShown)
        shown += QStringLiteral(" …");
    m_isEmpty = shown.isEmpty();
    const Bytes utf8 = Bytes::fromByteArray(shown.toUtf8());
    m_document->setDefaultFont(font());
    if (content::MarkdownDocument::isMarkdown(shown) && content::MarkdownDocument::canShow(utf8))
        m_document->setText(utf8);
    else
        m_document->setPlainText(shown);
    setOpen(false);
}

void Description::setLines(int lines)
{
    if (std::exchange(m_lines, lines) != lines)
        layOut();
}

void Description::setOpen(bool open)
{
    m_open = open;
    layOut();
    m_text->moveCursor(QTextCursor::Start);
    m_text->verticalScrollBar()->setValue(0);
}

const QTextDocument &Description::document() const
{
    return *m_document;
}

int Description::heightAt(int width) const
{
    m_document->setTextWidth(std::max(1, width));
    return int(m_document->size().height());
}

void Description::layOut()
{
    const int closed = m_lines * fontMetrics().lineSpacing();
    m_hasMore = heightAt(width()) > closed;
    m_more->setText(m_open ? tr("Less") : tr("… More"));
    m_more->setToolTip(m_open ? tr("Show the first lines of the description (Alt+M)")
                              : tr("Show the whole description (Alt+M)"));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setVisible(m_hasMore);
    const int beside = m_hasMore ? m_more->sizeHint().width() + layout()->spacing() : 0;
    const int whole = heightAt(width() - beside);
    const int most = std::max(closed, window()->height() / kOpenShare);
    const int height = m_open ? std::min(whole, most) : std::min(whole, closed);
    m_text->setVerticalScrollBarPolicy(
        m_open && whole > most ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    setFixedHeight(std::max(height, m_hasMore ? m_more->sizeHint().height() : 0));
}

void Description::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

void Description::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    m_document->setDefaultFont(font());
    layOut();
}

// The first lines do not scroll.
bool Description::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Wheel && !m_open) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sonde::widgets
