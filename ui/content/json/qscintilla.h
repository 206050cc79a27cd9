// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// QScintilla's headers need the keywords that QT_NO_KEYWORDS takes away: they are given back for
// as long as these are read.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscilexerjson.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots
