// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formaction.h"

#include "widgets/kit/frame/widgettext.h"

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::Form;

Error problem(const QString &sentence)
{
    Error error;
    error.domain = Domain::Usage;
    error.sentence = sentence;
    return error;
}

QString escaped(QString name)
{
    name.replace(u'~', QLatin1String("~0"));
    return name.replace(u'/', QLatin1String("~1"));
}

Result<FormChange> with(Result<Bytes> text, QString focus)
{
    if (!text)
        return text.error();
    return FormChange{std::move(text).value(), std::move(focus)};
}

QString freeName(const Form &form, const Field &object)
{
    QString name = QStringLiteral("name");
    for (int number = 2; form.find(QString(object.pointer % u'/' % name)); ++number)
        name = QStringLiteral("name%1").arg(number);
    return name;
}

Result<FormChange> add(Form &form, const Field &field, bool item)
{
    const QString name = item ? QString::number(field.value.count()) : freeName(form, field);
    return with(
        item ? form.addItem(field) : form.addMember(field, name), field.pointer + u'/' + name);
}

Result<FormChange> remove(Form &form, const Field &field)
{
    if (!field.parent)
        return problem(Text::tr("The root value cannot be removed."));
    // The focus goes to the element that follows, else to the one before.
    QString focus = field.parent->pointer;
    if (field.isElement) {
        const std::uint32_t index = field.name.toUInt();
        const std::uint32_t left = field.parent->value.count() - 1;
        if (left > 0)
            focus += u'/' + QString::number(std::min(index, left - 1));
    }
    return with(form.removeItem(field), focus);
}

Result<FormChange> move(Form &form, const Field &field, std::size_t to)
{
    if (!field.parent || !field.isElement || to > field.parent->value.count())
        return problem(Text::tr("The element cannot be moved there."));
    const std::size_t from = field.name.toUInt();
    return with(form.moveItem(field, std::uint32_t(to)),
        field.parent->pointer + u'/' + QString::number(to > from ? to - 1 : to));
}

} // namespace

Result<FormChange> apply(Form &form, const FormAction &action)
{
    const Field *field = form.find(action.pointer);
    if (!field)
        return problem(Text::tr("This field no longer exists."));
    using Kind = FormAction::Kind;
    switch (action.kind) {
    case Kind::SetText:
        return with(form.setFieldText(*field, action.text), action.pointer);
    case Kind::SetRaw:
        return with(form.setRaw(*field, action.text.toStdString()), action.pointer);
    case Kind::SetBool:
        return with(form.setBool(*field, action.on), action.pointer);
    case Kind::SetState:
        return with(form.setState(*field, action.state), action.pointer);
    case Kind::Choose:
        return with(form.choose(*field, action.index), action.pointer);
    case Kind::ChooseBranch:
        return with(form.chooseBranch(*field, action.picker, action.index), action.pointer);
    case Kind::AddItem:
        return add(form, *field, true);
    case Kind::AddMember:
        return add(form, *field, false);
    case Kind::Remove:
        return remove(form, *field);
    case Kind::Move:
        return move(form, *field, action.index);
    case Kind::Rename:
        return with(form.renameMember(*field, action.text),
            field->parent ? field->parent->pointer + u'/' + escaped(action.text) : action.pointer);
    case Kind::Open:
    case Kind::EditAsJson:
        break;
    }
    return with(form.document().bytes(), action.pointer);
}

} // namespace sonde::widgets
