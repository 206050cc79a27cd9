// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/emptystate.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::look {

EmptyState::EmptyState(QWidget *parent)
    : QWidget(parent)
    , m_sentence(new ColorLabel(models::ColorRole::Normal, this))
    , m_reason(new ColorLabel(models::ColorRole::Muted, this))
    , m_button(new QPushButton(this))
{
    m_sentence->setWordWrap(true);
    m_reason->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_sentence);
    layout->addWidget(m_reason);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addStretch();
    setText({});
    setButton({});
    connect(m_button, &QPushButton::clicked, this, &EmptyState::buttonClicked);
    passFocus(*this, [this] { return m_button->text().isEmpty() ? nullptr : m_button; });
}

void EmptyState::setText(const QString &sentence, const QString &reason)
{
    m_sentence->setText(sentence);
    m_reason->setText(reason);
    m_sentence->setVisible(!sentence.isEmpty());
    m_reason->setVisible(!reason.isEmpty());
    setAccessibleName(sentence);
    setAccessibleDescription(reason);
}

void EmptyState::setButton(const QString &text)
{
    m_button->setText(text);
    // A button that hides gives its focus to whatever is next in the order of the Tab key.
    if (text.isEmpty() && m_button->hasFocus())
        setFocus(Qt::OtherFocusReason);
    m_button->setVisible(!text.isEmpty());
    if (!text.isEmpty() && hasFocus())
        m_button->setFocus(Qt::OtherFocusReason);
}

} // namespace sonde::look
