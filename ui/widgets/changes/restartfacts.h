// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/calltimings.h"
#include "models/changes/findingchanges.h"
#include "models/changes/restart.h"
#include "models/changes/startfigures.h"

#include <QWidget>

namespace sonde::look {
class ColorLabel;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class PropertyModel;
}

namespace sonde::widgets {

class PlainTable;
class PropertyGrid;
class StartBars;

// Beside the changes of a start: how long calls take before and after it, findings that are new or
// gone, and the start itself beside the one it is compared with, with bars for the last starts.
class RestartFacts : public QWidget {
    Q_OBJECT
public:
    explicit RestartFacts(QWidget *parent = nullptr);

    // `before`: nullptr without one.
    void setRestart(const models::Restart &restart, const models::Restart *before,
        const changes::Comparison *comparison);
    // Of the last starts: the time to the first response, and the memory.
    void setFigures(models::StartFigures responses, models::StartFigures memory);
    void setTimings(const std::vector<models::CallTiming> &timings);
    // Nothing: they are not known, because one of the starts is from an earlier run of Sonde.
    void setFindings(const std::optional<std::vector<models::FindingChange>> &findings);
    const std::vector<models::CallTiming> &shownTimings() const { return m_shownTimings; }
    const std::optional<std::vector<models::FindingChange>> &shownFindings() const
    {
        return m_shownFindings;
    }
    PlainTable &findings() { return *m_findings; }
    PlainTable &timings() { return *m_timings; }
    PropertyGrid &facts() { return *m_facts; }
    QString shownResponse() const; // "412 ms · was 398 ms"
    QString shownMemory() const;
    StartBars &responseBars() { return *m_responses; }
    StartBars &memoryBars() { return *m_memory; }

private:
    QWidget *makeStart();
    void showStartTexts(const models::Restart &restart, const models::Restart *before);

    std::vector<models::CallTiming> m_shownTimings;
    std::optional<std::vector<models::FindingChange>> m_shownFindings;
    models::PropertyModel *m_rows;
    models::PropertyModel *m_findingRows;
    PlainTable *m_timings;
    PlainTable *m_findings;
    look::PanelTitle *m_findingTitle;
    PropertyGrid *m_facts;
    look::ColorLabel *m_responseText;
    look::ColorLabel *m_memoryText;
    StartBars *m_responses;
    StartBars *m_memory;
};

} // namespace sonde::widgets
