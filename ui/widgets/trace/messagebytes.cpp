// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/messagebytes.h"

#include "base/formatting.h"
#include "content/bytes/bytesview.h"
#include "look/controls/paneltitle.h"
#include "look/theme/metrics.h"
#include "widgets/trace/framesummary.h"
#include "widgets/trace/messageside.h"

#include <QLabel>
#include <QVBoxLayout>

namespace sonde::widgets {

MessageBytes::MessageBytes(QWidget *parent)
    : QWidget(parent)
    , m_title(new look::PanelTitle(tr("Bytes"), this))
    , m_reads(new QLabel(this))
    , m_view(new content::BytesView(this))
{
    m_reads->setTextFormat(Qt::PlainText);
    m_reads->setWordWrap(true);
    m_reads->setMargin(look::metrics().unit);
    m_reads->setAccessibleName(tr("How the message was transferred"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(m_reads);
    column->addWidget(m_view, 1);
    connect(m_view, &content::BytesView::byteClicked, this, &MessageBytes::byteClicked);
}

void MessageBytes::showSide(MessageSide *side, const QString &half)
{
    m_side = side;
    m_view->setBytes(side->bytes());
    m_view->setHighlight(0, 0);
    showFrame();
    m_title->setDetail(half);
}

void MessageBytes::showValue(const json::Value &value, const QString &half)
{
    const json::Node &place = value.node();
    m_view->setHighlight(place.begin, place.end);
    const QString pointer = value.pointer();
    const QString where = tr("%1 · %2 at %3")
                              .arg(pointer.isEmpty() ? tr("the whole message") : pointer,
                                  bytesText(place.end - place.begin), countText(place.begin));
    m_title->setDetail(half.isEmpty() ? where : QString(half + QStringLiteral(" · ") + where));
}

void MessageBytes::showFrame()
{
    const auto &frame = m_side->frame();
    const bool whole = frame && !m_side->isReading();
    const QString words = whole ? frameSummary(*frame, m_side->record()) : QString();
    m_reads->setText(words);
    m_reads->setVisible(!words.isEmpty());
    if (whole)
        m_view->setFrame(byteFrame(*frame, m_side->record()));
}

} // namespace sonde::widgets
