// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fanplaces.h"

#include "fanout/fancomparison.h"
#include "json/document.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sonde::fanout {

namespace {

using Verdict = FanResult::Verdict;

bool hasBelow(const std::set<QString> &pointers, const QString &pointer)
{
    const QString start = pointer + u'/';
    const auto next = pointers.lower_bound(start);
    return next != pointers.end() && next->startsWith(start);
}

bool hasAbove(const std::set<QString> &pointers, const QString &pointer)
{
    for (qsizetype end = pointer.lastIndexOf(u'/'); end > 0;
         end = pointer.lastIndexOf(u'/', end - 1)) {
        if (pointers.contains(pointer.left(end)))
            return true;
    }
    return false;
}

class PlaceWalk {
public:
    PlaceWalk(const FanResults &results, const FanResult &first)
        : m_results(results)
        , m_first(first)
    {
    }

    void addDifferences();
    void markOthers(); // after addDifferences()
    void addEqual();
    FanPlaces take() { return std::move(m_found); }

private:
    bool add(FanPlace place);
    void markOthers(std::size_t column);
    void noteDifference(std::size_t column, std::size_t index);

    const FanResults &m_results;
    const FanResult &m_first;
    FanPlaces m_found;
    // An added value and a changed one of the same place are two rows: the first response has no
    // value in the one, and another place for its own.
    std::map<std::pair<QString, std::string>, std::size_t> m_known;
    std::set<QString> m_differing; // places of the first response
    std::set<QString> m_pointers; // of all differences
};

bool PlaceWalk::add(FanPlace place)
{
    if (m_found.places.size() >= FanPlaces::kMaxPlaces) {
        m_found.hasMore = true;
        return false;
    }
    m_found.places.push_back(std::move(place));
    return true;
}

void PlaceWalk::noteDifference(std::size_t column, std::size_t index)
{
    const changes::Difference &difference = m_results[column].differences[index];
    const std::pair key(difference.pointer, std::string(difference.before.view()));
    auto known = m_known.find(key);
    if (known == m_known.end()) {
        const std::vector<int> none(m_results.size(), FanPlace::kNoDifference);
        if (!add({difference.pointer, difference.before, none}))
            return;
        known = m_known.emplace(key, m_found.places.size() - 1).first;
    }
    m_found.places[known->second].differences[column] = int(index);
}

void PlaceWalk::addDifferences()
{
    for (std::size_t column = 0; column < m_results.size(); ++column) {
        const FanResult &result = m_results[column];
        m_found.hasMore = m_found.hasMore || result.hasMore;
        for (std::size_t index = 0; index < result.differences.size(); ++index) {
            noteDifference(column, index);
            m_pointers.insert(result.differences[index].pointer);
            if (!result.differences[index].before.isEmpty())
                m_differing.insert(result.differences[index].pointer);
        }
    }
}

void PlaceWalk::markOthers()
{
    for (std::size_t column = 0; column < m_results.size(); ++column)
        markOthers(column);
}

// A response may differ in a container as a whole, or in a part of one, or be of an era that has no
// such place: it is not equal there.
void PlaceWalk::markOthers(std::size_t column)
{
    const bool isOther = isOfOtherEra(m_first, m_results[column]);
    std::set<QString> all;
    std::set<QString> ofFirst; // an added value takes no place of the first response
    for (const changes::Difference &difference : m_results[column].differences) {
        all.insert(difference.pointer);
        if (!difference.before.isEmpty())
            ofFirst.insert(difference.pointer);
    }
    for (FanPlace &place : m_found.places) {
        int &difference = place.differences[column];
        if (difference != FanPlace::kNoDifference)
            continue;
        if (isOther && isOnlyOfModernEra(place.pointer)) {
            difference = FanPlace::kNotCompared;
            continue;
        }
        const bool isBelow = !place.first.isEmpty() && hasBelow(all, place.pointer);
        if (isBelow || hasAbove(ofFirst, place.pointer))
            difference = FanPlace::kElsewhere;
    }
}

// Goes through the document without recursion: its depth is the server's.
void PlaceWalk::addEqual()
{
    const bool hasOtherEra =
        std::any_of(m_results.begin(), m_results.end(), [this](const FanResult &each) {
            return each.hasResponse() && isOfOtherEra(m_first, each);
        });
    const json::Document document = comparedResponse(m_first);
    std::vector<json::Value> waiting{document.root()};
    while (!waiting.empty()) {
        const json::Value value = waiting.back();
        waiting.pop_back();
        const QString pointer = value.pointer();
        if (m_differing.contains(pointer) || (hasOtherEra && isOnlyOfModernEra(pointer)))
            continue;
        if (value.count() > 0) {
            const auto begin = std::ptrdiff_t(waiting.size());
            waiting.insert(waiting.end(), value.begin(), value.end());
            std::reverse(waiting.begin() + begin, waiting.end());
        } else if (hasBelow(m_pointers, pointer)) {
            continue; // an empty container, to which a response adds
        } else if (!add({pointer, Bytes::copyOf(value.raw()),
                       std::vector<int>(m_results.size(), FanPlace::kNoDifference)})) {
            return;
        }
    }
}

} // namespace

bool FanPlace::differs() const
{
    return std::any_of(differences.begin(), differences.end(),
        [](int difference) { return difference >= 0 || difference == kElsewhere; });
}

FanPlaces placesOf(const FanResults &results)
{
    const auto first = std::find_if(results.begin(), results.end(),
        [](const FanResult &each) { return each.verdict == Verdict::First; });
    if (first == results.end())
        return {};
    PlaceWalk walk(results, *first);
    walk.addDifferences();
    walk.markOthers();
    walk.addEqual();
    return walk.take();
}

} // namespace sonde::fanout
