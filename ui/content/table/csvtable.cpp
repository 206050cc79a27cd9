// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/tabledata.h"

#include "base/formatting.h"
#include "content/base/contenttext.h"
#include "content/json/jsonruns.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace sonde::content {
namespace {

constexpr std::size_t kMaxRecord = std::size_t(1) << 20; // bytes of one that are read
constexpr std::size_t kStep = std::size_t(1) << 16; // rows between two looks at the stop token

struct Field {
    std::string text; // at most so much as is shown
    std::size_t next = 0; // the byte behind its separator or line end
    bool endsRecord = false;
};

QString shownText(std::string_view text)
{
    JsonRuns runs;
    appendRaw(runs, text, JsonInk::Number, std::size_t(TableData::kMaxCell));
    return plainText(runs);
}

bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

// Reads one field; without `keep` its text stays empty.
Field fieldAt(std::string_view text, std::size_t at, char separator, bool keep)
{
    constexpr std::size_t kMost = std::size_t(TableData::kMaxCell) * 4;
    Field field;
    const auto take = [&](char c) {
        if (keep && field.text.size() < kMost)
            field.text += c;
    };
    if (at < text.size() && text[at] == '"') {
        for (++at; at < text.size(); ++at) {
            if (text[at] != '"') {
                take(text[at]);
            } else if (at + 1 < text.size() && text[at + 1] == '"') {
                take('"');
                ++at;
            } else {
                ++at;
                break;
            }
        }
    }
    // RFC 4180 does not allow text after a closing quote; it is kept as part of the field.
    for (; at < text.size() && text[at] != separator && !isLineEnd(text[at]); ++at)
        take(text[at]);
    field.endsRecord = at >= text.size() || text[at] != separator;
    if (at < text.size())
        at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    field.next = at;
    return field;
}

bool isNumber(std::string_view text)
{
    if (text.empty())
        return false;
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ptr == text.data() + text.size() && read.ec != std::errc::invalid_argument;
}

class CsvTable final : public TableData {
public:
    CsvTable(const Bytes &utf8, char separator, const std::stop_token &stop)
        : m_text(utf8.slice(0, std::numeric_limits<std::uint32_t>::max()))
        , m_separator(separator)
    {
        std::size_t at = readHead();
        while (at < m_text.size()) {
            if (m_rows.size() == kMaxRows) {
                m_cut = true;
                break;
            }
            if (m_rows.size() % kStep == 0 && stop.stop_requested())
                break;
            m_rows.push_back(std::uint32_t(at));
            at = skipRecord(at);
        }
        if (m_ragged > 0)
            m_note = Text::tr("rows whose number of fields differs from the first row: %1")
                         .arg(countText(m_ragged));
    }

    std::size_t rowCount() const override { return m_rows.size(); }

    std::vector<Cell> row(std::size_t number) const override
    {
        std::vector<Cell> cells(m_columns.size());
        // A quote that is never closed makes one record of everything behind it.
        const std::size_t begin = m_rows[number];
        const std::string_view record = m_text.view().substr(0, begin + kMaxRecord);
        std::size_t at = begin;
        bool over = false;
        for (Cell &cell : cells) {
            cell.isMissing = over;
            if (over)
                continue;
            const Field field = fieldAt(record, at, m_separator, true);
            cell.text = shownText(field.text);
            cell.isNumber = isNumber(field.text);
            at = field.next;
            over = field.endsRecord;
        }
        return cells;
    }

private:
    std::size_t readHead()
    {
        std::size_t at = 0;
        bool over = m_text.isEmpty();
        while (!over) {
            const bool keep = int(m_columns.size()) < kMaxColumns;
            const Field field = fieldAt(m_text.view(), at, m_separator, keep);
            if (keep)
                m_columns.push_back(shownText(field.text));
            else
                m_cut = true;
            ++m_fields;
            at = field.next;
            over = field.endsRecord;
        }
        return at;
    }

    std::size_t skipRecord(std::size_t at)
    {
        std::size_t fields = 0;
        bool over = false;
        while (!over) {
            const Field field = fieldAt(m_text.view(), at, m_separator, false);
            at = field.next;
            over = field.endsRecord;
            ++fields;
        }
        m_ragged += fields != m_fields;
        return at;
    }

    Bytes m_text;
    char m_separator;
    std::size_t m_fields = 0;
    std::size_t m_ragged = 0;
    std::vector<std::uint32_t> m_rows;
};

} // namespace

std::shared_ptr<const TableData> csvTable(
    const Bytes &utf8, char separator, const std::stop_token &stop)
{
    return std::make_shared<const CsvTable>(utf8, separator, stop);
}

} // namespace sonde::content
