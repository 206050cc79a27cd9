// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/validate/toolvalidation.h"

#include "cli/output/clitr.h"
#include "cli/output/errordetail.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "cli/validate/validatecommand.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::cli {

namespace {

Result<schema::Validator> validatorOf(const json::Value &schema)
{
    return schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(schema.raw()))));
}

// 2025-11-25 server/tools#tool: a schema is an object whose type is "object".
QString problemOf(const json::Value &schema, const char *member)
{
    const QString name = QLatin1String(member);
    if (!schema.isObject())
        return Text::tr("%1 is not a JSON object.").arg(name);
    if (!schema["type"].equals("object"))
        return Text::tr("%1 must have the type \"object\" (2025-11-25 server/tools).").arg(name);
    const auto validator = validatorOf(schema);
    return validator ? QString()
                     : Text::tr("%1 is no usable schema: %2")
                           .arg(name, harmlessLine(sentenceWithDetail(validator.error())));
}

int checkDefinition(const json::Value &tool, Output &out, Output &err)
{
    int code = kFine;
    for (const char *member : {"inputSchema", "outputSchema"}) {
        const json::Value schema = tool[member];
        const bool isOptional = QLatin1String(member) == QLatin1String("outputSchema");
        if (isOptional && !schema.exists())
            continue;
        const QString problem = problemOf(schema, member);
        if (!problem.isEmpty()) {
            err.complain(problem);
            code = kUnusableSchema;
        } else {
            out.write(Text::tr("%1: usable\n").arg(QLatin1String(member)));
        }
    }
    return code;
}

} // namespace

int validateForTool(
    const json::Value &tool, const ToolValidation &options, Output &out, Output &err)
{
    if (options.files.isEmpty())
        return checkDefinition(tool, out, err);
    const char *member = options.isResult ? "outputSchema" : "inputSchema";
    const json::Value schema = tool[member];
    if (!schema.exists()) {
        err.complain(Text::tr("The tool has no %1.").arg(QLatin1String(member)));
        return kUnusableSchema;
    }
    const auto validator = validatorOf(schema);
    if (!validator) {
        err.complain(problemOf(schema, member));
        return kUnusableSchema;
    }
    int code = kFine;
    for (const QString &file : options.files)
        code = std::max(code, validateInstance(file, *validator, options.json, out, err));
    return code;
}

} // namespace sonde::cli
