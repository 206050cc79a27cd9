// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filterparser.h"

#include "base/formatting.h"
#include "base/regex.h"
#include "trace/record/tracetr.h"

namespace sonde::trace {

namespace {

using Kind = FilterToken::Kind;

constexpr std::size_t kMaxPattern = 1000; // bytes of a regular expression

bool isText(const FilterToken &token)
{
    return token.kind == Kind::Word || token.kind == Kind::String;
}

QString fieldNames()
{
    QStringList names;
    for (const FilterFieldInfo &info : filterFields())
        names << QLatin1String(info.name);
    return listText(names);
}

} // namespace

FilterParser::FilterParser(const FilterTokens &tokens)
    : m_tokens(tokens)
{
}

bool FilterParser::run()
{
    if (m_tokens.error) {
        m_error = m_tokens.error;
        return false;
    }
    if (token().kind == Kind::End)
        return true;
    if (!either(0))
        return false;
    if (token().kind == Kind::Close)
        fail(Text::tr("This closing parenthesis has no opening one."), token());
    else if (token().kind != Kind::End)
        fail(Text::tr("Expected “and” or “or” between two conditions."), token());
    return !m_error;
}

const FilterToken &FilterParser::token(std::size_t ahead) const
{
    return m_tokens.tokens[std::min(m_at + ahead, m_tokens.tokens.size() - 1)];
}

FilterParser::Place FilterParser::fail(const QString &sentence, const FilterToken &at)
{
    if (!m_error)
        m_error = FilterError{sentence, at.at, at.length};
    return {};
}

FilterParser::Place FilterParser::add(FilterNode node)
{
    if (m_nodes.size() >= kMaxNodes)
        return fail(
            Text::tr("A filter can have at most %1 conditions.").arg(kMaxNodes / 2), token());
    m_nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(m_nodes.size() - 1);
}

FilterParser::Place FilterParser::join(FilterNode::Kind kind, Place first, Place second)
{
    if (!first || !second)
        return {};
    FilterNode node;
    node.kind = kind;
    node.first = *first;
    node.second = *second;
    return add(std::move(node));
}

FilterParser::Place FilterParser::either(int depth)
{
    Place left = both(depth);
    while (left && token().kind == Kind::Or) {
        take();
        left = join(FilterNode::Kind::Or, left, both(depth));
    }
    return left;
}

FilterParser::Place FilterParser::both(int depth)
{
    Place left = term(depth);
    while (left && token().kind == Kind::And) {
        take();
        left = join(FilterNode::Kind::And, left, term(depth));
    }
    return left;
}

FilterParser::Place FilterParser::term(int depth)
{
    if (depth >= kMaxDepth)
        return fail(Text::tr("Parentheses can be nested at most %1 deep.").arg(kMaxDepth), token());
    if (token().kind != Kind::Not)
        return primary(depth);
    take();
    const Place inner = term(depth + 1);
    return inner ? join(FilterNode::Kind::Not, inner, inner) : Place();
}

FilterParser::Place FilterParser::primary(int depth)
{
    if (token().kind == Kind::Open) {
        const FilterToken open = take();
        const Place inner = either(depth + 1);
        if (!inner)
            return {};
        if (token().kind != Kind::Close)
            return token().kind == Kind::End
                ? fail(Text::tr("This parenthesis is not closed."), open)
                : fail(Text::tr("Expected “and” or “or” between two conditions."), token());
        take();
        return inner;
    }
    if (!isText(token())) {
        return fail(token().kind == Kind::Compare
                ? Text::tr("Expected a field to the left of %1.").arg(token().text)
                : Text::tr("Expected a condition, such as method == \"tools/call\"."),
            token());
    }
    return beginsComparison() ? comparison() : words();
}

// A word is a field if an operator follows. An operator word may also be plain text: `in` requires
// a list, `exists` a field.
bool FilterParser::beginsComparison() const
{
    if (token(1).kind == Kind::Compare)
        return true;
    if (token().kind != Kind::Word || token(1).kind != Kind::Word)
        return false;
    const auto op = wordOp(token(1).text);
    if (!op)
        return false;
    if (findFilterField(token().text) || beginsLikePath(token().text))
        return true;
    return *op == FilterOp::In ? token(2).kind == Kind::Open
                               : *op != FilterOp::Exists && isText(token(2));
}

FilterParser::Place FilterParser::comparison()
{
    FilterNode node;
    node.kind = FilterNode::Kind::Compare;
    const FilterToken word = take();
    if (!readField(word, node))
        return {};
    const FilterToken sign = token();
    take();
    node.op = sign.kind == Kind::Compare ? sign.op : wordOp(sign.text).value_or(FilterOp::Exists);
    const FilterFieldInfo &info = infoOf(node.field);
    if (!allows(info.type, node.op)) {
        return fail(
            Text::tr("%1 cannot be compared with %2.").arg(word.text, opText(node.op)), sign);
    }
    if (node.op != FilterOp::Exists && !readValues(node))
        return {};
    return add(std::move(node));
}

bool FilterParser::readField(const FilterToken &word, FilterNode &node)
{
    if (word.kind == Kind::String) {
        fail(Text::tr("Expected a field without quotation marks to the left of the operator."),
            word);
        return false;
    }
    if (const auto *info = findFilterField(word.text)) {
        node.field = info->field;
        return true;
    }
    if (!beginsLikePath(word.text)) {
        fail(Text::tr("“%1” is not a field. The fields are %2, and paths that begin with params, "
                      "result, error or $.")
                 .arg(word.text.left(40), fieldNames()),
            word);
        return false;
    }
    node.field = FilterField::Json;
    m_error = FilterPath::parse(word.text, word.at, node.path);
    return !m_error;
}

bool FilterParser::readValues(FilterNode &node)
{
    if (node.op != FilterOp::In)
        return readValue(node);
    if (token().kind != Kind::Open) {
        fail(Text::tr("Expected a list such as (\"a\", \"b\") after “in”."), token());
        return false;
    }
    take();
    while (readValue(node)) {
        if (node.values.size() > kMaxValues) {
            fail(Text::tr("A list can have at most %1 values.").arg(kMaxValues), token());
            return false;
        }
        const FilterToken next = token();
        if (next.kind == Kind::Close) {
            take();
            return true;
        }
        if (next.kind != Kind::Comma) {
            fail(next.kind == Kind::End ? Text::tr("The list of values is not closed.")
                                        : Text::tr("Expected a comma between two values."),
                next);
            return false;
        }
        take();
    }
    return false;
}

bool FilterParser::readValue(FilterNode &node)
{
    // A tool may be called "and"; the name must be quoted then.
    const bool spelled = token().spelled;
    if (!isText(token()) || spelled) {
        fail(Text::tr("Expected a value."), token());
        return false;
    }
    const FilterToken word = take();
    FilterValue value;
    if (node.op == FilterOp::Matches) {
        value.text = word.text.toStdString();
        QString why;
        if (value.text.size() > kMaxPattern)
            why = Text::tr("A regular expression can have at most %1 bytes.").arg(kMaxPattern);
        else if (const auto regex = Regex::compile(value.text); !regex)
            why = regex.error().sentence;
        if (!why.isEmpty()) {
            fail(why, word);
            return false;
        }
    } else {
        m_error = readFilterValue(infoOf(node.field), word, value);
        if (m_error)
            return false;
    }
    node.values.push_back(std::move(value));
    return true;
}

FilterParser::Place FilterParser::words()
{
    FilterNode node;
    QStringList found;
    while (isText(token()) && (found.isEmpty() || !beginsComparison()))
        found << take().text;
    node.words = found.join(u' ').toStdString();
    return add(std::move(node));
}

} // namespace sonde::trace
