// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldbox.h"

#include "look/access/focusring.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/form/fieldeditor.h"

#include <QPainter>
#include <QStyle>

namespace sonde::widgets {

using schema::FieldState;

namespace {
constexpr int kBoxPadding = 6;
}

FieldBox::FieldBox(QWidget *parent)
    : QWidget(parent)
{
    look::FocusRing::ringAround(this);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void FieldBox::setEditor(FieldEditor *editor)
{
    m_editor = editor;
    editor->setParent(this);
    editor->setGeometry(rect().adjusted(1, 1, -1, -1));
    editor->show();
}

void FieldBox::showState(FieldState state, bool wrong)
{
    m_state = state;
    m_wrong = wrong;
    update();
}

void FieldBox::setGhost(const QString &ghost)
{
    m_ghost = ghost;
    update();
}

// The editor knows only once it has its size what it leaves free.
QRect FieldBox::ghostPlace() const
{
    const int indent = m_editor ? m_editor->ghostIndent() : 0;
    const QRect line(kBoxPadding + indent, 0, width() - indent - 2 * kBoxPadding,
        qMin(height(), look::metrics().formControl));
    return QStyle::visualRect(layoutDirection(), rect(), line);
}

void FieldBox::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_editor)
        m_editor->setGeometry(rect().adjusted(1, 1, -1, -1));
}

void FieldBox::paintEvent(QPaintEvent *)
{
    const look::Theme &t = look::theme();
    QPainter painter(this);
    const bool omitted = m_state == FieldState::Omitted;
    painter.fillRect(rect(), isEnabled() && !omitted ? t.base : t.altBase);
    if (m_state == FieldState::Null)
        painter.fillRect(rect(), QBrush(t.line, Qt::BDiagPattern));
    QPen frame(m_wrong ? t.error : isEnabled() ? t.outline : t.line, look::hair(&painter));
    if (omitted)
        frame.setStyle(Qt::DashLine);
    painter.setPen(frame);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(look::hairRect(&painter, rect()));
    if (m_ghost.isEmpty())
        return;
    if (m_state == FieldState::Omitted) {
        painter.setPen(t.muted);
    } else {
        painter.setFont(look::fixedFont());
        painter.setPen(m_state == FieldState::Null ? t.jLit : t.jStr);
    }
    const QRect place = ghostPlace();
    painter.drawText(place, int(Qt::AlignVCenter | Qt::TextSingleLine),
        painter.fontMetrics().elidedText(m_ghost, Qt::ElideRight, place.width()));
}

} // namespace sonde::widgets
