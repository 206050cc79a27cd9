// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldtexts.h"

#include "base/formatting.h"
#include "widgets/kit/frame/widgettext.h"
#include <QStringList>

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldFacts;
using schema::FieldKind;
using schema::FieldState;

// Characters of a default or an example; the schema has the whole value.
constexpr qsizetype kMaxValueShown = 60;

QString shownValue(const std::string &raw)
{
    const QString text = json::toQString(raw).simplified();
    return text.size() > kMaxValueShown ? QString(text.left(kMaxValueShown) % u'…') : text;
}

QString range(const QString &least, const QString &most)
{
    if (!least.isEmpty() && !most.isEmpty())
        return least == most ? least : Text::tr("%1 to %2").arg(least, most);
    if (!least.isEmpty())
        return Text::tr("at least %1").arg(least);
    return most.isEmpty() ? QString() : Text::tr("at most %1").arg(most);
}

QString range(const std::string &least, const std::string &most)
{
    return range(shownValue(least), shownValue(most));
}

void addNumberLimits(QStringList &words, const FieldFacts &facts)
{
    words << range(facts.minimum, facts.maximum);
    if (!facts.exclusiveMinimum.empty())
        words << Text::tr("greater than %1").arg(shownValue(facts.exclusiveMinimum));
    if (!facts.exclusiveMaximum.empty())
        words << Text::tr("less than %1").arg(shownValue(facts.exclusiveMaximum));
    if (!facts.multipleOf.empty())
        words << Text::tr("multiple of %1").arg(shownValue(facts.multipleOf));
}

// What distinguishes an object from others in its array: its first text or number.
QString summaryOf(const json::Value &object)
{
    constexpr int kFirst = 8; // members that are searched
    int looked = 0;
    for (const json::Value member : object) {
        if (member.isString() || member.isNumber())
            return shownValue(std::string(member.raw()));
        if (++looked == kFirst)
            break;
    }
    return {};
}

} // namespace

QString kindWord(const Field &field)
{
    switch (field.kind) {
    case FieldKind::Text:
        return Text::tr("string");
    case FieldKind::Integer:
        return Text::tr("integer");
    case FieldKind::Number:
        return Text::tr("number");
    case FieldKind::Boolean:
        return Text::tr("true or false");
    case FieldKind::Null:
        return Text::tr("null only");
    case FieldKind::Enum:
        return Text::tr("one of %1", "a number of choices").arg(field.choices.size());
    case FieldKind::MultiEnum:
        return Text::tr("any of %1", "a number of choices").arg(field.choices.size());
    case FieldKind::Const:
        return Text::tr("constant");
    case FieldKind::Object:
        return Text::tr("object");
    case FieldKind::Array:
        return Text::tr("array");
    case FieldKind::Tuple:
        return Text::tr("tuple");
    case FieldKind::Json:
        break;
    }
    return field.isForbidden ? Text::tr("no value is valid here") : Text::tr("edited as JSON");
}

QString limitWords(const Field &field, const FieldFacts &facts)
{
    QStringList words;
    switch (field.kind) {
    case FieldKind::Text:
        words << facts.format;
        if (const QString length = range(facts.minLength, facts.maxLength); !length.isEmpty())
            words << Text::tr("length %1").arg(length);
        if (!facts.pattern.isEmpty())
            words << Text::tr("pattern %1").arg(shownValue(facts.pattern.toStdString()));
        words << facts.contentMediaType << facts.contentEncoding;
        break;
    case FieldKind::Integer:
    case FieldKind::Number:
        addNumberLimits(words, facts);
        break;
    case FieldKind::Array:
    case FieldKind::Tuple:
    case FieldKind::MultiEnum:
        words << range(facts.minItems, facts.maxItems);
        if (facts.uniqueItems && field.kind != FieldKind::MultiEnum)
            words << Text::tr("unique items");
        break;
    case FieldKind::Object:
        words << range(facts.minProperties, facts.maxProperties);
        break;
    default:
        break;
    }
    words.removeAll(QString());
    return listText(words);
}

