// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/tapoptions.h"

#include "cli/options/argumentcheck.h"
#include "cli/options/commandwords.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <QFileInfo>

namespace sonde::cli {

bool isTap(const std::vector<std::string> &words)
{
    const CommandRow *row = findCommand(namedCommand(words));
    return row && meaningOf(*row, words).meets(Command::TapProgram);
}

Result<TapOptions> tapOptions(const Line &line)
{
    if (const Result<void> good = checkArguments(line); !good)
        return good.error();
    if (line.rest.empty() || line.rest.front().empty())
        return usageError(Text::tr("“tap” needs the server's program after --, for example "
                                   "sonde-cli tap -- npx server, or --url with its address."));
    TapOptions options;
    options.recordFile = line.text("--record");
    options.name = line.text("--name");
    if (options.name.isEmpty())
        options.name = QFileInfo(decodedWord(line.rest.front())).fileName();
    return options;
}

} // namespace sonde::cli
