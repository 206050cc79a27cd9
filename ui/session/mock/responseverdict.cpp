// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/responseverdict.h"

#include "rpc/responsetemplate.h"
#include "json/document.h"

namespace sonde::session {

ResponseVerdict ResponseVerdict::of(const mock::ResponseFields &fields)
{
    ResponseVerdict verdict;
    if (const Result<void> checked = mock::checkFields(fields); !checked)
        verdict.problem = checked.error().sentence;
    if (mock::isTemplate(fields))
        verdict.unknown = json::toQString(rpc::unknownPlaceholder(fields.text));
    verdict.words = models::MockRow::of(fields, verdict.problem);
    return verdict;
}

bool ResponseVerdict::isQuick(const mock::ResponseFields &fields)
{
    return fields.name.size() + fields.arguments.size() + fields.params.size() + fields.text.size()
        <= kInlineBytes;
}

} // namespace sonde::session