QString hintOf(const Field &field, const FieldFacts &facts)
{
    QStringList words;
    if (field.required && field.state == FieldState::Omitted)
        words << Text::tr("required");
    if (!field.problem.isEmpty())
        words << field.problem;
    if (facts.deprecated)
        words << Text::tr("deprecated");
    if (facts.readOnly)
        words << Text::tr("read-only");
    if (facts.writeOnly)
        words << Text::tr("write-only");
    QStringList kind;
    const bool obvious = field.kind == FieldKind::Text || field.kind == FieldKind::Boolean
        || field.kind == FieldKind::Enum || field.kind == FieldKind::MultiEnum;
    if (!obvious || field.nullable)
        kind << (field.nullable && field.kind != FieldKind::Null
                ? Text::tr("%1 or null").arg(kindWord(field))
                : kindWord(field));
    kind << limitWords(field, facts);
    kind.removeAll(QString());
    words << listText(kind);
    words << (facts.description.isEmpty() ? facts.title : facts.description).simplified();
    words.removeAll(QString());
    return words.join(QStringLiteral(" · "));
}

QString ghostOf(const Field &field, const FieldFacts &facts)
{
    switch (field.state) {
    case FieldState::Null:
        return QStringLiteral("null");
    case FieldState::Empty:
        return field.kind == FieldKind::Text     ? QStringLiteral("\"\"")
            : field.kind == FieldKind::MultiEnum ? QStringLiteral("[]")
                                                 : QString();
    case FieldState::Value:
        return {};
    case FieldState::Omitted:
        break;
    }
    const QString omitted = Text::tr("not sent");
    return facts.defaultValue.empty()
        ? omitted
        : QString(omitted % QStringLiteral(" · ")
            % Text::tr("default %1").arg(shownValue(facts.defaultValue)));
}

QString groupDetail(const Field &field, const FieldFacts &facts)
{
    QString text = field.nullable ? Text::tr("%1 or null").arg(kindWord(field)) : kindWord(field);
    const auto count = countText(field.value.count());
    const QString limits = limitWords(field, facts);
    if (!field.pickers.empty()) {
        text += Text::tr(", 1 of %1 types").arg(field.pickers.front().branches.size());
    }
    switch (field.state) {
    case FieldState::Omitted:
        text += field.required ? Text::tr(", required, not sent") : Text::tr(", not sent");
        break;
    case FieldState::Null:
        text += Text::tr(", null");
        break;
    default:
        if (field.kind != FieldKind::Object)
            text += limits.isEmpty() ? QString(QStringLiteral(", ") % count)
                                     : Text::tr(", %1 of %2").arg(count, limits);
        else if (field.state == FieldState::Empty)
            text += Text::tr(", empty");
    }
    if (field.state == FieldState::Omitted && !facts.defaultValue.empty())
        text += QStringLiteral(" · ") % Text::tr("default %1").arg(shownValue(facts.defaultValue));
    if (field.isElement && field.value.isObject()) {
        const QString summary = summaryOf(field.value);
        return summary.isEmpty() ? text : QString(text % QStringLiteral(" · ") % summary);
    }
    if (field.isRecursive)
        text += QStringLiteral(" · ") % Text::tr("recursive");
    if (facts.deprecated)
        text += QStringLiteral(" · ") % Text::tr("deprecated");
    const QString words = facts.description.isEmpty() ? facts.title : facts.description;
    return words.isEmpty() ? text : QString(text % QStringLiteral(" · ") % words.simplified());
}

QString stateWord(FieldState state)
{
    switch (state) {
    case FieldState::Omitted:
        return Text::tr("omitted");
    case FieldState::Null:
        return Text::tr("null");
    case FieldState::Empty:
        return Text::tr("empty");
    case FieldState::Value:
        break;
    }
    return Text::tr("value");
}

QString stateGlyph(FieldState state)
{
    switch (state) {
    case FieldState::Omitted:
        return QStringLiteral("–");
    case FieldState::Null:
        return QStringLiteral("∅");
    case FieldState::Empty:
        return QStringLiteral("\"\"");
    case FieldState::Value:
        break;
    }
    return QStringLiteral("=");
}

QString spokenName(const Field &field, const FieldFacts &facts)
{
    QString name = facts.title.isEmpty() ? field.name : facts.title;
    if (field.isElement)
        name = Text::tr("element %1").arg(field.name);
    else if (!field.parent)
        name = Text::tr("The whole value");
    return field.required ? Text::tr("%1, required").arg(name) : name;
}

} // namespace sonde::widgets
