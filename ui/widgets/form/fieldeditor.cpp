// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldeditor.h"

#include "look/access/focuspass.h"

#include <algorithm>

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldKind;
using schema::FieldState;

constexpr int kLeastLines = 3;
constexpr int kMostLines = 10;

// What a text widget would change: other line ends, halves of surrogates, control characters.
bool isExactInWidget(const QString &text)
{
    return std::none_of(text.begin(), text.end(), [](QChar c) {
        const ushort u = c.unicode();
        return (u < 0x20 && u != '\n' && u != '\t') || u == QChar::ParagraphSeparator
            || u == QChar::LineSeparator || u == 0xfdd0 || u == 0xfdd1 || u == 0xfffd;
    });
}

bool hasLongLine(const QString &text)
{
    qsizetype start = 0;
    while (start < text.size()) {
        const qsizetype end = text.indexOf(u'\n', start);
        if ((end < 0 ? text.size() : end) - start > qsizetype(FieldEditor::kMaxLine))
            return true;
        if (end < 0)
            return false;
        start = end + 1;
    }
    return false;
}

} // namespace

QString editedText(const Field &field)
{
    const bool shown = field.state == FieldState::Value
        || (field.state == FieldState::Empty && field.kind != FieldKind::Text);
    return shown ? field.text() : QString();
}

FieldEditor::Type FieldEditor::typeFor(const Field &field)
{
    switch (field.kind) {
    case FieldKind::Boolean:
        return Type::Switch;
    case FieldKind::Enum:
        return Type::Choice;
    case FieldKind::MultiEnum:
        return Type::Checks;
    case FieldKind::Const:
    case FieldKind::Null:
        return Type::Fixed;
    default:
        break;
    }
    if (field.value.raw().size() > kMaxText)
        return Type::Elsewhere;
    const QString text = editedText(field);
    if (!isExactInWidget(text) || hasLongLine(text))
        return Type::Elsewhere;
    return text.contains(u'\n') ? Type::Area : Type::Line;
}

int FieldEditor::linesFor(const Field &field)
{
    return qBound(kLeastLines, int(editedText(field).count(u'\n')) + 1, kMostLines);
}

FieldEditor::FieldEditor(Type type, QWidget *parent)
    : QWidget(parent)
    , m_type(type)
{
    look::passFocus(*this, [this] { return target(); });
}

void FieldEditor::showField(
    const schema::Form &form, const schema::Field &field, const QString *pending)
{
    m_pointer = field.pointer;
    m_filling = true;
    fill(form, field, pending ? *pending : editedText(field));
    m_filling = false;
}

void FieldEditor::act(FormAction action)
{
    if (m_filling)
        return;
    action.pointer = m_pointer;
    Q_EMIT acted(action);
}

} // namespace sonde::widgets
