// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"
#include "widgets/kit/secondarywindow.h"

namespace sonde::content {
class TextDiffView;
}

namespace sonde::widgets {

// Two messages of a trace, line by line. JSON is laid out over lines first; every name, string and
// number in it is compared as its bytes are. What is no JSON is compared as it is.
class CompareWindow : public SecondaryWindow {
    Q_OBJECT
public:
    static constexpr std::uint32_t kMaxBytes = 32U << 20; // of either; larger ones are refused

    // The store of the model outlives the window.
    CompareWindow(const models::TraceModel &model, trace::Number before, trace::Number after,
        QWidget *parent = nullptr);

    const content::TextDiffView &diff() const { return *m_diff; }

private:
    content::TextDiffView *m_diff;
};

} // namespace sonde::widgets
