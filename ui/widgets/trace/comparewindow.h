// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"
#include "widgets/kit/frame/secondarywindow.h"

class QCheckBox;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::widgets {

// Two messages of a trace, line by line. JSON is laid out over lines first; every name, string and
// number in it is compared as its bytes are, except for ids and times if a person wants them
// ignored. What is no JSON is compared as it is.
class CompareWindow : public SecondaryWindow {
    Q_OBJECT
public:
    static constexpr std::uint32_t kMaxBytes = 32U << 20; // of either; larger ones are refused

    // The store of the model outlives the window.
    CompareWindow(const models::TraceModel &model, trace::Number before, trace::Number after,
        QWidget *parent = nullptr);

    const content::TextDiffView &diff() const { return *m_diff; }
    QCheckBox &ignoreBox() const { return *m_ignore; } // ids and times

private:
    void compare();

    const trace::Store &m_store;
    const trace::Record m_before;
    const trace::Record m_after;
    QCheckBox *m_ignore;
    content::TextDiffView *m_diff;
};

} // namespace sonde::widgets
