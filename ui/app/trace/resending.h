// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"
#include "json/document.h"

#include <QObject>

#include <vector>

namespace sonde::widgets {
class CatalogPanel;
class RawRequestPanel;
class ResendActions;
} // namespace sonde::widgets

namespace sonde::app {

class Panels;
class Workspace;

// Sends a request of the trace again, or opens it to be edited: in the panel whose form can say all
// of it, otherwise in Raw.
class Resending : public QObject {
    Q_OBJECT
public:
    // All outlive it. The panels are among the tabs.
    Resending(Workspace &workspace, widgets::ResendActions &actions, Panels &tabs,
        std::vector<widgets::CatalogPanel *> forms, widgets::RawRequestPanel &raw);

    void open(trace::Number number, bool edit);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    bool openForm(const json::Value &request, bool edit);
    void openRaw(const json::Value &request, bool edit);

    Workspace &m_workspace;
    Panels &m_tabs;
    const std::vector<widgets::CatalogPanel *> m_forms;
    widgets::RawRequestPanel &m_raw;
};

} // namespace sonde::app
