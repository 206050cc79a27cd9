// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"

#include <QTest>

// Qt's own patience, 5 s, is too short for a peer that is starved. In every test: it is precompiled
// for all of them, and included by force where nothing is.
#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), ::sonde::kPatienceMs)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(condition, text)                                                              \
    QTRY_VERIFY2_WITH_TIMEOUT((condition), text, ::sonde::kPatienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected)                                                             \
    QTRY_COMPARE_WITH_TIMEOUT((actual), expected, ::sonde::kPatienceMs)
