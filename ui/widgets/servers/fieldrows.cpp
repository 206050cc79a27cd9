// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/fieldrows.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "widgets/kit/field/pathfield.h"
#include "widgets/kit/frame/widgettext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kFewestChars = 12; // of a choice: its list shows the whole entries

} // namespace

FieldRows::FieldRows(QWidget *page)
    : m_page(page)
    , m_form(new QFormLayout(page))
{
    m_form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setVerticalSpacing(4);
    m_form->setContentsMargins(3, 3, 6, 3); // room for the focus ring
}

void FieldRows::add(Group group, QWidget *widget)
{
    m_form->addRow(widget);
    m_rows.push_back({group, widget});
}

void FieldRows::add(Group group, const QString &label, QWidget *widget)
{
    if (label.isEmpty())
        m_form->addRow(widget);
    else
        m_form->addRow(label, widget);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    if (auto *box = qobject_cast<QComboBox *>(widget)) {
        // A long entry would widen the whole page.
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(kFewestChars);
    }
    m_rows.push_back({group, widget});
}

void FieldRows::add(Group group, config::ProfileField field, const QString &label, QWidget *widget)
{
    add(group, label, widget);
    m_rows.back().problem = addLine();
    m_fields[field] = m_rows.size() - 1;
}

ColorLabel *FieldRows::addLine()
{
    auto *line = new ColorLabel(ColorRole::Error, m_page);
    line->setWordWrap(true);
    m_form->addRow(QString(), line);
    m_form->setRowVisible(line, false);
    return line;
}

void FieldRows::track(QWidget *widget, const QString &usual, std::function<bool()> differs)
{
    Row *row = rowOf(widget);
    if (!row)
        return;
    row->differs = std::move(differs);
    row->mark = new ColorLabel(
        usual.isEmpty() ? Text::tr("changed") : Text::tr("changed; default: %1").arg(usual),
        ColorRole::Accent, m_page);
    row->mark->setSign(models::Sign::Changed);
    row->mark->setFont(look::smallFont());
    if (!widget->objectName().isEmpty())
        row->mark->setObjectName(widget->objectName() % QStringLiteral("Changed"));
    int place = 0;
    m_form->getWidgetPosition(widget, &place, nullptr);
    m_form->insertRow(place + 1, QString(), row->mark);
    m_form->setRowVisible(row->mark, false);
}

void FieldRows::track(QComboBox *box)
{
    track(box, box->itemText(0), [box] { return box->currentIndex() != 0; });
}

void FieldRows::track(QLineEdit *edit)
{
    track(edit, Text::tr("none"), [edit] { return !edit->text().trimmed().isEmpty(); });
}

void FieldRows::track(PathField *path)
{
    track(path, Text::tr("none"), [path] { return !path->text().isEmpty(); });
}

void FieldRows::track(QCheckBox *box)
{
    track(box, Text::tr("off"), [box] { return box->isChecked(); });
}

FieldRows::Row *FieldRows::rowOf(const QWidget *widget)
{
    const auto found = std::find_if(
        m_rows.begin(), m_rows.end(), [widget](const Row &row) { return row.widget == widget; });
    return found == m_rows.end() ? nullptr : &*found;
}

bool FieldRows::isVisible(Group group) const
{
    const auto found = m_visible.find(group);
    return found == m_visible.end() || found->second;
}

void FieldRows::setGroupVisible(Group group, bool visible)
{
    m_visible[group] = visible;
    for (const Row &row : m_rows) {
        if (row.group != group)
            continue;
        m_form->setRowVisible(row.widget, visible);
        showLines(row);
    }
}

void FieldRows::showLines(const Row &row)
{
    const bool visible = isVisible(row.group);
    if (row.mark)
        m_form->setRowVisible(row.mark, visible && row.changed);
    if (row.problem)
        m_form->setRowVisible(row.problem, visible && !row.problem->text().isEmpty());
}

void FieldRows::showChanges()
{
    for (Row &row : m_rows) {
        if (!row.differs)
            continue;
        row.changed = row.differs();
        showLines(row);
    }
}

int FieldRows::changeCount() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(),
        [this](const Row &row) { return row.changed && isVisible(row.group); }));
}

void FieldRows::showProblems(const std::vector<config::FieldProblem> &problems, bool quiet)
{
    for (const auto &[field, index] : m_fields) {
        Row &row = m_rows[index];
        QStringList sentences;
        row.blocks = false;
        bool isMissing = false;
        for (const config::FieldProblem &problem : problems) {
            isMissing |= problem.field == field && problem.isMissing;
            if (problem.field == field && !quiet) {
                sentences << problem.sentence;
                row.blocks |= problem.blocks;
            }
        }
        row.wasFilled |= !isMissing && isVisible(row.group);
        sentences.removeDuplicates();
        row.problem->setColorRole(isMissing && !row.wasFilled ? ColorRole::Muted
                : row.blocks                                  ? ColorRole::Error
                                                              : ColorRole::Warn);
        row.problem->setText(sentences.join(QLatin1Char('\n')));
        showLines(row);
    }
}

QString FieldRows::problemAt(config::ProfileField field) const
{
    const auto found = m_fields.find(field);
    return found == m_fields.end() ? QString() : m_rows[found->second].problem->text();
}

int FieldRows::problemCount() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(),
        [this](const Row &row) { return row.blocks && isVisible(row.group); }));
}

QWidget *FieldRows::firstProblem() const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [this](const Row &row) { return row.blocks && isVisible(row.group); });
    return found == m_rows.end() ? nullptr : found->widget;
}

QWidget *FieldRows::widgetOf(config::ProfileField field) const
{
    const auto found = m_fields.find(field);
    return found == m_fields.end() ? nullptr : m_rows[found->second].widget;
}

} // namespace sonde::widgets
