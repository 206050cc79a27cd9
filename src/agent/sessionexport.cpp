// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/sessionexport.h"

#include "base/formatting.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceexport.h"

#include <QFile>

#include <string>

namespace sonde::agent {

namespace {

Error tooLarge(const trace::ExportSet &set, const QString &path, std::size_t most)
{
    return {.domain = Domain::Storage,
        .sentence = QStringLiteral("Cannot write %1: the text of the %2 chosen messages has more "
                                   "than %3, the most that an export makes a session of. Choose "
                                   "fewer messages with filter or connection, or give a path that "
                                   "ends with .jsonl, which has no such limit.")
                        .arg(path, countText(set.chosen.size()), bytesText(std::int64_t(most)))};
}

} // namespace

Result<void> exportSession(const trace::ExportSet &set, const QString &path, std::size_t most)
{
    std::string text;
    bool isTooLarge = false;
    auto done = trace::exportTrace(set, trace::ExportFormat::JsonLines, [&](std::string_view part) {
        isTooLarge = text.size() + part.size() > most;
        if (!isTooLarge)
            text += part;
        return !isTooLarge;
    });
    if (isTooLarge)
        return tooLarge(set, path, most);
    if (!done || set.stop.stop_requested())
        return done;
    done = trace::importJsonLines(text, path, set.stop);
    if (done && set.stop.stop_requested())
        QFile::remove(path);
    return done;
}

} // namespace sonde::agent
