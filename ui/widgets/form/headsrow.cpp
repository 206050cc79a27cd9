// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/headsrow.h"

#include "widgets/form/fieldtexts.h"
#include "widgets/form/recordtable.h"
#include "widgets/kit/label/namelabel.h"

namespace sonde::widgets {

void HeadsRow::fill(const RowView &view)
{
    m_table = view.row.table;
    while (m_names.size() < view.row.cells.size()) {
        m_names.push_back(new NameLabel(false, this));
        m_names.back()->setLeading();
    }
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        m_names[i]->setVisible(i < view.row.cells.size());
        if (m_names[i]->isHidden())
            continue;
        const schema::Field &field = *view.row.cells[i];
        const schema::FieldFacts facts = view.form.facts(field);
        m_names[i]->showField(field, spokenName(field, facts));
        m_names[i]->setHover(hintOf(field, facts));
    }
}

void HeadsRow::place()
{
    if (!m_table)
        return;
    const auto places = m_table->places(columns(), depth(), columns().stateWidth);
    for (std::size_t i = 0; i < std::min(places.size(), m_names.size()); ++i) {
        const int width = qMin(m_names[i]->wantedWidth(), places[i].width);
        m_names[i]->setGeometry(mirrored({places[i].left, 0, width, lineHeight()}));
    }
}

} // namespace sonde::widgets
