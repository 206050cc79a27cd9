// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filtercompletion.h"

namespace sonde::models {

class TraceModel;

// Methods, targets and servers of the newest rows, for the completion of a filter.
trace::FilterVocabulary filterWords(const TraceModel &trace);
// The words for the filter of a response rule, which looks at what that server asks: its methods,
// and the tools, prompts and resources of the calls that led to it.
trace::FilterVocabulary ruleWords(const TraceModel &trace, const QString &server);

} // namespace sonde::models
