// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/exercisestep.h"

#include <QObject>

namespace sonde::widgets {
class AuthPanel;
class FindingsPanel;
class LogsPanel;
class OverviewPanel;
class Panel;
class PromptsPanel;
class ResourcesPanel;
class ToolsPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Panels;

// The way from a requirement that nothing has exercised yet to the panel or dialog where that is
// done. Sends nothing.
class ExerciseViews : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Panels &tabs;
        widgets::FindingsPanel &findings;
        widgets::OverviewPanel &overview;
        widgets::AuthPanel &auth;
        widgets::ToolsPanel &tools;
        widgets::ResourcesPanel &resources;
        widgets::PromptsPanel &prompts;
        widgets::LogsPanel &logs;
    };

    ExerciseViews(const Parts &parts, QObject *parent); // which they outlive

    void prepare(models::ExerciseStep step);

Q_SIGNALS:
    void said(const QString &sentence); // why nothing is opened

private:
    widgets::Panel &panelOf(models::ExerciseStep step) const;

    const Parts m_parts;
};

} // namespace sonde::app
