// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "trace/filter/filter.h"
#include "trace/filter/filterparser.h"

#include <cstdint>

// Whatever is typed gives a filter, or an error whose place lies in the text.

namespace {

using namespace sonde::trace;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QString text =
        QString::fromUtf8(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const auto compiled = Filter::compile(text);
    if (const auto *error = std::get_if<FilterError>(&compiled)) {
        require(!error->sentence.isEmpty());
        require(error->at >= 0 && error->length >= 0);
        require(error->at + error->length <= text.size());
        return 0;
    }
    const auto &filter = std::get<Filter>(compiled);
    const auto &nodes = filter.nodes();
    require(nodes.size() <= FilterParser::kMaxNodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].kind != FilterNode::Kind::Compare && nodes[i].kind != FilterNode::Kind::Words)
            require(nodes[i].first < i && nodes[i].second < i);
    }
    // What a filter says of itself means the same again.
    const auto again = Filter::compile(filter.text());
    require(std::holds_alternative<Filter>(again));
    require(std::get<Filter>(again).nodes().size() == nodes.size());
    return 0;
}
