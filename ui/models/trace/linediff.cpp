// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/linediff.h"

#include <algorithm>

namespace sonde::models {

namespace {

using Lines = std::vector<std::string_view>;

Lines linesOf(std::string_view text, bool &cut)
{
    Lines lines;
    while (!text.empty()) {
        if (lines.size() == LineDiff::kMaxLines) {
            cut = true;
            break;
        }
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

// The part of the two texts between what they begin and end with alike.
class Middle {
public:
    Middle(const Lines &before, const Lines &after)
        : m_before(before)
        , m_after(after)
    {
        const std::size_t shorter = std::min(before.size(), after.size());
        while (m_head < shorter && before[m_head] == after[m_head])
            ++m_head;
        while (m_tail < shorter - m_head
            && before[before.size() - 1 - m_tail] == after[after.size() - 1 - m_tail])
            ++m_tail;
    }

    int oldCount() const { return int(m_before.size() - m_head - m_tail); }
    int newCount() const { return int(m_after.size() - m_head - m_tail); }
    int head() const { return int(m_head); }
    bool same(int oldLine, int newLine) const
    {
        return m_before[m_head + std::size_t(oldLine)] == m_after[m_head + std::size_t(newLine)];
    }

    // For every line, oldest first: what becomes of it. Empty when more than kMaxDifferent differ.
    std::vector<LineDiff::Kind> steps(const std::stop_token &stop) const;

private:
    // The furthest reaching paths after d differences, by diagonal k = old - new, from -d to d.
    using Reach = std::vector<int>;
    std::vector<LineDiff::Kind> back(const std::vector<Reach> &reached) const;
    // Of a diagonal among those that round d reaches, -d to d.
    static std::size_t place(int diagonal, int d)
    {
        const int at = diagonal + d;
        return std::size_t(at);
    }

    // Where diagonal k comes from: the one below (a line is added) or above (one is removed).
    static bool isAdded(const Reach &last, int k, int d)
    {
        const auto at = [&](int diagonal) { return last[place(diagonal, d - 1)]; };
        return k == -d || (k != d && at(k - 1) < at(k + 1));
    }

    const Lines &m_before;
    const Lines &m_after;
    std::size_t m_head = 0;
    std::size_t m_tail = 0;
};

std::vector<LineDiff::Kind> Middle::steps(const std::stop_token &stop) const
{
    const int oldEnd = oldCount();
    const int newEnd = newCount();
    std::vector<Reach> reached;
    for (int d = 0; d <= LineDiff::kMaxDifferent && !stop.stop_requested(); ++d) {
        Reach now(std::size_t(2 * d + 1), -1);
        for (int k = -d; k <= d; k += 2) {
            int x = 0;
            if (d > 0) {
                const Reach &last = reached.back();
                x = isAdded(last, k, d) ? last[place(k + 1, d - 1)] : last[place(k - 1, d - 1)] + 1;
            }
            int y = x - k;
            if (x > oldEnd || y > newEnd || x < 0 || y < 0) {
                now[place(k, d)] = x; // outside, and not gone on with
                continue;
            }
            while (x < oldEnd && y < newEnd && same(x, y)) {
                ++x;
                ++y;
            }
            now[place(k, d)] = x;
            if (x == oldEnd && y == newEnd) {
                reached.push_back(std::move(now));
                return back(reached);
            }
        }
        reached.push_back(std::move(now));
    }
    return {};
}

std::vector<LineDiff::Kind> Middle::back(const std::vector<Reach> &reached) const
{
    std::vector<LineDiff::Kind> steps;
    int x = oldCount();
    int y = newCount();
    for (int d = int(reached.size()) - 1; d > 0; --d) {
        const Reach &last = reached[std::size_t(d - 1)];
        const bool added = isAdded(last, x - y, d);
        const int k = added ? x - y + 1 : x - y - 1;
        const int fromX = last[std::size_t(k + d - 1)];
        const int fromY = fromX - k;
        for (; x > fromX + (added ? 0 : 1) && y > fromY + (added ? 1 : 0); --x, --y)
            steps.push_back(LineDiff::Kind::Same);
        steps.push_back(added ? LineDiff::Kind::Added : LineDiff::Kind::Removed);
        x = fromX;
        y = fromY;
    }
    for (; x > 0 && y > 0; --x, --y)
        steps.push_back(LineDiff::Kind::Same);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace

LineDiff LineDiff::between(Bytes before, Bytes after, const std::stop_token &stop)
{
    LineDiff diff;
    diff.before = std::move(before);
    diff.after = std::move(after);
    const Lines olds = linesOf(diff.before.view(), diff.cut);
    const Lines news = linesOf(diff.after.view(), diff.cut);
    const Middle middle(olds, news);
    std::vector<Kind> steps = middle.steps(stop);
    if (steps.empty() && (middle.oldCount() > 0 || middle.newCount() > 0)) {
        diff.coarse = middle.oldCount() > 0 && middle.newCount() > 0;
        steps.assign(std::size_t(middle.oldCount()), Kind::Removed);
        steps.insert(steps.end(), std::size_t(middle.newCount()), Kind::Added);
    }
    std::size_t oldAt = 0;
    std::size_t newAt = 0;
    diff.lines.reserve(std::max(olds.size(), news.size()));
    const auto take = [&](Kind kind) {
        Line line{kind, kind == Kind::Added ? news[newAt] : olds[oldAt]};
        if (kind != Kind::Added)
            line.oldNumber = int(++oldAt);
        if (kind != Kind::Removed)
            line.newNumber = int(++newAt);
        diff.removed += kind == Kind::Removed;
        diff.added += kind == Kind::Added;
        diff.lines.push_back(line);
    };
    for (int i = 0; i < middle.head(); ++i)
        take(Kind::Same);
    for (const Kind kind : steps)
        take(kind);
    while (oldAt < olds.size() && newAt < news.size())
        take(Kind::Same);
    return diff;
}

} // namespace sonde::models
