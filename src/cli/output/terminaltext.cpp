// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/terminaltext.h"

#include "base/visiblecharacter.h"

#include <algorithm>
#include <array>

namespace sonde::cli {

namespace {

constexpr char16_t kEllipsis = 0x2026;

bool breaksLine(char16_t c)
{
    return c == u'\n' || c == 0x2028 || c == 0x2029;
}

struct Range {
    char32_t first;
    char32_t last;
};

// East Asian Width W and F, in the coarse blocks that terminals agree on.
constexpr std::array<Range, 14> kWide{
    {{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff},
        {0xa000, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}}};

int cellsOf(char32_t c)
{
    if (c < 0x300) // the usual case, without a look into the tables
        return 1;
    switch (QChar::category(c)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
        return 0;
    default:
        break;
    }
    const bool wide = std::any_of(
        kWide.begin(), kWide.end(), [c](Range r) { return c >= r.first && c <= r.last; });
    return wide ? 2 : 1;
}

// What begins no line and what ends none, in the typesetting of Japanese and Chinese.
constexpr QStringView kNeverFirst = u"、。，．：；！？・／…‥）］｝〉》」』】〕々ゝゞヽヾー"
                                    u"ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ)]},.:;!?%/”’";
constexpr QStringView kNeverLast = u"（［｛〈《「『【〔([{“‘";

// The code point at `at`, which moves past it.
char32_t nextCodePoint(QStringView text, qsizetype &at)
{
    const QChar high = text[at++];
    if (high.isHighSurrogate() && at < text.size() && text[at].isLowSurrogate())
        return QChar::surrogateToUcs4(high, text[at++]);
    return high.unicode();
}

// How many code units of `text` fit into `width` cells; at least one character, so that a loop
// over the rest always ends. Marks stay with the character before them.
qsizetype fitting(QStringView text, int width)
{
    qsizetype at = 0;
    int cells = 0;
    while (at < text.size()) {
        qsizetype after = at;
        const int more = cellsOf(nextCodePoint(text, after));
        if (at > 0 && cells + more > width)
            break;
        cells += more;
        at = after;
    }
    return at;
}

// The code point that ends before `at`.
char32_t codePointBefore(QStringView text, qsizetype at)
{
    const bool isPair = at > 1 && text[at - 1].isLowSurrogate() && text[at - 2].isHighSurrogate();
    qsizetype begin = at - (isPair ? 2 : 1);
    return nextCodePoint(text, begin);
}

// Wide characters are words of their own, but for those of Korean, which has blanks.
bool isWord(char32_t c)
{
    return cellsOf(c) == 2 && QChar::script(c) != QChar::Script_Hangul;
}

bool isOneOf(char32_t c, QStringView all)
{
    return c <= 0xffff && all.contains(QChar(char16_t(c)));
}

// Whether a line may end between two characters: at a blank, and beside a wide character.
bool mayBreak(QStringView text, qsizetype at)
{
    if (text[at] == u' ')
        return true;
    if (text[at].isLowSurrogate() && text[at - 1].isHighSurrogate())
        return false;
    const char32_t before = codePointBefore(text, at);
    const char32_t after = nextCodePoint(text, at);
    const bool isMarked = cellsOf(before) == 0 || cellsOf(after) == 0;
    return (isWord(before) || isWord(after)) && before != u' ' && !isMarked
        && !isOneOf(before, kNeverLast) && !isOneOf(after, kNeverFirst);
}

// Where to end a line of at most `width` cells: at the last place that fits where it may break, or
// in a word that is longer than the line.
qsizetype lineEnd(QStringView text, int width)
{
    const qsizetype most = fitting(text, width);
    if (most == text.size())
        return most;
    for (qsizetype at = most; at > 0; --at) {
        if (mayBreak(text, at))
            return at;
    }
    return most;
}

QString withEllipsis(QStringView line, int width)
{
    while (!line.isEmpty() && cellWidth(line) + 1 > width)
        line.truncate(
            line.size() >= 2 && line.back().isLowSurrogate() ? line.size() - 2 : line.size() - 1);
    return line.toString() + QChar(kEllipsis);
}

} // namespace

QString harmless(QStringView text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        if (c == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n')
            continue; // CRLF is a line break like any other
        if (breaksLine(c))
            out += u'\n';
        else if (c == u'\t')
            out += QLatin1String("    ");
        else
            out += visibleCharacter(c);
    }
    return out;
}

QString harmlessLine(QStringView text)
{
    QString out;
    out.reserve(text.size());
    for (const QChar unit : text) {
        const char16_t c = unit.unicode();
        const bool blank = c == u' ' || c == u'\t' || c == u'\r' || breaksLine(c);
        if (!blank)
            out += visibleCharacter(c);
        else if (!out.isEmpty() && out.back() != u' ')
            out += u' ';
    }
    if (out.endsWith(u' '))
        out.chop(1);
    return out;
}

QString harmlessLines(QStringView text)
{
    QString lines = u'\n' + harmless(text);
    lines.replace(QLatin1String("\nsonde-cli:"), QLatin1String("\n  sonde-cli:"));
    return lines.mid(1);
}

int cellWidth(QStringView text)
{
    int cells = 0;
    for (qsizetype at = 0; at < text.size();)
        cells += cellsOf(nextCodePoint(text, at));
    return cells;
}

QStringList wrapped(QStringView text, int width, int maxLines)
{
    width = std::max(width, 1);
    QStringList lines;
    for (QStringView rest : text.split(u'\n')) {
        do {
            if (maxLines > 0 && lines.size() == maxLines) {
                lines.back() = withEllipsis(lines.back(), width);
                return lines;
            }
            const qsizetype end = lineEnd(rest, width);
            lines += rest.left(end).toString();
            rest = rest.mid(end);
            while (rest.startsWith(u' '))
                rest = rest.mid(1);
        } while (!rest.isEmpty());
    }
    return lines;
}

} // namespace sonde::cli
