// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/signs/sign.h"
#include "trace/record/record.h"

#include <QString>

#include <cstdint>

namespace sonde::models {

// A record in the words, numbers and signs of the trace. Numbers are written the same in every
// language: 9.204 must not mean nine thousand in one column and nine in the next.

QString timeText(std::int64_t wallNs); // "12:05:02.771640", local time
QString dateTimeText(std::int64_t wallNs); // "2026-11-20 12:05:02.771640"
QString durationText(std::int64_t ns); // "41.306 ms", "31.56 s", "2:05 min", "1:02:05 h"
QString deltaText(std::int64_t ns); // the same with its sign: "+0.412 ms"
QString runningText(std::int64_t ns); // of something that goes on: "14.2 s"
QString groupedText(std::uint64_t number); // "9,204"
QString errorCodeText(std::int32_t code); // "−32602 invalid params"
// The number as errorCodeText() has it when it is a plain integer, everything else as written.
QString errorNumber(const QString &written);
// Of a code that is no plain integer, as it was written: "-32601.0 method not found"; empty: none.
QString oddErrorText(std::string_view code);
QString httpStatusText(int status); // "401 unauthorized"

// A line as one row shows it: decoded, blanks for control characters, none at its ends.
QString lineText(const Bytes &bytes);

QString directionText(const trace::Record &record); // "sent", "received", "–"
QString kindText(const trace::Record &record);
QString problemText(rpc::Problem problem); // "stray output", "late answer", …
QString statusText(const trace::Record &record);

Sign directionSign(const trace::Record &record);
Sign statusSign(const trace::Record &record);
ColorRole kindColorRole(const trace::Record &record);

// A problem of a record that is a message all the same; such a one is a finding.
bool hasFinding(const trace::Record &record);

} // namespace sonde::models
