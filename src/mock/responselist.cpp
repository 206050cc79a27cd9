// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/responselist.h"

#include "base/domainerror.h"
#include "mock/maderesponse.h"
#include "mock/mocktr.h"
#include "json/edit.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sonde::mock {

Result<ResponseList> ResponseList::read(const Bytes &text)
{
    if (const auto checked = MadeResponses::read(text); !checked)
        return checked.error();
    ResponseList list;
    list.m_around = text;
    const json::Document document = json::Document::parse(text);
    for (const json::Value entry : document.root()["responses"])
        list.responses.push_back({responseFields(entry), Bytes::copyOf(entry.raw())});
    return list;
}

Result<Bytes> ResponseList::text() const
{
    std::string entries;
    for (std::size_t i = 0; i < responses.size(); ++i) {
        const ListedResponse &each = responses[i];
        if (const Result<void> checked = checkFields(each.fields); !checked)
            return usageError(Text::tr("Response %1: %2").arg(i + 1).arg(checked.error().sentence));
        entries += i == 0 ? "\n  " : ",\n  ";
        entries += (each.written.isEmpty() ? entryText(each.fields) : each.written).view();
    }
    const std::string array = '[' + entries + (responses.empty() ? "]" : "\n]");
    Result<Bytes> whole = Bytes::copyOf("{\"version\": 1, \"responses\": " + array + "}\n");
    if (!m_around.isEmpty()) {
        const json::Document document = json::Document::parse(m_around);
        whole = json::replaceValue(document.root()["responses"], array);
    }
    if (!whole)
        return whole;
    if (qint64(whole->size()) > MadeResponses::kMaxBytes)
        return usageError(Text::tr("The list is too large: at most 16 MiB."));
    if (const auto checked = MadeResponses::read(*whole); !checked)
        return checked.error();
    return whole;
}

int ResponseList::wrongEntry() const
{
    const auto found = std::find_if(responses.begin(), responses.end(),
        [](const ListedResponse &each) { return !checkFields(each.fields); });
    return found == responses.end() ? -1 : int(found - responses.begin());
}

} // namespace sonde::mock
