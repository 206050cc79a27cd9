// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/signs/sign.h"
#include "trace/record/record.h"

#include <QString>

#include <cstdint>

namespace sonde::models {

// A record in the words and signs of the trace.

QString errorCodeText(std::int32_t code); // "−32602 invalid params"
// The number as errorCodeText() has it when it is a plain integer, everything else as written.
QString errorNumber(const QString &written);
// Of a code that is no plain integer, as it was written: "-32601.0 method not found"; empty: none.
QString oddErrorText(std::string_view code);
QString httpStatusText(int status); // "401 unauthorized"

// A line as one row shows it: decoded, blanks for control characters, none at its ends.
QString lineText(const Bytes &bytes);

// "sent", "received", "–". Of a tap, where neither side is Sonde: "to server", "to host".
QString directionText(const trace::Record &record, bool tapped);
QString kindText(const trace::Record &record);
QString problemText(rpc::Problem problem); // "non-protocol output", "late response", …
QString statusText(const trace::Record &record);

Sign directionSign(const trace::Record &record);
Sign statusSign(const trace::Record &record);
ColorRole kindColorRole(const trace::Record &record);

// A problem of a record that is a message all the same; such a one is a finding, but for a late
// response, which the server could not help.
bool hasFinding(const trace::Record &record);

} // namespace sonde::models
