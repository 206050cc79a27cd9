// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/traceimport.h"

#include "base/utf8.h"
#include "trace/record/tracetr.h"
#include "trace/transfer/harimport.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/logimport.h"

#include <QFile>

#include <memory>

namespace sonde::trace {

namespace {

constexpr std::uint32_t kMaxImportedDepth = 1000;

enum class Format : std::uint8_t { Unknown, Sonde, Snoop, Desktop, Whole };

Error importError(const char *why)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("The file cannot be imported: %1").arg(QString::fromUtf8(why))};
}

std::string_view withoutMark(std::string_view text)
{
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    return text;
}

Format formatOf(std::string_view text)
{
    std::string_view rest = text;
    const auto line = nextLine(rest);
    if (isDesktopLine(line))
        return Format::Desktop;
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || (text[begin] != '{' && text[begin] != '['))
        return Format::Unknown;
    const auto first = json::Document::parse(line);
    if (first.isValid() && first.root()["sonde"].exists())
        return Format::Sonde;
    if (first.isValid() && isSnoopLine(first.root()))
        return Format::Snoop;
    return Format::Whole;
}

Result<void> importWhole(std::string_view text, ImportFeed &feed, const std::stop_token &stop)
{
    if (text.size() > kMaxImportedText)
        return importError("it is larger than 256 MiB.");
    json::Limits limits;
    limits.maxDepth = kMaxImportedDepth;
    const auto document = json::Document::parse(text, limits);
    const auto root = document.root();
    if (!document.isValid())
        return importError("it is no JSON.");
    if (root["log"]["entries"].isArray())
        return importHar(root, feed, stop);
    if (root.isArray() && root.first()["message"].exists())
        return importInspectorHistory(root, feed, stop);
    if (root.isArray() && root.first()["url"].isString() && root.first()["timestamp"].isString())
        return importInspectorNetwork(root, feed, stop);
    return importError(
        "it is none of the formats that are known. These are JSON Lines of Sonde, HAR, "
        "sessions of mcpsnoop, histories and network logs of the MCP Inspector, and "
        "logs of Claude Desktop.");
}

Result<void> importOther(
    Format format, std::string_view text, const QString &path, const std::stop_token &stop)
{
    auto feed = std::make_unique<ImportFeed>();
    if (auto opened = feed->open(path); !opened)
        return opened;
    Result<void> done;
    if (format == Format::Desktop)
        done = importDesktopLog(text, *feed, stop);
    else if (format == Format::Snoop)
        done = importSnoopLog(text, *feed, stop);
    else
        done = importWhole(text, *feed, stop);
    if (done && feed->messageCount() == 0)
        done = importError("there is no message in it.");
    if (done)
        return feed->finish();
    feed.reset();
    for (const char *ending : {"", "-wal", "-shm"})
        QFile::remove(path + QLatin1String(ending));
    return done;
}

} // namespace

Result<void> importTrace(std::string_view text, const QString &path, const std::stop_token &stop)
{
    if (std::int64_t(text.size()) > kMaxImport)
        return importError("it is larger than 1 GiB.");
    text = withoutMark(text);
    const Format format = formatOf(text);
    if (format == Format::Unknown)
        return importError("it is none of the formats that are known.");
    auto done = format == Format::Sonde ? importJsonLines(text, path, stop)
                                        : importOther(format, text, path, stop);
    if (!done || !stop.stop_requested())
        return done;
    for (const char *ending : {"", "-wal", "-shm"})
        QFile::remove(path + QLatin1String(ending));
    return Error{.domain = Domain::Cancelled, .sentence = Text::tr("The import was cancelled.")};
}

} // namespace sonde::trace
