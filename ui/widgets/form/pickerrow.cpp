// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/pickerrow.h"

#include "look/controls/colorlabel.h"
#include "widgets/form/fieldtexts.h"

#include <QComboBox>
#include <QEvent>
#include <QRadioButton>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;

namespace {

constexpr int kBetweenBranches = 12;
// More branches, or longer names, go into a list.
constexpr qsizetype kFewBranches = 4;
constexpr qsizetype kFewBranchCharacters = 34;
constexpr int kMostList = 260;

} // namespace

PickerRow::PickerRow(QWidget *parent)
    : FormRowWidget(parent)
    , m_label(new look::ColorLabel(tr("type"), ColorRole::Normal, this))
    , m_list(new QComboBox(this))
    , m_note(new look::ColorLabel(ColorRole::Muted, this))
{
    m_label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_list, &QComboBox::activated, this, [this](int index) { choose(std::size_t(index)); });
}

void PickerRow::choose(std::size_t branch)
{
    if (m_filling)
        return;
    FormAction action{FormAction::Kind::ChooseBranch};
    action.picker = m_picker;
    action.index = branch;
    act(action);
}

QList<QWidget *> PickerRow::stops() const
{
    if (m_radios.empty())
        return {m_list};
    return QList<QWidget *>(m_radios.begin(), m_radios.end());
}

QWidget *PickerRow::target() const
{
    for (QRadioButton *radio : m_radios) {
        if (radio->isChecked())
            return radio;
    }
    return m_radios.empty() ? static_cast<QWidget *>(m_list) : m_radios.front();
}

void PickerRow::setBranches(const QStringList &branches)
{
    if (branches == m_branches)
        return;
    m_branches = branches;
    qDeleteAll(m_radios);
    m_radios.clear();
    m_list->clear();
    qsizetype letters = 0;
    for (const QString &branch : branches)
        letters += branch.size();
    const bool few = branches.size() <= kFewBranches && letters <= kFewBranchCharacters;
    m_list->setVisible(!few);
    if (!few) {
        m_list->addItems(branches);
        return;
    }
    for (qsizetype i = 0; i < branches.size(); ++i) {
        QString words = branches[i];
        auto *radio = new QRadioButton(words.replace(u'&', QLatin1String("&&")), this);
        radio->setObjectName(QStringLiteral("branch%1").arg(i));
        connect(radio, &QRadioButton::toggled, this, [this, i](bool on) {
            if (on)
                choose(std::size_t(i));
        });
        radio->show();
        m_radios.push_back(radio);
    }
}

void PickerRow::fill(const RowView &view)
{
    const schema::Field &field = *view.row.field;
    const schema::Picker &picker = field.pickers[view.row.picker];
    m_filling = true;
    m_picker = view.row.picker;
    QStringList branches;
    for (const QString &branch : picker.branches)
        branches << branch.simplified();
    setBranches(branches);
    if (m_radios.empty())
        m_list->setCurrentIndex(int(picker.chosen));
    else
        m_radios[picker.chosen]->setChecked(true);
    m_filling = false;
    const QString name = spokenName(field, view.form.facts(field));
    const QString how =
        picker.by.isEmpty() ? picker.keyword : tr("%1, by %2").arg(picker.keyword, picker.by);
    const bool misfit = field.value.exists() && !picker.fits;
    m_note->setText(misfit ? tr("%1 · the value matches none of them yet").arg(how) : how);
    m_label->setBuddy(target());
    m_list->setAccessibleName(tr("Type of %1").arg(name));
    for (QRadioButton *radio : m_radios) {
        radio->setAccessibleName(tr("Type of %1: %2").arg(name, radio->text()));
        radio->setAccessibleDescription(m_note->text());
    }
    m_list->setAccessibleDescription(m_note->text());
}

void PickerRow::place()
{
    const FormColumns &c = columns();
    const int line = lineHeight();
    const int top = 3;
    const int labelEnd = c.labelEndAt(depth());
    const int left = FormColumns::indent(depth());
    m_label->setGeometry(mirrored({left, top, labelEnd - left, line}));
    int x = labelEnd + FormColumns::kGap;
    const int end = c.width - FormColumns::kMargin;
    for (QRadioButton *radio : m_radios) {
        const int width = radio->sizeHint().width();
        radio->setGeometry(mirrored({x, top, width, line}));
        x += width + kBetweenBranches;
    }
    if (m_radios.empty()) {
        const int width = qMin(qMin(m_list->sizeHint().width(), kMostList), end - x);
        m_list->setGeometry(mirrored({x, top, width, line}));
        x += width + FormColumns::kGap;
    }
    m_note->setGeometry(mirrored({x, top, qMax(0, end - x), line}));
}

} // namespace sonde::widgets
