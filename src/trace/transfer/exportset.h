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
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde::trace {

// The messages to export, and the options of the export.
struct ExportSet {
    static constexpr std::size_t kMaxStrings = 10'000; // that are kept redacted

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
    mutable std::unordered_map<std::uint32_t, std::string> strings{}; // by number, redacted

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
    // A text, redacted.
    std::string shown(std::string text) const
    {
        if (redactor)
            redactor->redact(text);
        return text;
    }
    std::string shown(const QString &text) const { return shown(text.toStdString()); }
    // A string of records, redacted: a target may be an address with a secret in its query. Many
    // records have the same ones.
    std::string shownString(std::uint32_t number) const
    {
        if (strings.size() >= kMaxStrings)
            strings.clear();
        const auto [at, isNew] = strings.try_emplace(number);
        if (isNew)
            at->second = shown(store->string(number));
        return at->second;
    }
    std::string shownErrorCode(const Record &record) const { return shown(errorCode(record)); }
    // The message's bytes, redacted.
    Result<std::string> text(const Record &record) const
    {
        const auto bytes = store->read(record);
        if (!bytes)
            return bytes.error();
        return shown(std::string(bytes->view()));
    }
};

// Receives the next part of the export; returns false if it could not be written, which ends the
// export.
using ExportSink = std::function<bool(std::string_view)>;

} // namespace sonde::trace
