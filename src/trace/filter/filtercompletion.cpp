// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filtercompletion.h"

#include "base/formatting.h"
#include "trace/record/tracetr.h"

#include <algorithm>

namespace sonde::trace {

namespace {

using Kind = FilterToken::Kind;

constexpr qsizetype kMaxNamed = 4; // possible ends of a word in a sentence

QStringList fieldItems()
{
    QStringList items;
    for (const FilterFieldInfo &info : filterFields())
        items << QLatin1String(info.name);
    items << QStringLiteral("params.") << QStringLiteral("params.arguments.")
          << QStringLiteral("result.") << QStringLiteral("error.message") << QStringLiteral("not");
    return items;
}

QStringList operatorItems(FilterType type)
{
    QStringList items;
    for (int op = 0; op <= int(FilterOp::Exists); ++op) {
        if (allows(type, static_cast<FilterOp>(op)))
            items << opText(static_cast<FilterOp>(op));
    }
    return items;
}

QStringList valueItems(const FilterFieldInfo &info, const FilterVocabulary &vocabulary)
{
    QStringList items;
    for (const auto value : info.values)
        items << QString::fromLatin1(value.data(), qsizetype(value.size()));
    for (const QString &value : vocabulary.value(info.field))
        items << quotedForFilter(value);
    return items;
}

// Determines from the tokens before the cursor what may follow.
class Place {
public:
    explicit Place(std::span<const FilterToken> before)
        : m_before(before)
    {
    }

    // What follows is the name of a field, or plain text.
    bool isOfField() const
    {
        if (m_before.empty())
            return true;
        const Kind last = m_before.back().kind;
        return last == Kind::And || last == Kind::Or || last == Kind::Not
            || (last == Kind::Open && !fieldOfList());
    }

    QStringList items(const FilterVocabulary &vocabulary) const
    {
        if (m_before.empty())
            return fieldItems();
        const FilterToken &last = m_before.back();
        if (last.kind == Kind::And || last.kind == Kind::Or || last.kind == Kind::Not)
            return fieldItems();
        if (const auto *info = fieldOfList())
            return last.kind == Kind::Comma || last.kind == Kind::Open
                ? valueItems(*info, vocabulary)
                : QStringList();
        if (last.kind == Kind::Open)
            return fieldItems();
        if (const auto *info = isOperator(m_before.size() - 1))
            return last.text.compare(QLatin1String("exists"), Qt::CaseInsensitive) == 0
                ? QStringList{QStringLiteral("and"), QStringLiteral("or")}
                : valueItems(*info, vocabulary);
        const bool isValue = m_before.size() >= 2 && isOperator(m_before.size() - 2);
        if (const auto *info = isValue ? nullptr : fieldAt(m_before.size() - 1))
            return operatorItems(info->type);
        return {QStringLiteral("and"), QStringLiteral("or")};
    }

private:
    const FilterFieldInfo *fieldAt(std::size_t at) const
    {
        const FilterToken &token = m_before[at];
        if (token.kind != Kind::Word)
            return nullptr;
        if (const auto *info = findFilterField(token.text))
            return info;
        return beginsLikePath(token.text) ? &infoOf(FilterField::Json) : nullptr;
    }
    // The field to the left of the operator at the cursor.
    const FilterFieldInfo *isOperator(std::size_t at) const
    {
        const FilterToken &token = m_before[at];
        const bool isSign = token.kind == Kind::Compare;
        if (at == 0 || (!isSign && (token.kind != Kind::Word || !wordOp(token.text))))
            return nullptr;
        return fieldAt(at - 1);
    }
    // The field of the unclosed list at the cursor.
    const FilterFieldInfo *fieldOfList() const
    {
        std::size_t at = m_before.size();
        while (
            at > 0 && m_before[at - 1].kind != Kind::Open && m_before[at - 1].kind != Kind::Close)
            --at;
        if (at < 3 || m_before[at - 1].kind != Kind::Open)
            return nullptr;
        return isOperator(at - 2);
    }

    std::span<const FilterToken> m_before;
};

bool fits(const QString &item, const QString &written)
{
    if (item.startsWith(u'"'))
        return item.contains(written, Qt::CaseInsensitive);
    return item.startsWith(written, Qt::CaseInsensitive);
}

} // namespace

FilterCompletion completeFilter(
    const QString &text, qsizetype cursor, const FilterVocabulary &vocabulary)
{
    FilterCompletion completion;
    completion.from = cursor;
    const QString left = text.left(cursor);
    const FilterTokens all = tokensOf(left);
    std::span<const FilterToken> before(all.tokens.data(), all.tokens.size() - 1); // without End
    QString written;
    if (all.error) { // an unterminated string
        completion.from = all.error->at;
        written = left.mid(all.error->at + 1);
        if (completion.from >= left.size() || left[completion.from] != u'"')
            written = left.mid(all.error->at); // no proposal begins like this
    } else if (!before.empty() && before.back().at + before.back().length == cursor
        && before.back().kind != Kind::Open && before.back().kind != Kind::Comma
        && before.back().kind != Kind::Compare && before.back().kind != Kind::Not) {
        written = before.back().text;
        completion.from = before.back().at;
        before = before.first(before.size() - 1);
    }
    completion.length = cursor - completion.from;
    for (const QString &item : Place(before).items(vocabulary)) {
        if (fits(item, written) && item != written && completion.items.size() < kMaxCompletions)
            completion.items << item;
    }
    return completion;
}

std::optional<FilterError> unfinishedEnd(const QString &text, const FilterVocabulary &vocabulary)
{
    const FilterTokens all = tokensOf(text);
    const std::span<const FilterToken> tokens(all.tokens.data(), all.tokens.size() - 1);
    if (all.error || tokens.size() < 3 || tokens.back().kind != Kind::Word
        || std::none_of(tokens.begin(), tokens.end(), [](const FilterToken &token) {
               return token.kind == Kind::Compare
                   || (token.kind == Kind::Word && wordOp(token.text));
           }))
        return {};
    const FilterToken &last = tokens.back();
    const Place place(tokens.first(tokens.size() - 1));
    if (place.isOfField() && (findFilterField(last.text) || beginsLikePath(last.text)))
        return FilterError{
            Text::tr("A comparison is missing after “%1”, such as ==.").arg(last.text), last.at,
            last.length};
    if (last.at + last.length < text.size())
        return {}; // a space ends the word
    QStringList ends;
    for (const QString &item : place.items(vocabulary)) {
        const QString word = item.startsWith(u'"') ? item.mid(1, item.size() - 2) : item;
        if (word.compare(last.text, Qt::CaseInsensitive) == 0)
            return {};
        if (word.startsWith(last.text, Qt::CaseInsensitive))
            ends << item;
    }
    if (ends.isEmpty())
        return {};
    const QString named = listText(ends.first(std::min(ends.size(), kMaxNamed)));
    return FilterError{
        Text::tr("“%1” may be the beginning of %2.").arg(last.text, named), last.at, last.length};
}

} // namespace sonde::trace
