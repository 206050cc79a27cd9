// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/settingsform.h"

#include "look/access/menutext.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringBuilder>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

SettingsForm::SettingsForm(const QString &title, const char *place, QWidget *parent)
    : SettingsPage(title, place, parent)
    , m_rows(new QGridLayout)
{
    const int margin = look::metrics().margin;
    m_rows->setHorizontalSpacing(2 * margin);
    m_rows->setVerticalSpacing(look::metrics().unit);
    m_rows->setColumnStretch(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addLayout(m_rows);
    layout->addStretch(1);
}

void SettingsForm::addRow(const QString &label, QWidget *control, const QString &explanation)
{
    auto *name = new QLabel(label, this);
    name->setBuddy(control);
    control->setAccessibleName(look::withoutMnemonic(label));
    m_rows->addWidget(name, m_rows->rowCount(), 0);
    m_rows->addWidget(control, m_rows->rowCount() - 1, 1, Qt::AlignLeading);
    Row row{look::withoutMnemonic(label), control, {name, control}};
    addExplanation(explanation, control, row);
}

void SettingsForm::addRow(QCheckBox *box, const QString &explanation)
{
    box->setAccessibleName(look::withoutMnemonic(box->text()));
    m_rows->addWidget(box, m_rows->rowCount(), 1, Qt::AlignLeading);
    Row row{look::withoutMnemonic(box->text()), box, {box}};
    addExplanation(explanation, box, row);
}

look::ColorLabel *SettingsForm::addFact(
    const QString &label, const QString &explanation, QWidget *button)
{
    auto *name = new QLabel(label, this);
    auto *fact = new look::ColorLabel(models::ColorRole::Normal, this);
    fact->setWordWrap(!button); // a path is cut instead
    fact->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    fact->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    fact->setAccessibleName(look::withoutMnemonic(label));
    name->setBuddy(button ? button : fact);
    auto *line = new QWidget(this);
    auto *layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(fact, 1);
    if (button)
        layout->addWidget(button);
    line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_rows->addWidget(name, m_rows->rowCount(), 0);
    m_rows->addWidget(line, m_rows->rowCount() - 1, 1);
    Row row{look::withoutMnemonic(label), button ? button : fact, {name, line}};
    addExplanation(explanation, button, row);
    return fact;
}

void SettingsForm::addExplanation(const QString &explanation, QWidget *control, Row &row)
{
    auto *line = new look::ColorLabel(explanation, models::ColorRole::Muted, this);
    line->setWordWrap(true);
    line->setContentsMargins(0, 0, 0, look::metrics().margin);
    m_rows->addWidget(line, m_rows->rowCount(), 1);
    if (control)
        control->setAccessibleDescription(explanation);
    row.text += u'\n' % explanation;
    row.parts.push_back(line);
    m_settings.push_back(std::move(row));
}

void SettingsForm::addRestoreButton()
{
    auto *button = new QPushButton(tr("Restore &defaults"), this);
    button->setObjectName(QStringLiteral("restoreDefaults"));
    button->setToolTip(tr("Give every setting of this page its default"));
    connect(button, &QPushButton::clicked, this, [this] { restoreDefaults(); });
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(button);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
}

int SettingsForm::filter(const QString &words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    int found = 0;
    for (const Row &row : m_settings) {
        const bool fits = std::all_of(wanted.begin(), wanted.end(),
            [&row](const QString &word) { return row.text.contains(word, Qt::CaseInsensitive); });
        for (QWidget *part : row.parts)
            part->setVisible(fits);
        found += fits ? 1 : 0;
    }
    return found;
}

QWidget *SettingsForm::firstShown() const
{
    for (const Row &row : m_settings) {
        if (row.control && !row.control->isHidden())
            return row.control;
    }
    return nullptr;
}

} // namespace sonde::widgets
