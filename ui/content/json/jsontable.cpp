// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/tabledata.h"
#include "content/json/jsonruns.h"

#include <unordered_map>

namespace sonde::content {
namespace {

constexpr std::size_t kLookedForColumns = 1000; // rows
constexpr std::size_t kMaxMembers = 2000; // of one row that are looked at
constexpr std::size_t kStep = std::size_t(1) << 12;

TableData::Cell cellOf(const json::Value &value)
{
    TableData::Cell cell;
    if (value.isContainer()) {
        cell.text = plainText(rowRuns(value, true));
        return cell;
    }
    std::string_view raw = value.raw();
    cell.isNumber = value.isNumber();
    // The text of a string as it is written, escapes too, so that nothing in it acts.
    if (value.isString() && raw.size() >= 2) {
        raw.remove_prefix(1);
        raw.remove_suffix(1);
    }
    JsonRuns runs;
    appendRaw(runs, raw, JsonInk::String, std::size_t(TableData::kMaxCell));
    cell.text = plainText(runs);
    return cell;
}

class JsonTable final : public TableData {
public:
    JsonTable(std::shared_ptr<const json::Document> document, const json::Value &array,
        const std::stop_token &stop)
        : m_document(std::move(document))
    {
        for (const json::Value row : array) {
            if (m_rows.size() == kMaxRows) {
                m_cut = true;
                break;
            }
            if (m_rows.size() % kStep == 0 && stop.stop_requested())
                break;
            m_rows.push_back(row.id());
            if (m_rows.size() <= kLookedForColumns)
                addColumns(row);
        }
        if (m_columns.empty())
            m_columns.emplace_back(); // rows of empty objects
    }

    std::size_t rowCount() const override { return m_rows.size(); }

    std::vector<Cell> row(std::size_t number) const override
    {
        std::vector<Cell> cells(m_columns.size());
        for (Cell &cell : cells)
            cell.isMissing = true;
        const json::Value value = m_document->value(m_rows[number]);
        if (!value.isObject()) {
            cells.front() = cellOf(value);
            return cells;
        }
        std::size_t looked = 0;
        for (const json::Value member : value) {
            if (++looked > kMaxMembers)
                break;
            const auto column = m_numbers.find(member.key());
            if (column != m_numbers.end())
                cells[column->second] = cellOf(member);
        }
        return cells;
    }

private:
    void addColumns(const json::Value &row)
    {
        if (!row.isObject())
            return;
        std::size_t looked = 0;
        for (const json::Value member : row) {
            if (++looked > kMaxMembers)
                return;
            std::string key = member.key();
            if (m_numbers.contains(key))
                continue;
            if (int(m_columns.size()) == kMaxColumns) {
                m_cut = true;
                return;
            }
            m_columns.push_back(json::toQString(key).left(kMaxCell));
            m_numbers.emplace(std::move(key), m_columns.size() - 1);
        }
    }

    std::shared_ptr<const json::Document> m_document;
    std::vector<json::NodeId> m_rows;
    std::unordered_map<std::string, std::size_t> m_numbers;
};

// The first elements decide: checking a million elements would take too long.
bool isArrayOfObjects(const json::Value &value)
{
    constexpr int kLooked = 100;
    if (!value.isArray() || value.count() == 0)
        return false;
    int looked = 0;
    for (json::Value element = value.first(); element && looked < kLooked;
         element = element.next(), ++looked) {
        if (!element.isObject())
            return false;
    }
    return true;
}

} // namespace

TableData::~TableData() = default;

std::shared_ptr<const TableData> jsonTable(const std::shared_ptr<const json::Document> &document,
    const json::Value &array, const std::stop_token &stop)
{
    if (!isArrayOfObjects(array))
        return nullptr;
    return std::make_shared<const JsonTable>(document, array, stop);
}

json::Value tableIn(const json::Value &value)
{
    if (isArrayOfObjects(value))
        return value;
    if (!value.isObject())
        return {};
    constexpr int kLooked = 100;
    int looked = 0;
    for (json::Value member = value.first(); member && looked < kLooked;
         member = member.next(), ++looked) {
        if (isArrayOfObjects(member))
            return member;
    }
    return {};
}

} // namespace sonde::content
