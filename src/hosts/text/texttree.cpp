// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/texttree.h"

#include "hosts/table/hoststr.h"
#include "json/builder.h"

#include <utility>

namespace sonde::hosts {

namespace {

void openValue(const TextTree::Node &node, json::Builder &out)
{
    switch (node.type) {
    case json::Type::Object:
        out.beginObject();
        break;
    case json::Type::Array:
        out.beginArray();
        break;
    case json::Type::String:
        out.string(std::string_view(node.scalar));
        break;
    case json::Type::Null:
        out.null();
        break;
    case json::Type::Number:
    case json::Type::Bool:
        out.raw(node.scalar);
        break;
    }
}

} // namespace

QString obstacleText(Obstacle obstacle)
{
    switch (obstacle) {
    case Obstacle::None:
        break;
    case Obstacle::SeveralLines:
        return Text::tr("The text is written over several lines. Write it on one line.");
    case Obstacle::Anchor:
        return Text::tr("The value has an anchor (&), so other places may use it as well. "
                        "Write it without one.");
    case Obstacle::Alias:
        return Text::tr("The value is an alias (*) of another place. Write the value itself.");
    case Obstacle::Tag:
        return Text::tr("The value has a tag (!), which Sonde does not know. Write it without "
                        "one.");
    }
    return {};
}

TextTree::TextTree()
{
    m_nodes.emplace_back().type = json::Type::Object;
}

int TextTree::add(int parent, std::string name)
{
    const int depth = (*this)[parent].depth + 1;
    if (m_nodes.size() >= kMaxNodes || depth > kMaxDepth)
        return -1;
    const int node = int(m_nodes.size());
    m_nodes.emplace_back();
    m_nodes.back().name = std::move(name);
    m_nodes.back().depth = depth;
    (*this)[parent].children.push_back(node);
    return node;
}

TranslatedText TextTree::translated() const
{
    struct Open {
        int node;
        std::size_t next; // child
    };
    json::Builder out;
    TranslatedText result;
    std::vector<Open> open;
    const auto visit = [&](int node) {
        openValue((*this)[node], out);
        result.places.push_back((*this)[node].place);
        open.push_back({node, 0});
    };
    visit(kRoot);
    while (!open.empty()) {
        const Node &node = (*this)[open.back().node];
        if (open.back().next < node.children.size()) {
            const int child = node.children[open.back().next++];
            if (node.type == json::Type::Object)
                out.key((*this)[child].name);
            visit(child);
            continue;
        }
        if (node.type == json::Type::Object)
            out.endObject();
        else if (node.type == json::Type::Array)
            out.endArray();
        open.pop_back();
    }
    result.json = out.takeString();
    return result;
}

} // namespace sonde::hosts
