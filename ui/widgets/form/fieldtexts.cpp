// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/fieldtexts.h"

#include "base/formatting.h"
#include <QCoreApplication>
#include <QStringList>

namespace sonde::widgets {

namespace {

using schema::Field;
using schema::FieldFacts;
using schema::FieldKind;
using schema::FieldState;

// Characters of a default or an example; the schema has the whole value.
constexpr qsizetype kMaxValueShown = 60;

struct FieldWords {
    Q_DECLARE_TR_FUNCTIONS(sonde::widgets::SchemaForm)
};

QString shownValue(const std::string &raw)
{
    const QString text = json::toQString(raw).simplified();
    return text.size() > kMaxValueShown ? QString(text.left(kMaxValueShown) % u'…') : text;
}

QString range(const QString &least, const QString &most)
{
    if (!least.isEmpty() && !most.isEmpty())
        return least == most ? least : FieldWords::tr("%1 to %2").arg(least, most);
    if (!least.isEmpty())
        return FieldWords::tr("at least %1").arg(least);
    return most.isEmpty() ? QString() : FieldWords::tr("at most %1").arg(most);
}

QString range(const std::string &least, const std::string &most)
{
    return range(shownValue(least), shownValue(most));
}

void addNumberLimits(QStringList &words, const FieldFacts &facts)
{
    words << range(facts.minimum, facts.maximum);
    if (!facts.exclusiveMinimum.empty())
        words << FieldWords::tr("greater than %1").arg(shownValue(facts.exclusiveMinimum));
    if (!facts.exclusiveMaximum.empty())
        words << FieldWords::tr("less than %1").arg(shownValue(facts.exclusiveMaximum));
    if (!facts.multipleOf.empty())
        words << FieldWords::tr("multiple of %1").arg(shownValue(facts.multipleOf));
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
        return FieldWords::tr("string");
    case FieldKind::Integer:
        return FieldWords::tr("integer");
    case FieldKind::Number:
        return FieldWords::tr("number");
    case FieldKind::Boolean:
        return FieldWords::tr("true or false");
    case FieldKind::Null:
        return FieldWords::tr("null only");
    case FieldKind::Enum:
        return FieldWords::tr("one of %1", "a number of choices").arg(field.choices.size());
    case FieldKind::MultiEnum:
        return FieldWords::tr("any of %1", "a number of choices").arg(field.choices.size());
    case FieldKind::Const:
        return FieldWords::tr("constant");
    case FieldKind::Object:
        return FieldWords::tr("object");
    case FieldKind::Array:
        return FieldWords::tr("array");
    case FieldKind::Tuple:
        return FieldWords::tr("tuple");
    case FieldKind::Json:
        break;
    }
    return field.isForbidden ? FieldWords::tr("no value is valid here")
                             : FieldWords::tr("edited as JSON");
}

QString limitWords(const Field &field, const FieldFacts &facts)
{
    QStringList words;
    switch (field.kind) {
    case FieldKind::Text:
        words << facts.format;
        if (const QString length = range(facts.minLength, facts.maxLength); !length.isEmpty())
            words << FieldWords::tr("length %1").arg(length);
        if (!facts.pattern.isEmpty())
            words << FieldWords::tr("pattern %1").arg(shownValue(facts.pattern.toStdString()));
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
            words << FieldWords::tr("unique items");
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
    if (!field.problem.isEmpty())
        words << field.problem;
    if (facts.deprecated)
        words << FieldWords::tr("deprecated");
    if (facts.readOnly)
        words << FieldWords::tr("read-only");
    if (facts.writeOnly)
        words << FieldWords::tr("write-only");
    QStringList kind;
    const bool obvious = field.kind == FieldKind::Text || field.kind == FieldKind::Boolean
        || field.kind == FieldKind::Enum || field.kind == FieldKind::MultiEnum;
    if (!obvious || field.nullable)
        kind << (field.nullable && field.kind != FieldKind::Null
                ? FieldWords::tr("%1 or null").arg(kindWord(field))
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
    const QString omitted = FieldWords::tr("not sent");
    return facts.defaultValue.empty()
        ? omitted
        : QString(omitted % QStringLiteral(" · ")
            % FieldWords::tr("default %1").arg(shownValue(facts.defaultValue)));
}

QString groupDetail(const Field &field, const FieldFacts &facts)
{
    QString text =
        field.nullable ? FieldWords::tr("%1 or null").arg(kindWord(field)) : kindWord(field);
    const auto count = countText(field.value.count());
    const QString limits = limitWords(field, facts);
    if (!field.pickers.empty()) {
        text += FieldWords::tr(", 1 of %1 types").arg(field.pickers.front().branches.size());
    }
    switch (field.state) {
    case FieldState::Omitted:
        text += FieldWords::tr(", not sent");
        break;
    case FieldState::Null:
        text += FieldWords::tr(", null");
        break;
    default:
        if (field.kind != FieldKind::Object)
            text += limits.isEmpty() ? QString(QStringLiteral(", ") % count)
                                     : FieldWords::tr(", %1 of %2").arg(count, limits);
        else if (field.state == FieldState::Empty)
            text += FieldWords::tr(", empty");
    }
    if (field.state == FieldState::Omitted && !facts.defaultValue.empty())
        text += QStringLiteral(" · ")
            % FieldWords::tr("default %1").arg(shownValue(facts.defaultValue));
    if (field.isElement && field.value.isObject()) {
        const QString summary = summaryOf(field.value);
        return summary.isEmpty() ? text : QString(text % QStringLiteral(" · ") % summary);
    }
    if (field.isRecursive)
        text += QStringLiteral(" · ") % FieldWords::tr("recursive");
    if (facts.deprecated)
        text += QStringLiteral(" · ") % FieldWords::tr("deprecated");
    const QString words = facts.description.isEmpty() ? facts.title : facts.description;
    return words.isEmpty() ? text : QString(text % QStringLiteral(" · ") % words.simplified());
}

QString stateWord(FieldState state)
{
    switch (state) {
    case FieldState::Omitted:
        return FieldWords::tr("omitted");
    case FieldState::Null:
        return FieldWords::tr("null");
    case FieldState::Empty:
        return FieldWords::tr("empty");
    case FieldState::Value:
        break;
    }
    return FieldWords::tr("value");
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
        name = FieldWords::tr("element %1").arg(field.name);
    else if (!field.parent)
        name = FieldWords::tr("The whole value");
    return field.required ? FieldWords::tr("%1, required").arg(name) : name;
}

} // namespace sonde::widgets
