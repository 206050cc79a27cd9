// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "models/fanout/fantablemodel.h"
#include "support/openedwindow.h"
#include "widgets/fanout/fanoutwindow.h"
#include "widgets/fanout/fanresultview.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QMenu>
#include <QTest>

namespace sonde::tests {

// A window for a call on several servers, from the menu, with the demo server as the current one;
// null: it cannot be opened.
inline widgets::FanOutWindow *fanOutFromMenu(
    Opened &opened, const QString &tool, const char *arguments)
{
    opened.workspace.setCurrent(QStringLiteral("demo"));
    widgets::ToolsPanel &tools = opened.window.tools();
    opened.window.showPanel(tools);
    if (!QTest::qWaitFor([&tools] { return tools.count() > 1; }, kPatienceMs))
        return nullptr;
    tools.chooseTool(tool);
    tools.callPane().editor().setBytes(Bytes::copyOf(arguments));
    auto *action = opened.window.findChild<QAction *>(QStringLiteral("callOnServers"));
    if (!action || !opened.window.actions().callMenu->actions().contains(action)
        || !QTest::qWaitFor([action] { return action->isEnabled(); }, kPatienceMs))
        return nullptr;
    action->trigger();
    const auto windows = opened.window.findChildren<widgets::FanOutWindow *>();
    return !windows.isEmpty() && windows.back()->isVisible() ? windows.back() : nullptr;
}

// The row of the server's list that has this name; -1: there is none.
inline int rowOf(const widgets::FanOutWindow &window, const QString &server)
{
    const QAbstractItemModel &model = *window.servers().model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, models::FanServerModel::NameColumn).data().toString() == server)
            return row;
    }
    return -1;
}

inline QString stateOf(const widgets::FanOutWindow &window, const QString &server)
{
    const int row = rowOf(window, server);
    const QAbstractItemModel &model = *window.servers().model();
    return row < 0 ? QString()
                   : model.index(row, models::FanServerModel::StateColumn).data().toString();
}

// Of the row with this name in the responses.
inline QString cellOf(const widgets::FanOutWindow &window, const QString &row, int column)
{
    const models::FanTableModel &model = window.results().model();
    for (int i = 0; i < model.rowCount(); ++i) {
        if (model.index(i, models::FanTableModel::kNameColumn).data().toString() == row)
            return model.index(i, column).data().toString();
    }
    return {};
}

} // namespace sonde::tests
