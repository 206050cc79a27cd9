// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/edit.h"

#include <cstdint>
#include <string>

// Any bytes can be parsed and browsed; a pointer leads back to where it came from; an edit leaves
// every byte alone that it was not asked to change.

namespace {

using sonde::Bytes;
using namespace sonde::json;

// Enough to reach every kind of node without making each input quadratic.
constexpr std::size_t kMostEdits = 16;
constexpr std::size_t kMostPointers = 64;

// Every node lies inside its parent, behind its elder sibling, and says its own number of children.
void browse(const Document &document)
{
    const std::size_t size = document.text().size();
    for (NodeId id = 0; id < document.nodeCount(); ++id) {
        const Node &node = document.node(id);
        require(node.begin <= node.end && node.end <= size);
        require(node.keyBegin <= node.keyEnd && node.keyEnd <= size);
        const Value value = document.value(id);
        if (const Value parent = value.parent()) {
            require(parent.isContainer());
            require(parent.node().begin < node.begin && node.end <= parent.node().end);
        }
        if (const Value next = value.next())
            require(next.node().begin >= node.end && next.node().parent == node.parent);
        std::uint32_t children = 0;
        for (const Value child : value) {
            require(child.node().parent == id);
            ++children;
        }
        require(children == value.count());
        (void)value.text();
        (void)value.key();
        (void)value.toInt64();
        (void)value.toDouble();
    }
}

// A name that stands twice means the last one: what is inside the others has no pointer of its own.
bool isHidden(const Value &value)
{
    for (Value at = value; at.parent(); at = at.parent()) {
        if (at.parent().isObject() && at.parent().member(at.key()).id() != at.id())
            return true;
    }
    return false;
}

void followPointers(const Document &document)
{
    for (NodeId id = 0; id < document.nodeCount() && id < kMostPointers; ++id) {
        const Value value = document.value(id);
        require(document.valueAt(value.node().begin).exists());
        if (isHidden(value))
            continue;
        require(document.pointer(value.pointer()).id() == id);
        require(document.path(value.path()).id() == id);
    }
}

void replaceEachValue(const Document &document)
{
    constexpr std::string_view kNew = R"({"new":[1.0]})";
    const std::string_view before = document.text();
    for (NodeId id = 0; id < document.nodeCount() && id < kMostEdits; ++id) {
        const Node &node = document.node(id);
        const auto edited = replaceValue(document.value(id), kNew);
        require(edited.ok());
        const std::string_view after = edited->view();
        require(after.substr(0, node.begin) == before.substr(0, node.begin));
        require(after.substr(node.begin, kNew.size()) == kNew);
        require(after.substr(node.begin + kNew.size()) == before.substr(node.end));
        require(Document::parse(*edited).isValid());
    }
}

void editContainers(const Document &document)
{
    for (NodeId id = 0; id < document.nodeCount() && id < kMostEdits; ++id) {
        const Value value = document.value(id);
        if (value.parent()) {
            const auto without = removeValue(value);
            require(without.ok() && Document::parse(*without).isValid());
        }
        if (value.isObject()) {
            const auto more = appendMember(value, "added \"name\"", "-0");
            require(more.ok() && Document::parse(*more).isValid());
        } else if (value.isArray()) {
            const auto more = insertElement(value, value.count() / 2, "1e400");
            require(more.ok() && Document::parse(*more).isValid());
        }
    }
}

void buildAgain(const Document &document)
{
    Builder builder;
    builder.beginArray().raw(document.root().raw()).endArray();
    const Document again = Document::parse(builder.take());
    require(again.isValid());
    require(again.root().first().raw() == document.root().raw());
}

// From a pool that the texts before it used as well.
void readFromAPool(const Document &document, const Limits &limits)
{
    static NodePool pool;
    const Document again = Document::parse(document.bytes(), limits, &pool);
    require(again.nodeCount() == document.nodeCount() && again.isValid() == document.isValid());
    for (NodeId id = 0; id < document.nodeCount(); ++id)
        require(again.value(id).raw() == document.value(id).raw());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    Limits limits;
    limits.maxDepth = 200; // what crosses it is an error, not a crash
    const Document document = Document::parse(text, limits);
    require(document.text() == text);
    browse(document);
    readFromAPool(document, limits);
    if (!document.isValid()) {
        require(document.error().has_value());
        require(document.error()->offset <= size && !document.error()->reason.isEmpty());
        return 0;
    }
    followPointers(document);
    replaceEachValue(document);
    editContainers(document);
    buildAgain(document);
    return 0;
}
