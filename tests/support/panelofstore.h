// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/document/tracedocument.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/tracepanel.h"

namespace sonde::tests {

struct OwnDocument {
    models::TraceDocument own;
};

// The list of a store, with a document of its own.
class PanelOfStore : private OwnDocument, public widgets::TracePanel {
public:
    explicit PanelOfStore(trace::Store &store, QWidget *parent = nullptr,
        const models::TraceDocument::Shared &shared = {})
        : OwnDocument{models::TraceDocument(store, shared)}
        , TracePanel(own, parent)
    {
    }
};

} // namespace sonde::tests
