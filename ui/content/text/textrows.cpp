// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textrows.h"

#include "content/base/utf8unit.h"

#include <QChar>

#include <algorithm>
#include <limits>

namespace sonde::content {
namespace {

constexpr int kByteMark = 4; // ‹c3›
constexpr int kCharacterMark = 8; // ‹U+200B›

struct Range {
    char32_t first;
    char32_t last;
};

// Unicode 15, East Asian Width W and F, in whole blocks.
constexpr Range kWide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF}, {0xA000, 0xA4CF}, {0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD}};

bool isPlain(char c)
{
    return c >= 0x20 && static_cast<unsigned char>(c) < 0x7F;
}

bool isWide(char32_t character)
{
    return std::any_of(std::begin(kWide), std::end(kWide),
        [=](const Range &range) { return character >= range.first && character <= range.last; });
}

} // namespace

int columnsOf(char32_t character)
{
    if (character >= 0x20 && character < 0x7F)
        return 1;
    if (isUnseen(character))
        return kCharacterMark;
    const QChar::Category category = QChar::category(character);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing)
        return 0;
    return isWide(character) ? 2 : 1;
}

// A line ends with LF, CR LF or CR alone.
TextRows::Row TextRows::rowAt(std::size_t begin) const
{
    const std::string_view text = m_text.view();
    Row row;
    row.begin = begin;
    row.startsLine = begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r';
    int column = 0;
    std::size_t space = 0; // behind the last one
    std::size_t at = begin;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\n' || c == '\r') {
            row.end = at;
            const bool both = c == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
            row.next = at + (both ? 2 : 1);
            return row;
        }
        std::size_t length = 1;
        int width = 1;
        if (c == '\t') {
            width = kTab - column % kTab;
        } else if (!isPlain(c)) {
            const Utf8Unit unit = utf8At(text, at);
            length = unit.length;
            width = unit.valid ? columnsOf(unit.character) : kByteMark;
        }
        if (column + width > m_columns && at > begin) {
            row.end = row.next = space > begin ? space : at;
            return row;
        }
        column += width;
        at += length;
        if ((c == ' ' || c == '\t') && column > m_columns / 2)
            space = at;
    }
    row.end = row.next = at;
    return row;
}

TextRows TextRows::build(const Bytes &text, int columns, const std::stop_token &stop)
{
    TextRows rows;
    // A longer text than a mark can point into is cut; no message is so long.
    rows.m_text = text.slice(0, std::numeric_limits<std::uint32_t>::max());
    rows.m_columns = std::max(columns, 1);
    std::size_t at = 0;
    while (at < rows.m_text.size()) {
        if (rows.m_count % kEvery == 0) {
            if (stop.stop_requested())
                break;
            rows.m_marks.push_back(std::uint32_t(at));
        }
        at = rows.rowAt(at).next;
        ++rows.m_count;
    }
    return rows;
}

std::vector<TextRows::Row> TextRows::rows(qint64 first, int most) const
{
    std::vector<Row> found;
    if (first < 0 || first >= m_count)
        return found;
    std::size_t at = m_marks[std::size_t(first / kEvery)];
    for (qint64 skip = first % kEvery; skip > 0; --skip)
        at = rowAt(at).next;
    for (qint64 row = first; row < m_count && int(found.size()) < most; ++row) {
        found.push_back(rowAt(at));
        at = found.back().next;
    }
    return found;
}

qint64 TextRows::rowOf(std::size_t offset) const
{
    if (m_count == 0)
        return 0;
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), offset);
    const auto mark = std::max<std::ptrdiff_t>(after - m_marks.begin() - 1, 0);
    qint64 row = mark * kEvery;
    for (std::size_t at = m_marks[std::size_t(mark)]; row < m_count - 1; ++row) {
        at = rowAt(at).next;
        if (at > offset)
            break;
    }
    return row;
}

} // namespace sonde::content
