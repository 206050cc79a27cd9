// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/diffmodel.h"

#include <QPoint>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr int kMaxPaired = 50; // lines of a block whose lines are compared one by one
constexpr int kLeastHidden = 4; // fewer lines are not worth a row that hides them

QChar signOf(LineDiff::Kind kind)
{
    switch (kind) {
    case LineDiff::Kind::Removed:
        return QChar(0x2212);
    case LineDiff::Kind::Added:
        return u'+';
    case LineDiff::Kind::Same:
        break;
    }
    return u' ';
}

} // namespace

void DiffModel::setDiff(LineDiff diff)
{
    beginResetModel();
    m_diff = std::move(diff);
    m_rows.clear();
    m_widest = 0;
    m_endsDiffer = m_diff.before.view().ends_with('\n') != m_diff.after.view().ends_with('\n');
    const int count = int(m_diff.lines.size());
    const auto isSame = [&](int i) {
        return m_diff.lines[std::size_t(i)].kind == LineDiff::Kind::Same;
    };
    for (int at = 0; at < count;) {
        int end = at;
        while (end < count && isSame(end))
            ++end;
        const int first = at == 0 ? 0 : std::min(at + kContext, end);
        const int last = end == count ? end : std::max(end - kContext, first);
        for (; at < end; ++at) {
            if (at == first && last - first >= kLeastHidden) {
                m_rows.push_back({at, last - first});
                at = last - 1;
            } else {
                m_rows.push_back({at, 0});
            }
        }
        for (; at < count && !isSame(at); ++at)
            m_rows.push_back({at, 0});
    }
    for (const LineDiff::Line &line : m_diff.lines)
        m_widest = std::max(m_widest, int(std::min<std::size_t>(line.text.size(), kMaxShown)));
    endResetModel();
}

void DiffModel::open(int row)
{
    if (row < 0 || row >= rowCount() || m_rows[std::size_t(row)].hidden == 0)
        return;
    const Row hiding = m_rows[std::size_t(row)];
    beginResetModel();
    std::vector<Row> shown;
    shown.reserve(std::size_t(hiding.hidden));
    for (int i = 0; i < hiding.hidden; ++i)
        shown.push_back({hiding.line + i, 0});
    const auto at = m_rows.erase(m_rows.begin() + row);
    m_rows.insert(at, shown.begin(), shown.end());
    endResetModel();
}

int DiffModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

// An unusual line ending is shown, because it may be the only difference.
QString DiffModel::text(const LineDiff::Line &line) const
{
    std::string_view bytes = line.text;
    QString end;
    if (bytes.ends_with('\n'))
        bytes.remove_suffix(1);
    else if (m_endsDiffer)
        end = tr(" (no line ending)");
    if (bytes.ends_with('\r')) {
        bytes.remove_suffix(1);
        end = QStringLiteral(" CR");
    }
    QString text =
        QString::fromUtf8(bytes.data(), qsizetype(std::min<std::size_t>(bytes.size(), kMaxShown)));
    if (bytes.size() > kMaxShown)
        text += QChar(0x2026);
    return text.replace(u'\t', QStringLiteral("    ")) + end;
}

// In a block of as many removed as added lines, the n-th of both belong together.
int DiffModel::beside(int line) const
{
    const auto kindOf = [this](int i) { return m_diff.lines[std::size_t(i)].kind; };
    const int count = int(m_diff.lines.size());
    int first = line;
    while (first > 0 && line - first < kMaxPaired && kindOf(first - 1) != LineDiff::Kind::Same)
        --first;
    int end = line;
    while (end < count && end - first < kMaxPaired && kindOf(end) != LineDiff::Kind::Same)
        ++end;
    std::vector<int> same;
    std::vector<int> other;
    for (int i = first; i < end; ++i)
        (kindOf(i) == kindOf(line) ? same : other).push_back(i);
    if (end - first >= kMaxPaired || same.size() != other.size())
        return -1;
    return other[std::size_t(std::find(same.begin(), same.end(), line) - same.begin())];
}

QVariant DiffModel::changed(int line) const
{
    if (m_diff.lines[std::size_t(line)].kind == LineDiff::Kind::Same)
        return {};
    const int other = beside(line);
    if (other < 0)
        return {};
    const QString mine = text(m_diff.lines[std::size_t(line)]);
    const QString theirs = text(m_diff.lines[std::size_t(other)]);
    const auto first = std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end());
    const auto last = std::mismatch(mine.rbegin(), std::make_reverse_iterator(first.first),
        theirs.rbegin(), std::make_reverse_iterator(first.second));
    const int begin = int(first.first - mine.begin());
    const int end = int(last.first.base() - mine.begin());
    if (begin == 0 && end == mine.size())
        return {};
    return QPoint(begin, end);
}

QVariant DiffModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    const LineDiff::Line &line = m_diff.lines[std::size_t(row.line)];
    if (row.hidden > 0) {
        switch (role) {
        case Qt::DisplayRole:
        case TextRole:
            return row.hidden == 1 ? tr("1 unchanged line")
                                   : tr("%Ln unchanged lines", nullptr, row.hidden);
        case HiddenRole:
            return row.hidden;
        case KindRole:
            return int(LineDiff::Kind::Same);
        default:
            return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole:
        return QString(signOf(line.kind) % QLatin1Char(' ') % text(line));
    case TextRole:
        return text(line);
    case KindRole:
        return int(line.kind);
    case ChangedRole:
        return changed(row.line);
    case OldNumberRole:
        return line.oldNumber;
    case NewNumberRole:
        return line.newNumber;
    case HiddenRole:
        return 0;
    default:
        return {};
    }
}

} // namespace sonde::models
