// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/morerow.h"

#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"

#include <QPushButton>

namespace sonde::widgets {

MoreRow::MoreRow(QWidget *parent)
    : FormRowWidget(parent)
    , m_add(new QPushButton(look::icon("add"), tr("Add name"), this))
    , m_words(new look::ColorLabel(
          tr("additional properties are allowed"), models::ColorRole::Muted, this))
{
    m_add->setAutoDefault(false);
    connect(m_add, &QPushButton::clicked, this, [this] { act({FormAction::Kind::AddMember}); });
}

QList<QWidget *> MoreRow::stops() const
{
    return {m_add};
}

QWidget *MoreRow::target() const
{
    return m_add;
}

void MoreRow::fill(const RowView &)
{
    m_add->setAccessibleDescription(m_words->text());
}

void MoreRow::place()
{
    const FormColumns &c = columns();
    const int x = c.labelEndAt(0) + FormColumns::kGap;
    const int add = m_add->sizeHint().width();
    m_add->setGeometry(mirrored({x, 3, add, lineHeight()}));
    const int words = x + add + FormColumns::kGap;
    m_words->setGeometry(
        mirrored({words, 3, qMax(0, c.width - FormColumns::kMargin - words), lineHeight()}));
}

} // namespace sonde::widgets
