// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filtertoken.h"

#include "trace/record/tracetr.h"
#include <QStringBuilder>

namespace sonde::trace {

namespace {

using Kind = FilterToken::Kind;

class Lexer {
public:
    explicit Lexer(QStringView text)
        : m_text(text)
    {
    }

    FilterTokens run()
    {
        if (m_text.size() > FilterTokens::kMaxText) {
            fail(Text::tr("A filter can have at most %1 characters.").arg(FilterTokens::kMaxText),
                FilterTokens::kMaxText, m_text.size() - FilterTokens::kMaxText);
            m_text = m_text.left(0);
        }
        while (!m_out.error && skipSpace())
            next();
        m_at = m_out.error ? m_out.error->at : m_text.size();
        add(Kind::End, 0);
        return std::move(m_out);
    }

private:
    QChar peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar();
    }
    bool starts(QStringView with) const { return m_text.mid(m_at).startsWith(with); }
    bool skipSpace()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
        return m_at < m_text.size();
    }
    void fail(const QString &sentence, qsizetype at, qsizetype length)
    {
        m_out.error = FilterError{sentence, at, length};
    }
    FilterToken &add(Kind kind, qsizetype length)
    {
        FilterToken token;
        token.kind = kind;
        token.at = m_at;
        token.length = length;
        token.text = m_text.mid(m_at, length).toString();
        m_at += length;
        m_out.tokens.push_back(std::move(token));
        return m_out.tokens.back();
    }
    void compare(FilterOp op, qsizetype length) { add(Kind::Compare, length).op = op; }

    void next();
    void sign();
    void word();
    void quoted();
    bool escape(QString &out, QChar quote);
    bool endsWord() const;

    QStringView m_text;
    qsizetype m_at = 0;
    FilterTokens m_out;
};

void Lexer::next()
{
    const QChar c = peek();
    if (c == u'"' || c == u'\'')
        quoted();
    else if (endsWord() || c == u'!')
        sign();
    else
        word();
}

void Lexer::sign()
{
    if (starts(u"=="))
        compare(FilterOp::Equal, 2);
    else if (starts(u"!="))
        compare(FilterOp::NotEqual, 2);
    else if (starts(u"<="))
        compare(FilterOp::LessEqual, 2);
    else if (starts(u">="))
        compare(FilterOp::GreaterEqual, 2);
    else if (peek() == u'<')
        compare(FilterOp::Less, 1);
    else if (peek() == u'>')
        compare(FilterOp::Greater, 1);
    else if (starts(u"&&"))
        add(Kind::And, 2);
    else if (starts(u"||"))
        add(Kind::Or, 2);
    else if (peek() == u'!')
        add(Kind::Not, 1);
    else if (peek() == u'(')
        add(Kind::Open, 1);
    else if (peek() == u')')
        add(Kind::Close, 1);
    else if (peek() == u',')
        add(Kind::Comma, 1);
    else
        fail(Text::tr("“=” is not an operator. Write “==”."), m_at, 1);
}

bool Lexer::endsWord() const
{
    const QChar c = peek();
    return c.isNull() || c.isSpace() || c == u'(' || c == u')' || c == u',' || c == u'='
        || c == u'<' || c == u'>' || starts(u"!=") || starts(u"&&") || starts(u"||");
}

// A word may contain a quoted part in brackets: params["odd name"].
void Lexer::word()
{
    const qsizetype begin = m_at;
    while (m_at < m_text.size() && !endsWord()) {
        if (!starts(u"[\"")) {
            ++m_at;
            continue;
        }
        m_at += 2;
        while (m_at < m_text.size() && peek() != u'"')
            m_at += peek() == u'\\' && m_at + 1 < m_text.size() ? 2 : 1;
        if (m_at >= m_text.size()) {
            fail(Text::tr("The quotation mark is not closed."), begin, m_at - begin);
            return;
        }
        ++m_at;
    }
    const qsizetype length = m_at - begin;
    m_at = begin;
    const QStringView text = m_text.mid(begin, length);
    const auto is = [text](QStringView keyword) {
        return text.compare(keyword, Qt::CaseInsensitive) == 0;
    };
    const Kind kind = is(u"and") ? Kind::And
        : is(u"or")              ? Kind::Or
        : is(u"not")             ? Kind::Not
                                 : Kind::Word;
    add(kind, length).spelled = kind != Kind::Word;
}

void Lexer::quoted()
{
    const qsizetype begin = m_at;
    const QChar quote = peek();
    QString text;
    ++m_at;
    while (m_at < m_text.size() && peek() != quote) {
        if (peek() == u'\\') {
            if (!escape(text, quote))
                return;
        } else {
            text += peek();
            ++m_at;
        }
    }
    if (m_at >= m_text.size()) {
        fail(Text::tr("The quotation mark is not closed."), begin, m_at - begin);
        return;
    }
    const qsizetype length = m_at + 1 - begin;
    m_at = begin;
    add(Kind::String, length).text = text;
}

// \" \\ \n \r \t \uXXXX; any other backslash is kept, so that a regular expression needs no double
// backslash.
bool Lexer::escape(QString &out, QChar quote)
{
    const QChar c = peek(1);
    qsizetype length = 2;
    if (c == quote || c == u'\\') {
        out += c;
    } else if (c == u'n') {
        out += u'\n';
    } else if (c == u'r') {
        out += u'\r';
    } else if (c == u't') {
        out += u'\t';
    } else if (c == u'u') {
        bool good = false;
        const ushort code = m_text.mid(m_at + 2, 4).toUShort(&good, 16);
        length = 6;
        if (!good || m_at + length > m_text.size()) {
            fail(Text::tr("Expected four hexadecimal digits after \\u."), m_at,
                std::min<qsizetype>(length, m_text.size() - m_at));
            return false;
        }
        out += QChar(code);
    } else {
        out += u'\\';
        length = 1;
    }
    m_at += length;
    return true;
}

} // namespace

FilterTokens tokensOf(QStringView filter)
{
    return Lexer(filter).run();
}

QString quotedForFilter(QString text)
{
    text.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' % text % u'"';
}

} // namespace sonde::trace
