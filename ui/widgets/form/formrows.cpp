// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formrows.h"

#include "widgets/form/recordtable.h"

#include <algorithm>

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldKind;

// Elements of a longer array are closed until the user opens them.
constexpr std::uint32_t kFewElements = 20;

class Walk {
public:
    Walk(const schema::Form &form, const OpenGroups &open, int width)
        : m_form(form)
        , m_open(open)
        , m_width(width)
    {
    }

    std::vector<FormRow> rows()
    {
        const Field *root = m_form.root();
        if (!root)
            return {};
        if (root->kind == FieldKind::Object) {
            addPickers(*root, 0);
            addChildren(*root, 0);
            if (root->takesMembers)
                m_rows.push_back({FormRow::Type::More, root});
        } else {
            add(*root, 0);
        }
        return std::move(m_rows);
    }

private:
    bool isOpen(const Field &field) const
    {
        if (const auto said = m_open.constFind(field.pointer); said != m_open.constEnd())
            return *said;
        if (field.isRecursive || m_rows.size() > kManyRows)
            return false;
        if (field.isElement && field.parent->value.count() > kFewElements)
            return false;
        return field.state == schema::FieldState::Value || field.required;
    }

    void add(const Field &field, int depth)
    {
        if (!field.isContainer()) {
            m_rows.push_back({FormRow::Type::Field, &field, 0, depth});
            addPickers(field, depth + 1);
            return;
        }
        const bool canOpen = field.value.count() <= kMaxChildren;
        const bool open = canOpen && isOpen(field);
        m_rows.push_back({FormRow::Type::Group, &field, 0, depth, open, canOpen});
        if (!open)
            return;
        addPickers(field, depth + 1);
        addChildren(field, depth + 1);
    }

    void addPickers(const Field &field, int depth)
    {
        for (std::size_t i = 0; i < field.pickers.size(); ++i)
            m_rows.push_back({FormRow::Type::Picker, &field, i, depth});
    }

    // The user bounds the depth: recursive groups are not opened automatically.
    void addChildren(const Field &field, int depth)
    {
        if (field.value.count() > kMaxChildren)
            return;
        const auto table = RecordTable::of(m_form, field, m_width);
        bool headed = false;
        for (const auto &child : m_form.children(field)) {
            auto cells = table ? cellsOf(*table, *child) : RecordTable::Cells();
            if (cells.empty()) {
                add(*child, depth);
                continue;
            }
            if (!headed)
                m_rows.push_back(
                    {FormRow::Type::Heads, &field, 0, depth, false, false, cells, table});
            headed = true;
            m_rows.push_back({FormRow::Type::Record, child.get(), 0, depth, false, true,
                std::move(cells), table});
        }
    }

    // An element that the user opened is no record; with many rows, none is checked.
    RecordTable::Cells cellsOf(const RecordTable &table, const Field &element) const
    {
        if (m_rows.size() > kManyRows || m_open.value(element.pointer, false))
            return {};
        return table.cellsOf(m_form, element);
    }

    const schema::Form &m_form;
    const OpenGroups &m_open;
    int m_width;
    std::vector<FormRow> m_rows;
};

const Field *childAt(const schema::Form &form, const Field &field, const QString &pointer)
{
    const auto &all = form.children(field);
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const auto &child) { return child->pointer == pointer; });
    return found == all.end() ? nullptr : found->get();
}

// Whether the element is a record of its array's table, which needs no group.
bool isTableRow(const schema::Form &form, const Field &array, const Field &field, int width)
{
    if (!field.isElement)
        return false;
    const auto table = RecordTable::of(form, array, width);
    return table && !table->cellsOf(form, field).empty();
}

} // namespace

std::vector<FormRow> rowsOf(const schema::Form &form, const OpenGroups &open, int width)
{
    return Walk(form, open, width).rows();
}

void openAround(const schema::Form &form, OpenGroups &open, const QString &pointer, int width)
{
    open.insert({}, true);
    const Field *field = form.root();
    for (qsizetype at = pointer.indexOf(u'/', 1); at > 0; at = pointer.indexOf(u'/', at + 1)) {
        const QString around = pointer.left(at);
        const Field *parent = field;
        field = parent ? childAt(form, *parent, around) : nullptr;
        if (!field || !isTableRow(form, *parent, *field, width))
            open.insert(around, true);
    }
}

} // namespace sonde::widgets
