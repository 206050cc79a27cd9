// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/recordtable.h"

#include "widgets/form/fieldcell.h"
#include "widgets/form/formrowwidget.h"
#include "widgets/kit/button/openarrow.h"

#include <algorithm>
#include <numeric>

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldKind;
using schema::Form;

constexpr std::size_t kLooked = 20; // elements, for the first record
constexpr int kWordsFrom = 130; // for the editor, beside a state with its word

struct Room {
    int least;
    int share;
};

// For the editor without its state.
Room roomFor(const Field &field)
{
    switch (FieldEditor::typeFor(field)) {
    case FieldEditor::Type::Switch:
        return {124, 0};
    case FieldEditor::Type::Choice:
        return {84, 1};
    case FieldEditor::Type::Checks:
        return {90, 2};
    case FieldEditor::Type::Fixed:
        return {60, 1};
    default:
        break;
    }
    const bool number = field.kind == FieldKind::Integer || field.kind == FieldKind::Number;
    return number ? Room{64, 1} : Room{84, 3};
}

bool fitsInACell(const Field &field)
{
    if (field.isContainer() || field.isAdded || !field.pickers.empty())
        return false;
    const FieldEditor::Type type = FieldEditor::typeFor(field);
    return type != FieldEditor::Type::Area && type != FieldEditor::Type::Elsewhere;
}

} // namespace

std::shared_ptr<const RecordTable> RecordTable::of(const Form &form, const Field &array, int width)
{
    if (array.kind != FieldKind::Array)
        return {};
    auto table = std::make_shared<RecordTable>();
    std::size_t looked = 0;
    for (const auto &element : form.children(array)) {
        if (!table->m_columns.empty() || ++looked > kLooked)
            break;
        if (element->kind != FieldKind::Object || !element->value.isObject())
            continue;
        const auto &members = form.children(*element);
        if (members.size() > kMaxColumns)
            continue;
        for (const auto &member : members) {
            const Room room = roomFor(*member);
            table->m_columns.push_back(
                {member->name, FieldCell::narrowState() + room.least, room.share});
        }
        if (table->cellsOf(form, *element).empty())
            table->m_columns.clear();
    }
    const int needed = std::accumulate(table->m_columns.begin(), table->m_columns.end(), 0,
        [](int sum, const Column &column) { return sum + column.least + FormColumns::kGap; });
    if (table->m_columns.empty() || needed > roomOf(width, array.depth))
        return {};
    return table;
}

RecordTable::Cells RecordTable::cellsOf(const Form &form, const Field &element) const
{
    if (element.kind != FieldKind::Object || !element.value.isObject() || !element.pickers.empty()
        || !element.problem.isEmpty() || element.value.count() > kMaxColumns)
        return {};
    const auto &members = form.children(element);
    const bool same = std::equal(members.begin(), members.end(), m_columns.begin(), m_columns.end(),
        [](const auto &member, const Column &column) {
            return member->name == column.name && fitsInACell(*member);
        });
    Cells cells;
    if (same) {
        for (const auto &member : members)
            cells.push_back(member.get());
    }
    return cells;
}

int RecordTable::arrowAt(int depth)
{
    return FormColumns::indent(depth) - 4;
}

int RecordTable::indexAt(int depth)
{
    return arrowAt(depth) + OpenArrow::kWidth;
}

int RecordTable::roomOf(int width, int depth)
{
    return FormColumns::usedOf(width) - FormColumns::kMargin - kButtons - indexAt(depth) - kIndex;
}

std::vector<RecordTable::Place> RecordTable::places(
    const FormColumns &columns, int depth, int wordWidth) const
{
    int rest = roomOf(columns.width, depth);
    int shares = 0;
    for (const Column &column : m_columns) {
        rest -= column.least + FormColumns::kGap;
        shares += column.share;
    }
    std::vector<Place> places;
    int x = indexAt(depth) + kIndex + FormColumns::kGap;
    for (const Column &column : m_columns) {
        const int more = shares ? qMax(0, rest) * column.share / shares : 0;
        Place place{x, column.least + more, FieldCell::narrowState()};
        if (place.width >= wordWidth + kWordsFrom)
            place.state = wordWidth;
        places.push_back(place);
        x += place.width + FormColumns::kGap;
    }
    return places;
}

} // namespace sonde::widgets
