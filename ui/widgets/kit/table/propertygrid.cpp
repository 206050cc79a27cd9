// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/propertygrid.h"

#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QAction>
#include <QGridLayout>
#include <QRegularExpression>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kNameChars = 18; // so that the columns of several grids are aligned

// Characters; a longer one is cut, or it would widen the page. One that stands alone loses least.
constexpr qsizetype kMaxWord = 60;
constexpr qsizetype kMaxOnlyWord = 24;

bool hasLongWord(const QString &text)
{
    const QStringList words = text.split(QRegularExpression(QStringLiteral("\\s+")));
    const qsizetype most = words.size() == 1 ? kMaxOnlyWord : kMaxWord;
    return std::any_of(
        words.begin(), words.end(), [most](const QString &word) { return word.size() > most; });
}

// The tool tip and the Copy action still have the whole text of an elided value.
void showValue(ColorLabel *label, const QString &text)
{
    const bool cut = hasLongWord(text);
    label->setWordWrap(!cut);
    label->setTextInteractionFlags(
        cut ? Qt::NoTextInteraction : Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setElideMode(Qt::ElideMiddle);
    label->setText(text);
}

} // namespace

PropertyGrid::PropertyGrid(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(look::metrics().gap);
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnMinimumWidth(0, fontMetrics().averageCharWidth() * kNameChars);
}

void PropertyGrid::addRow()
{
    const int row = int(m_rows.size());
    auto *name = new ColorLabel(ColorRole::Muted, this);
    auto *value = new ColorLabel(ColorRole::Normal, this);
    auto *copy = new QAction(tr("&Copy"), value);
    connect(copy, &QAction::triggered, this,
        [this, row] { look::copyToClipboard(m_facts[std::size_t(row)].value); });
    value->addAction(copy);
    value->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_grid->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignRight);
    m_grid->addWidget(value, row, 1);
    m_rows.push_back({name, value});
}

void PropertyGrid::setProperties(const models::Properties &facts)
{
    m_facts = facts;
    while (m_rows.size() < facts.size())
        addRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row &row = m_rows[i];
        const bool used = i < facts.size();
        row.name->setVisible(used);
        row.value->setVisible(used);
        if (!used)
            continue;
        const models::Property &fact = facts[i];
        row.name->setText(fact.name);
        row.value->setAccessibleName(fact.name);
        row.value->setFont(fact.fixedPitch ? look::fixedFont() : font());
        row.value->setColorRole(fact.tone);
        row.value->setSign(fact.sign);
        if (row.value->text() != fact.value)
            showValue(row.value, fact.value);
    }
}

QString PropertyGrid::value(const QString &name) const
{
    for (const models::Property &fact : m_facts) {
        if (fact.name == name)
            return fact.value;
    }
    return {};
}

} // namespace sonde::widgets
