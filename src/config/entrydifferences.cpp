// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/configtext.h"
#include "config/entryparts.h"
#include "config/pastedparts.h"
#include "config/serverentry.h"

#include <set>
#include <string>

namespace sonde::config {

namespace {

class DifferenceFinder {
public:
    std::vector<EntryDifference> run(const json::Value &entry)
    {
        const json::Value holder = holderOf(entry);
        addRepeated(entry);
        if (holder.id() != entry.id())
            addRepeated(holder);
        addCommand(holder);
        addArguments(holder["args"]);
        if (commandOf(holder).isArray())
            addItems(commandOf(holder));
        for (const std::string_view name : kVariables)
            addValues(entry[name]);
        addValues(headersOf(holder));
        if (commandOf(holder).exists() && urlOf(holder).exists())
            add(urlOf(holder),
                Text::tr("The entry has a command and a URL. Hosts differ in which of them "
                         "they use."));
        return std::move(m_found);
    }

private:
    void add(const json::Value &place, const QString &sentence, bool isOfName = false)
    {
        if (m_found.size() < kMaxEntryDifferences)
            m_found.push_back({place, sentence, isOfName});
    }

    void addRepeated(const json::Value &object)
    {
        std::set<std::string> names;
        for (const json::Value member : object) {
            const std::string name = member.key();
            if (object.isObject() && !names.insert(name).second)
                add(member,
                    Text::tr("“%1” is written twice.").arg(shownName(json::toQString(name))), true);
        }
    }

    void addCommand(const json::Value &holder)
    {
        const json::Value command = commandOf(holder);
        const QString text = command.toString();
        if (text != text.trimmed())
            add(command,
                Text::tr("“command” begins or ends with a blank, which hosts take for a part "
                         "of the name."));
        else if (wholeCommandLine(holder))
            add(command,
                Text::tr("“command” contains arguments. Hosts take the whole text for the "
                         "name of a program: move the arguments to “args”."));
    }

    void addArguments(const json::Value &list)
    {
        if (list.exists() && !list.isArray())
            add(list, Text::tr("“args” must be an array of strings."));
        addItems(list);
    }

    void addItems(const json::Value &list)
    {
        if (!list.isArray())
            return;
        for (const json::Value item : list) {
            if (!item.isString())
                add(item,
                    Text::tr("Every item of “%1” must be a string, in quotes.")
                        .arg(shownName(json::toQString(list.key()))));
        }
    }

    // VS Code has null for a variable that is to be unset.
    void addValues(const json::Value &object)
    {
        if (!object.isObject())
            return;
        for (const json::Value member : object) {
            if (!member.isString() && !member.isNull())
                add(member,
                    Text::tr("The value of “%1” must be a string, in quotes.")
                        .arg(shownName(json::toQString(member.key()))));
        }
    }

    std::vector<EntryDifference> m_found;
};

} // namespace

std::vector<EntryDifference> entryDifferences(const json::Value &entry)
{
    return DifferenceFinder().run(entry);
}

QStringList differencesOf(const json::Value &entry, const QString &name)
{
    const QString shown = shownName(name);
    QStringList sentences;
    for (const EntryDifference &difference : entryDifferences(entry))
        sentences += Text::tr("Hosts may refuse “%1”: %2").arg(shown, difference.sentence);
    if (isDisabled(entry))
        sentences += Text::tr("“%1” is disabled: its host does not start it.").arg(shown);
    if (entry["envFile"].exists())
        sentences += Text::tr("Sonde does not read the “envFile” of “%1”. Give its variables "
                              "yourself.")
                         .arg(shown);
    return sentences;
}

} // namespace sonde::config
