// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/paneltitle.h"

#include "look/access/menutext.h"
#include "look/controls/plaintooltip.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QTimerEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::look {

namespace {
constexpr int kTurnMs = 250; // four steps a second
}

PanelTitle::PanelTitle(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QHBoxLayout(this))
{
    m_buttons->setContentsMargins(0, 0, 4, 0);
    m_buttons->setSpacing(0);
    m_buttons->addStretch();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setTitle(title);
}

PanelTitle *PanelTitle::forDock(QDockWidget *dock)
{
    auto *title = new PanelTitle(dock->windowTitle(), dock);
    auto *tear = new QAction(icon("float", models::ColorRole::Muted), tr("Float panel"), title);
    auto *close = new QAction(icon("close", models::ColorRole::Muted), tr("Close panel"), title);
    connect(tear, &QAction::triggered, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    connect(close, &QAction::triggered, dock, &QDockWidget::close);
    connect(dock, &QDockWidget::windowTitleChanged, title, &PanelTitle::setTitle);
    title->addButton(tear);
    title->addButton(close);
    title->m_dockButtons = 2;
    dock->setTitleBarWidget(title);
    return title;
}

void PanelTitle::setTitle(const QString &title)
{
    m_title = title;
    setAccessibleName(title);
    update();
}

void PanelTitle::setDetail(const QString &detail)
{
    m_detail = detail;
    setAccessibleDescription(detail);
    update();
}

void PanelTitle::setRightText(const QString &text)
{
    m_right = text;
    update();
}

void PanelTitle::setSign(models::Sign sign)
{
    m_sign = sign;
    if (sign == models::Sign::Pending)
        m_turn.start(kTurnMs, this);
    else
        m_turn.stop();
    update();
}

void PanelTitle::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_turn.timerId())
        update();
    else
        QWidget::timerEvent(event);
}

bool PanelTitle::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !m_isCut)
        return QWidget::event(event);
    const QString words = m_detail.isEmpty() ? m_title : QString(m_title % u' ' % m_detail);
    showPlainToolTip(static_cast<QHelpEvent *>(event), words, this);
    return true;
}

void PanelTitle::setCount(int count, bool awaited)
{
    m_count = count;
    m_awaited = awaited;
    update();
}

void PanelTitle::addButton(QAction *action)
{
    auto *button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setDefaultAction(action);
    button->setAccessibleName(withoutMnemonic(action->text()));
    button->setFixedSize(metrics().dockTitle, metrics().dockTitle - 2);
    // The two of a dock stay the last ones.
    m_buttons->insertWidget(m_buttons->count() - m_dockButtons, button);
}

QSize PanelTitle::sizeHint() const
{
    const int words = QFontMetrics(boldFont()).horizontalAdvance(m_title);
    return {words + 2 * metrics().margin + m_buttons->sizeHint().width(), metrics().dockTitle};
}

QSize PanelTitle::minimumSizeHint() const
{
    return {m_buttons->minimumSize().width() + 2 * metrics().margin, metrics().dockTitle};
}

void PanelTitle::paintEvent(QPaintEvent *)
{
    const Theme &t = theme();
    QPainter painter(this);
    painter.fillRect(rect(), t.title);
    hairFrame(&painter, rect(), t.line);

    const int margin = metrics().margin;
    const int buttons = m_buttons->count() > 1 ? m_buttons->minimumSize().width() : margin;
    QRect place = rect().adjusted(margin, 0, -buttons, 0);
    m_isCut = false;
    const auto words = [&](const QString &text, const QFont &font, const QColor &color) {
        const QFontMetrics fontMetrics(font);
        painter.setFont(font);
        painter.setPen(color);
        const QString shown = fontMetrics.elidedText(text, Qt::ElideRight, place.width());
        m_isCut = m_isCut || shown != text;
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        place.setLeft(place.left() + fontMetrics.horizontalAdvance(shown) + metrics().gap);
    };
    if (m_sign != models::Sign::None) {
        const int side = metrics().sign;
        paintSign(&painter, QRect(place.left(), (height() - side) / 2, side, side), m_sign,
            t.color(models::signColorRole(m_sign)), pendingPhase());
        place.setLeft(place.left() + side + margin);
    }
    words(m_title, boldFont(), t.text);
    if (m_count > 0) {
        paintBadge(&painter, place, m_count, m_awaited);
        place.setLeft(place.left() + badgeWidth(m_count) + metrics().gap);
    }
    if (!m_right.isEmpty()) {
        const int width = QFontMetrics(font()).horizontalAdvance(m_right);
        painter.setFont(font());
        painter.setPen(t.muted);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, m_right);
        place.setRight(place.right() - width - metrics().gap);
    }
    if (!m_detail.isEmpty())
        words(m_detail, font(), t.muted);
}

QWidget *titled(PanelTitle *title, QWidget *view)
{
    auto *panel = new QWidget;
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title);
    layout->addWidget(view, 1);
    return panel;
}

} // namespace sonde::look
