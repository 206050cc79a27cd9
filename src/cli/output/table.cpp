// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/table.h"

#include "cli/output/terminaltext.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr int kGap = 2;
constexpr int kLeastShare = 10; // of a column beside others that are not broken

// A cell as its lines, and what it is.
struct Cell {
    QStringList lines;
    Ink ink = Ink::Plain;
};

// Cells side by side, each in its own width; blanks at the end of a line are left out.
void appendRow(QString &out, const std::vector<Cell> &cells, const std::vector<int> &widths,
    const Palette &palette)
{
    qsizetype height = 1;
    for (const Cell &cell : cells)
        height = std::max(height, cell.lines.size());
    for (qsizetype line = 0; line < height; ++line) {
        QString text;
        int pending = 0; // blanks that are only needed when something follows
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const QString piece = cells[i].lines.value(line);
            if (!piece.isEmpty()) {
                text += QString(pending, u' ') + palette.ink(cells[i].ink, piece);
                pending = 0;
            }
            pending += widths[i] - cellWidth(piece) + kGap;
        }
        out += text + u'\n';
    }
}

// A column that needs no more than an equal share gets what it needs; then the shares grow.
std::vector<int> shareOut(
    int available, const std::vector<int> &needs, const std::vector<bool> &whole)
{
    std::vector<int> widths(needs.size(), 0);
    std::vector<std::size_t> open; // columns whose width is not settled
    for (std::size_t i = 0; i < needs.size(); ++i) {
        if (whole[i])
            available -= widths[i] = needs[i];
        else
            open.push_back(i);
    }
    if (open.size() < needs.size()) // there are columns that are not broken
        available = std::max(available, int(open.size()) * kLeastShare);
    while (!open.empty()) {
        const int share = std::max(1, available / static_cast<int>(open.size()));
        const auto modest = std::find_if(
            open.begin(), open.end(), [&](std::size_t i) { return needs[i] <= share; });
        const auto chosen = modest == open.end() ? open.begin() : modest;
        widths[*chosen] = std::min(needs[*chosen], share);
        available -= widths[*chosen];
        open.erase(chosen);
    }
    return widths;
}

} // namespace

Table::Table(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
}

void Table::addRow(QStringList cells)
{
    cells.resize(static_cast<qsizetype>(m_columns.size()));
    m_rows.push_back(std::move(cells));
}

int Table::natural(std::size_t column) const
{
    int widest = 0;
    for (const QStringList &row : m_rows) {
        const QString &cell = row[static_cast<qsizetype>(column)];
        for (const QStringView line : QStringView(cell).split(u'\n'))
            widest = std::max(widest, cellWidth(line));
    }
    return widest == 0 ? 0 : std::max(widest, cellWidth(m_columns[column].title));
}

QString Table::csv(bool header) const
{
    QString out;
    const auto append = [&out](const QStringList &cells) {
        QStringList quoted;
        for (QString cell : cells) {
            const bool needsQuotes = std::any_of(cell.begin(), cell.end(),
                [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; });
            quoted += needsQuotes ? u'"' + cell.replace(u'"', QStringLiteral("\"\"")) + u'"' : cell;
        }
        out += quoted.join(u',') + QStringLiteral("\r\n");
    };
    QStringList titles;
    for (const Column &column : m_columns)
        titles += column.title;
    if (header)
        append(titles);
    for (const QStringList &row : m_rows)
        append(row);
    return out;
}

QString Table::text(int width, bool header, const Palette &palette) const
{
    std::vector<std::size_t> shown;
    std::vector<int> needs;
    std::vector<bool> whole;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (const int need = natural(i); need > 0) {
            shown.push_back(i);
            needs.push_back(need);
            whole.push_back(m_columns[i].whole);
        }
    }
    if (shown.empty())
        return {};
    const int gaps = kGap * static_cast<int>(shown.size() - 1);
    const std::vector<int> widths = shareOut(std::max(width, kNarrowest) - gaps, needs, whole);

    QString out;
    std::vector<Cell> cells(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        cells[i] = {wrapped(m_columns[shown[i]].title, widths[i]), Ink::Muted};
    if (header)
        appendRow(out, cells, widths, palette);
    for (const QStringList &row : m_rows) {
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const Column &column = m_columns[shown[i]];
            cells[i] = {wrapped(row[static_cast<qsizetype>(shown[i])], widths[i], column.maxLines),
                column.ink};
        }
        appendRow(out, cells, widths, palette);
    }
    return out;
}

} // namespace sonde::cli
