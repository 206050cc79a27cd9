// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/context.h"

#include "schema/validator.h"

namespace sonde::findings {

std::unique_ptr<const Error> Context::findFault(const json::Value &schema)
{
    const auto made = schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(schema.raw()))));
    return made ? nullptr : std::make_unique<const Error>(made.error());
}

} // namespace sonde::findings
