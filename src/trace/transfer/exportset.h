// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/sessionreader.h"
#include "trace/filter/filterrun.h"
#include "trace/record/automaticmark.h"
#include "trace/record/errorcode.h"
#include "trace/record/heldtimes.h"
#include "trace/record/recordlist.h"
#include "trace/record/store.h"
#include "trace/transfer/redactor.h"

#include <QString>

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sonde::trace {

// The messages to export, and the options of the export.
struct ExportSet {
    const Store *store = nullptr;
    Number first = 1; // number of records.front()
    RecordSnapshot records; // without gaps, with the responses to the chosen messages
    std::vector<Number> chosen; // ascending
    // The reader of all bytes of the session, including those outside of messages; null: only the
    // chosen messages are exported.
    const SessionReader *whole = nullptr;
    Redactor *redactor = nullptr; // null: nothing is redacted
    std::stop_token stop;
    mutable std::optional<HeldTimes> held{}; // of the records; made when a row is asked for

    const Record *find(Number number) const
    {
        return number < first || number - first >= records.size() ? nullptr
                                                                  : &records[number - first];
    }
    FilterRow row(Number number) const
    {
        const Record *record = find(number);
        const Record *pair = find(record->pair);
        AutomaticMark mark(*store);
        const auto line = mark.lineOf(
            [this](std::size_t at) -> const Record & { return records[at]; }, number - first);
        if (!held)
            held.emplace(records, first, *store);
        return {number, *record, durationOf(*record, pair, held->of(number)),
            askedOf(*record, pair), line.has_value(), oddErrorOf(*record, pair)};
    }
    std::string errorCode(const Record &record) const
    {
        return errorCodeText(*store, record, oddErrorOf(record, find(record.pair)));
    }
    // The error code, redacted.
    std::string shownErrorCode(const Record &record) const
    {
        std::string code = errorCode(record);
        if (redactor)
            redactor->redact(code);
        return code;
    }
    // The message's bytes, redacted.
    Result<std::string> text(const Record &record) const
    {
        const auto bytes = store->read(record);
        if (!bytes)
            return bytes.error();
        std::string text(bytes->view());
        if (redactor)
            redactor->redact(text);
        return text;
    }
};

// Receives the next part of the export; returns false if it could not be written, which ends the
// export.
using ExportSink = std::function<bool(std::string_view)>;

enum class ExportFormat : std::uint8_t { JsonLines, Har, Markdown, Csv };

// "jsonl", "har", "md", "csv": the names for --format, and the file suffixes.
QString formatName(ExportFormat format);
std::optional<ExportFormat> formatOf(const QString &nameOrFile);

// Fails if a message cannot be read, or the sink returns false.
Result<void> exportTrace(const ExportSet &set, ExportFormat format, const ExportSink &sink);

} // namespace sonde::trace
