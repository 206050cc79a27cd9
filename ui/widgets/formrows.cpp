// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/formrows.h"

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldKind;

// An element of a longer array is opened by hand.
constexpr std::uint32_t kFewElements = 20;

class Walk {
public:
    Walk(const schema::Form &form, const OpenGroups &open)
        : m_form(form)
        , m_open(open)
    {
    }

    std::vector<FormRow> take()
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

    // Depth is bounded by what a person opens: recursion is not opened by itself.
    void addChildren(const Field &field, int depth)
    {
        if (field.value.count() > kMaxChildren)
            return;
        for (const auto &child : m_form.children(field))
            add(*child, depth);
    }

    const schema::Form &m_form;
    const OpenGroups &m_open;
    std::vector<FormRow> m_rows;
};

} // namespace

QString FormRow::key() const
{
    return field->pointer + u'\n' + QChar(u'0' + int(type)) + QString::number(picker);
}

std::vector<FormRow> rowsOf(const schema::Form &form, const OpenGroups &open)
{
    return Walk(form, open).take();
}

void openAround(OpenGroups &open, const QString &pointer)
{
    for (qsizetype at = pointer.lastIndexOf(u'/'); at > 0; at = pointer.lastIndexOf(u'/', at - 1))
        open.insert(pointer.left(at), true);
    open.insert({}, true);
}

} // namespace sonde::widgets
