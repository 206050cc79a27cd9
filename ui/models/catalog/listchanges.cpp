// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/listchanges.h"

#include "base/formatting.h"
#include "models/catalog/jsonlines.h"
#include "models/signs/modeltext.h"

#include <QStringList>

#include <algorithm>
#include <unordered_map>

namespace sonde::models {

namespace {

// What an item is known by, and which one of that name it is: its key, a NUL, its number.
class Names {
public:
    explicit Names(std::string_view key)
        : m_key(key)
    {
    }

    std::string next(const json::Value &item)
    {
        std::string name = item[m_key].text();
        const int number = m_seen[name]++;
        return name.append(1, '\0').append(std::to_string(number));
    }

private:
    std::string_view m_key;
    std::unordered_map<std::string, int> m_seen;
};

QString nameOf(const json::Value &item, std::string_view key, std::size_t place)
{
    const QString name = item[key].toString();
    return name.isEmpty() ? Text::tr("item %1").arg(place + 1) : name;
}

bool isSame(std::string_view before, std::string_view after)
{
    return before == after || jsonLines(before) == jsonLines(after);
}

} // namespace

ListChanges ListChanges::between(
    const mcp::Listing &before, const mcp::Listing &after, std::string_view key)
{
    std::unordered_map<std::string, std::size_t> known;
    Names oldNames(key);
    for (std::size_t i = 0; i < before.items.size(); ++i)
        known.emplace(oldNames.next(before.items[i].value()), i);
    ListChanges found;
    std::vector<bool> stays(before.items.size(), false);
    Names newNames(key);
    for (std::size_t i = 0; i < after.items.size(); ++i) {
        const mcp::ListItem &item = after.items[i];
        const auto old = known.find(newNames.next(item.value()));
        if (old == known.end()) {
            found.m_changes.push_back({Kind::Added, nameOf(item.value(), key, i), {}, item});
            continue;
        }
        stays[old->second] = true;
        const mcp::ListItem &was = before.items[old->second];
        if (!isSame(was.value().raw(), item.value().raw()))
            found.m_changes.push_back({Kind::Altered, nameOf(item.value(), key, i), was, item});
    }
    for (std::size_t i = 0; i < before.items.size(); ++i) {
        const mcp::ListItem &item = before.items[i];
        if (!stays[i])
            found.m_changes.push_back({Kind::Removed, nameOf(item.value(), key, i), item, {}});
    }
    return found;
}

void ListChanges::append(const ListChanges &more)
{
    m_changes.insert(m_changes.end(), more.m_changes.begin(), more.m_changes.end());
}

QString ListChanges::summary() const
{
    const auto count = [this](Kind kind) {
        return int(std::count_if(m_changes.begin(), m_changes.end(),
            [kind](const Change &change) { return change.kind == kind; }));
    };
    QStringList parts;
    if (const int added = count(Kind::Added))
        parts += Text::tr("%L1 added").arg(added);
    if (const int removed = count(Kind::Removed))
        parts += Text::tr("%L1 removed").arg(removed);
    if (const int altered = count(Kind::Altered))
        parts += Text::tr("%L1 altered").arg(altered);
    return listText(parts);
}

} // namespace sonde::models
