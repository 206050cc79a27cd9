// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/findbar.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/searchfield.h"
#include "look/painting/iconengine.h"
#include "look/theme/hairline.h"
#include "look/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace sonde::content {

namespace {

constexpr int kMaxRequested = 1000; // characters
constexpr int kFieldWidth = 260;

} // namespace

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_found(new look::ColorLabel(models::ColorRole::Muted, this))
{
    m_field->setPlaceholderText(tr("Find in the text"));
    m_field->setAccessibleName(tr("Find in the text"));
    m_field->setMaxLength(kMaxRequested);
    m_field->setMaximumWidth(kFieldWidth);
    look::dressSearchField(*m_field, look::SearchField::Find);
    m_field->installEventFilter(this);
    const auto button = [this](const char *name, const QString &text, const QString &tip) {
        auto *made = new QToolButton(this);
        made->setIcon(look::icon(name));
        made->setToolTip(tip);
        made->setAccessibleName(text);
        made->setAutoRaise(true);
        return made;
    };
    auto *previous = button("up", tr("Previous match"), tr("Previous match (Shift+F3)"));
    auto *next = button("down", tr("Next match"), tr("Next match (F3)"));
    auto *away = button("close", tr("Close search"), tr("Close search (Esc)"));
    connect(previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(away, &QToolButton::clicked, this, &FindBar::close);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::wantedChanged);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 3, 4, 3);
    layout->setSpacing(4);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_found);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addStretch();
    layout->addWidget(away);
    hide();
}

QString FindBar::wanted() const
{
    return isHidden() ? QString() : m_field->text();
}

void FindBar::open(const QString &text)
{
    show();
    if (!text.isEmpty() && text != m_field->text())
        m_field->setText(text);
    else
        Q_EMIT wantedChanged();
    m_field->selectAll();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::close()
{
    hide();
    Q_EMIT closed();
}

void FindBar::setFound(std::size_t current, std::size_t count, bool more)
{
    const QString all = countText(count) + (more ? u"+" : u"");
    if (m_field->text().isEmpty())
        m_found->setText({});
    else if (count == 0)
        m_found->setText(tr("not found"));
    else if (current == 0)
        m_found->setText(all);
    else
        m_found->setText(tr("%1 of %2").arg(countText(current), all));
}

QString FindBar::foundText() const
{
    return m_found->text();
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool shift = key->modifiers().testFlag(Qt::ShiftModifier);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3:
        if (key->modifiers().testFlag(Qt::ControlModifier))
            break;
        if (shift)
            Q_EMIT previousRequested();
        else
            Q_EMIT nextRequested();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FindBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), look::theme().window);
    look::hairEdges(&painter, rect(), Qt::TopEdge, look::theme().line);
}

} // namespace sonde::content
