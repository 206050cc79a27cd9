// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/namelabel.h"

#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"

#include <QHelpEvent>
#include <QLineEdit>
#include <QStyle>

namespace sonde::widgets {

using models::ColorRole;

namespace {
constexpr int kMark = 9; // the asterisk's width
constexpr int kEditWidth = 110;
} // namespace

NameLabel::NameLabel(bool editable, QWidget *parent)
    : QWidget(parent)
    , m_label(new look::ColorLabel(ColorRole::Normal, this))
    , m_mark(new look::ColorLabel(QStringLiteral("*"), ColorRole::Error, this))
{
    m_label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_mark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (!editable)
        return;
    m_label->hide();
    m_edit = new QLineEdit(this);
    m_edit->setFont(look::fixedFont());
    connect(m_edit, &QLineEdit::editingFinished, this, [this] {
        if (m_edit->text() != m_shown)
            Q_EMIT renamed(m_edit->text());
    });
}

void NameLabel::showField(const schema::Field &field, const QString &spoken)
{
    m_label->setText(field.name);
    m_mark->setVisible(field.required);
    if (m_edit) {
        m_shown = field.name;
        if (m_edit->text() != m_shown)
            m_edit->setText(m_shown);
        m_edit->setAccessibleName(tr("Name of %1").arg(spoken));
    }
    m_label->setAccessibleName(spoken);
}

void NameLabel::setBuddy(QWidget *editor)
{
    m_label->setBuddy(editor);
}

void NameLabel::setHover(const QString &words)
{
    m_hover = words.trimmed();
}

void NameLabel::setBold(bool bold)
{
    m_label->setFont(bold ? look::boldFont() : QFont());
}

void NameLabel::setLeading()
{
    m_label->setAlignment(Qt::AlignLeading | Qt::AlignVCenter);
}

int NameLabel::wantedWidth() const
{
    if (m_edit)
        return kEditWidth;
    return m_label->fontMetrics().horizontalAdvance(m_label->text()) + 2
        + (m_mark->isHidden() ? 0 : kMark);
}

int NameLabel::widthOf(const schema::Field &field, const QFontMetrics &metrics)
{
    if (field.isAdded)
        return kEditWidth;
    return metrics.horizontalAdvance(field.name) + 2 + (field.required ? kMark : 0);
}

void NameLabel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int mark = m_mark->isHidden() ? 0 : kMark;
    const auto place = [this](int x, int width) {
        return QStyle::visualRect(layoutDirection(), rect(), QRect(x, 0, width, height()));
    };
    m_label->setGeometry(place(0, width() - mark));
    m_mark->setGeometry(place(width() - mark, mark));
    if (m_edit)
        m_edit->setGeometry(rect());
}

bool NameLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_hover.isEmpty()) {
        look::showPlainToolTip(static_cast<QHelpEvent *>(event), m_hover, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sonde::widgets
