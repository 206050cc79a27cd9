// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanresult.h"

#include <QString>

namespace sonde::fanout {

// What a table says of a column. Each text is empty where nothing is known; texts of the server are
// as it sent them.

QString serverText(const FanResult &result); // name and version
QString outcomeText(const FanResult &result); // "result", "error -32602"
QString tookText(const FanResult &result); // of the request alone: "0.46 ms"
QString lengthText(const FanResult &result); // of the result or the error: "122 bytes"
QString findingsText(const FanResult &result); // "2: tools.name-charset", "none"
QString comparisonText(const FanResult &result); // "the first", "equal", "different (3)"

} // namespace sonde::fanout
