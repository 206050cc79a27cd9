// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/formdefaults.h"

#include "json/builder.h"

namespace sonde::review {

Bytes formDefaults(const json::Value &schema)
{
    json::Builder form;
    form.beginObject();
    for (const json::Value property : schema["properties"]) {
        if (const json::Value standard = property["default"])
            form.rawMember(property.key(), standard.raw());
    }
    return Bytes::copyOf(form.endObject().takeString());
}

Bytes acceptedForm(const Bytes &content)
{
    json::Builder response;
    response.beginObject().member("action", "accept");
    if (!content.isEmpty())
        response.rawMember("content", content.view());
    return Bytes::copyOf(response.endObject().takeString());
}

} // namespace sonde::review
