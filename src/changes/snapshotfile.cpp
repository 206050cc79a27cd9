// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/snapshotfile.h"

#include "base/domainerror.h"
#include "changes/changestr.h"
#include "json/builder.h"
#include "json/document.h"

namespace sonde::changes {

namespace {

constexpr std::string_view kFormat = "sonde-snapshot";

void appendList(std::string &text, ListKind kind, const ItemList &list)
{
    text += ",\n";
    json::appendQuoted(text, namesOf(kind).member.data());
    text += ": {\"complete\": ";
    text += list.isComplete ? "true" : "false";
    text += ", \"items\": [";
    const char *separator = "\n";
    for (const Item &item : list.items) {
        text += separator;
        text += item.definition.view();
        separator = ",\n";
    }
    text += list.items.empty() ? "]}" : "\n]}";
}

void appendMember(std::string &text, std::string_view name, const Bytes &json)
{
    if (json.isEmpty())
        return;
    text += ",\n";
    json::appendQuoted(text, name);
    text += ": ";
    text += json.view();
}

Error wrongMember(QLatin1String name, const QString &type)
{
    return storageError(Text::tr("The member “%1” must be %2.").arg(name, type));
}

Result<Bytes> member(const json::Value &root, QLatin1String name, json::Type type)
{
    const json::Value value = root[name.data()];
    if (!value)
        return Bytes();
    if (value.type() != type)
        return wrongMember(
            name, type == json::Type::Object ? Text::tr("an object") : Text::tr("a string"));
    return Bytes::copyOf(value.raw());
}

Result<ItemList> readList(const json::Value &root, ListKind kind)
{
    const QLatin1String name = namesOf(kind).member;
    const json::Value value = root[name.data()];
    if (!value)
        return ItemList();
    const json::Value items = value["items"];
    const auto complete = value["complete"].toBool();
    if (!complete || !items.isArray())
        return wrongMember(name, Text::tr("an object with “complete” and “items”"));
    if (items.count() > Snapshot::kMaxItems)
        return storageError(Text::tr("“%1” has %2 items. At most %3 are read.")
                                .arg(name)
                                .arg(items.count())
                                .arg(Snapshot::kMaxItems));
    ItemList list;
    list.isComplete = *complete;
    for (const json::Value item : items)
        addItem(list, kind, item);
    orderByKey(list);
    return list;
}

} // namespace

std::string snapshotText(const Snapshot &snapshot)
{
    std::string text = "{\n\"format\": ";
    json::appendQuoted(text, kFormat);
    text += ",\n\"version\": " + std::to_string(kSnapshotVersion);
    text += ",\n\"revision\": ";
    json::appendQuoted(text, snapshot.revision.toStdString());
    appendMember(text, "serverInfo", snapshot.serverInfo);
    appendMember(text, "capabilities", snapshot.capabilities);
    appendMember(text, "instructions", snapshot.instructions);
    for (const ListKind kind : kLists)
        appendList(text, kind, snapshot.list(kind));
    return text + "\n}\n";
}

bool looksLikeSnapshot(const Bytes &text)
{
    constexpr std::size_t kBeginning = 256;
    const std::string_view beginning = text.view().substr(0, kBeginning);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{'
        && beginning.find(kFormat) != std::string_view::npos;
}

Result<Snapshot> readSnapshot(const Bytes &text)
{
    const auto document = json::Document::parse(text, {kMaxSnapshotFile, kMaxSnapshotDepth});
    if (const auto &error = document.error())
        return storageError(Text::tr("It is not JSON: line %1, column %2: %3")
                                .arg(error->line)
                                .arg(error->column)
                                .arg(error->reason));
    const json::Value root = document.root();
    if (!root.isObject() || !root["format"].equals(kFormat))
        return storageError(Text::tr("It is not a snapshot: the member “format” is not “%1”.")
                                .arg(QLatin1String(kFormat.data(), qsizetype(kFormat.size()))));
    if (root["version"].toInt64() != kSnapshotVersion)
        return storageError(
            Text::tr("It is a snapshot of version %1. This version of Sonde reads version %2.")
                .arg(json::toQString(root["version"].raw().substr(0, 20)))
                .arg(kSnapshotVersion));
    Snapshot snapshot;
    if (!root["revision"].isString())
        return wrongMember(QLatin1String("revision"), Text::tr("a string"));
    snapshot.revision = root["revision"].toString();
    struct Section {
        QLatin1String name;
        json::Type type;
        Bytes Snapshot::*place;
    };
    for (const Section &part :
        {Section{QLatin1String("serverInfo"), json::Type::Object, &Snapshot::serverInfo},
            Section{QLatin1String("capabilities"), json::Type::Object, &Snapshot::capabilities},
            Section{QLatin1String("instructions"), json::Type::String, &Snapshot::instructions}}) {
        auto read = member(root, part.name, part.type);
        if (!read)
            return read.error();
        snapshot.*part.place = std::move(read).value();
    }
    for (const ListKind kind : kLists) {
        auto read = readList(root, kind);
        if (!read)
            return read.error();
        snapshot.list(kind) = std::move(read).value();
    }
    return snapshot;
}

} // namespace sonde::changes
