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
constexpr qsizetype kMaxShown = 60;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(sonde::widgets::SchemaForm)
};

QString shown(const std::string &raw)
{
    const QString text = json::toQString(raw).simplified();
    return text.size() > kMaxShown ? QString(text.left(kMaxShown) % u'…') : text;
}

QString range(const QString &least, const QString &most)
{
    if (!least.isEmpty() && !most.isEmpty())
        return least == most ? least : Words::tr("%1 to %2").arg(least, most);
    if (!least.isEmpty())
        return Words::tr("at least %1").arg(least);
    return most.isEmpty() ? QString() : Words::tr("at most %1").arg(most);
}

QString range(const std::string &least, const std::string &most)
{
    return range(shown(least), shown(most));
}

void addNumberLimits(QStringList &words, const FieldFacts &facts)
{
    words << range(facts.minimum, facts.maximum);
    if (!facts.exclusiveMinimum.empty())
        words << Words::tr("greater than %1").arg(shown(facts.exclusiveMinimum));
    if (!facts.exclusiveMaximum.empty())
        words << Words::tr("less than %1").arg(shown(facts.exclusiveMaximum));
    if (!facts.multipleOf.empty())
        words << Words::tr("multiple of %1").arg(shown(facts.multipleOf));
}

// What distinguishes an object from others in its array: its first text or number.
QString summaryOf(const json::Value &object)
{
    constexpr int kFirst = 8; // members that are searched
    int looked = 0;
    for (const json::Value member : object) {
        if (member.isString() || member.isNumber())
            return shown(std::string(member.raw()));
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
        return Words::tr("string");
    case FieldKind::Integer:
        return Words::tr("integer");
    case FieldKind::Number:
        return Words::tr("number");
    case FieldKind::Boolean:
        return Words::tr("true or false");
    case FieldKind::Null:
        return Words::tr("null only");
    case FieldKind::Enum:
        return Words::tr("one of %1").arg(field.choices.size());
    case FieldKind::MultiEnum:
        return Words::tr("any of %1").arg(field.choices.size());
    case FieldKind::Const:
        return Words::tr("constant");
    case FieldKind::Object:
        return Words::tr("object");
    case FieldKind::Array:
        return Words::tr("array");
    case FieldKind::Tuple:
        return Words::tr("tuple");
    case FieldKind::Json:
        break;
    }
    return field.isForbidden ? Words::tr("no value is valid here") : Words::tr("edited as JSON");
}

QString limitWords(const Field &field, const FieldFacts &facts)
{
    QStringList words;
    switch (field.kind) {
    case FieldKind::Text:
        words << facts.format;
        if (const QString length = range(facts.minLength, facts.maxLength); !length.isEmpty())
            words << Words::tr("length %1").arg(length);
        if (!facts.pattern.isEmpty())
            words << Words::tr("pattern %1").arg(shown(facts.pattern.toStdString()));
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
            words << Words::tr("unique items");
        break;
    case FieldKind::Object:
        words << range(facts.minProperties, facts.maxProperties);
        break;
    default:
        break;
    }
    words.removeAll(QString());
    return words.join(QStringLiteral(", "));
}

QString hintOf(const Field &field, const FieldFacts &facts)
{
    QStringList words;
    if (!field.problem.isEmpty())
        words << field.problem;
    if (facts.deprecated)
        words << Words::tr("deprecated");
    if (facts.readOnly)
        words << Words::tr("read-only");
    if (facts.writeOnly)
        words << Words::tr("write-only");
    QStringList kind;
    const bool obvious = field.kind == FieldKind::Text || field.kind == FieldKind::Boolean
        || field.kind == FieldKind::Enum || field.kind == FieldKind::MultiEnum;
    if (!obvious || field.nullable)
        kind << (field.nullable && field.kind != FieldKind::Null
                ? Words::tr("%1 or null").arg(kindWord(field))
                : kindWord(field));
    kind << limitWords(field, facts);
    kind.removeAll(QString());
    words << kind.join(QStringLiteral(", "));
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
    const QString omitted = Words::tr("not sent");
    return facts.defaultValue.empty() ? omitted
                                      : QString(omitted % QStringLiteral(" · ")
                                          % Words::tr("default %1").arg(shown(facts.defaultValue)));
}

QString groupDetail(const Field &field, const FieldFacts &facts)
{
    QString text = field.nullable ? Words::tr("%1 or null").arg(kindWord(field)) : kindWord(field);
    const auto count = countText(field.value.count());
    const QString limits = limitWords(field, facts);
    if (!field.pickers.empty()) {
        text += Words::tr(", 1 of %1 types").arg(field.pickers.front().branches.size());
    }
    switch (field.state) {
    case FieldState::Omitted:
        text += Words::tr(", not sent");
        break;
    case FieldState::Null:
        text += Words::tr(", null");
        break;
    default:
        if (field.kind != FieldKind::Object)
            text += limits.isEmpty() ? QString(QStringLiteral(", ") % count)
                                     : Words::tr(", %1 of %2").arg(count, limits);
        else if (field.state == FieldState::Empty)
            text += Words::tr(", empty");
    }
    if (field.state == FieldState::Omitted && !facts.defaultValue.empty())
        text += QStringLiteral(" · ") % Words::tr("default %1").arg(shown(facts.defaultValue));
    if (field.isElement && field.value.isObject()) {
        const QString summary = summaryOf(field.value);
        return summary.isEmpty() ? text : QString(text % QStringLiteral(" · ") % summary);
    }
    if (field.isRecursive)
        text += QStringLiteral(" · ") % Words::tr("recursive");
    if (facts.deprecated)
        text += QStringLiteral(" · ") % Words::tr("deprecated");
    const QString words = facts.description.isEmpty() ? facts.title : facts.description;
    return words.isEmpty() ? text : QString(text % QStringLiteral(" · ") % words.simplified());
}

QString stateWord(FieldState state)
{
    switch (state) {
    case FieldState::Omitted:
        return Words::tr("omitted");
    case FieldState::Null:
        return Words::tr("null");
    case FieldState::Empty:
        return Words::tr("empty");
    case FieldState::Value:
        break;
    }
    return Words::tr("value");
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
        name = Words::tr("element %1").arg(field.name);
    else if (!field.parent)
        name = Words::tr("The whole value");
    return field.required ? Words::tr("%1, required").arg(name) : name;
}

} // namespace sonde::widgets
