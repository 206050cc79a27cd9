// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"
#include "json/document.h"

#include <QObject>

namespace sonde::widgets {
class PromptsPanel;
class RawRequestPanel;
class ResourcesPanel;
class ToolsPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Panels;
class Workspace;

// Sends a request of the trace again, or opens it to be edited: in the panel of tools, resources or
// prompts if that can say all of it, otherwise in Raw.
class Resending : public QObject {
    Q_OBJECT
public:
    struct Parts {
        widgets::TracePanel &trace;
        Panels &panels;
        widgets::ToolsPanel &tools;
        widgets::ResourcesPanel &resources;
        widgets::PromptsPanel &prompts;
        widgets::RawRequestPanel &raw;
    };

    Resending(Workspace &workspace, const Parts &parts, QObject *parent); // all outlive it

    void open(trace::Number number, bool edit);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    bool openTool(const json::Value &params, bool edit);
    bool openResource(const json::Value &params, bool edit);
    bool openPrompt(const json::Value &params, bool edit);
    void openRaw(const json::Document &message, bool edit);

    Workspace &m_workspace;
    Parts m_parts;
};

} // namespace sonde::app
