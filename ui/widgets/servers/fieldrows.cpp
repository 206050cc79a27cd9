// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/fieldrows.h"

#include "look/colorlabel.h"

#include <QFormLayout>

#include <algorithm>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

void FieldRows::add(Group group, const QString &label, QWidget *widget)
{
    m_form->addRow(label, widget);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    m_rows.push_back({group, widget});
}

void FieldRows::add(Group group, config::ProfileField field, const QString &label, QWidget *widget)
{
    add(group, label, widget);
    auto *problem = new ColorLabel(ColorRole::Error, widget->parentWidget());
    problem->setWordWrap(true);
    m_form->addRow(QString(), problem);
    m_form->setRowVisible(problem, false);
    m_places[field] = {group, problem};
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
        if (row.group == group)
            m_form->setRowVisible(row.widget, visible);
    }
    for (const auto &[field, place] : m_places) {
        if (place.group == group)
            m_form->setRowVisible(place.label, visible && !place.label->text().isEmpty());
    }
}

void FieldRows::showProblems(const std::vector<config::FieldProblem> &problems, bool quiet)
{
    for (const auto &[field, place] : m_places) {
        QStringList sentences;
        bool blocks = false;
        for (const config::FieldProblem &problem : problems) {
            if (problem.field == field && !quiet) {
                sentences << problem.sentence;
                blocks |= problem.blocks;
            }
        }
        sentences.removeDuplicates();
        place.label->setColorRole(blocks ? ColorRole::Error : ColorRole::Warn);
        place.label->setText(sentences.join(QLatin1Char('\n')));
        m_form->setRowVisible(place.label, isVisible(place.group) && !sentences.isEmpty());
    }
}

QString FieldRows::problemAt(config::ProfileField field) const
{
    const auto found = m_places.find(field);
    return found == m_places.end() ? QString() : found->second.label->text();
}

bool FieldRows::hasProblemIn(Group group) const
{
    return std::any_of(m_places.begin(), m_places.end(), [group](const auto &pair) {
        return pair.second.group == group && !pair.second.label->text().isEmpty();
    });
}

} // namespace sonde::widgets
