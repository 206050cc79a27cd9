// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/resultprinter.h"

#include "cli/output/clitr.h"
#include "cli/output/contentfiles.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"

namespace sonde::cli {

ResultPrinter::ResultPrinter(const Options &options, Output &out, Output &err)
    : m_options(options)
    , m_out(out)
    , m_err(err)
{
}

// 2026-07-28: with such a result the server wants responses to questions of its own before it goes
// on, and none came.
int ResultPrinter::codeOf(const json::Value &result, bool isWritten)
{
    if (!isWritten)
        return kUsage;
    if (!result["resultType"].equals("input_required"))
        return kFine;
    m_err.complain(Text::tr("The server requires input to continue, and received none."));
    return kNoResponse;
}

bool ResultPrinter::print(const json::Value &result, QString (*text)(const json::Value &))
{
    if (m_options.json)
        printJson(result);
    if (m_options.output.isEmpty()) {
        if (!m_options.json)
            m_out.write(text(result));
        return true;
    }
    const Result<QStringList> written = writeContents(contentPieces(result), m_options.output);
    if (!written) {
        m_err.complain(written.error().sentence);
        return false;
    }
    for (const QString &line : m_options.json ? QStringList() : *written)
        m_out.write(QString(harmlessLine(line) + u'\n'));
    return true;
}

void ResultPrinter::printJson(const json::Value &value)
{
    m_out.write(value.raw());
    m_out.write(std::string_view("\n"));
}

} // namespace sonde::cli
