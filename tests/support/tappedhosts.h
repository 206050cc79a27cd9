// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/workspace/taps.h"
#include "content/json/jsoneditor.h"
#include "models/session/servermodel.h"
#include "models/tap/breakpointmodel.h"
#include "models/tap/breakpointtext.h"
#include "models/trace/tracemodel.h"
#include "rpc/lifecycle.h"
#include "session/tap/tapbreakpoints.h"
#include "support/openedwindow.h"
#include "support/tapprocess.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tap/breakpointdialog.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/tap/heldpane.h"
#include "widgets/tap/responddialog.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace sonde::tests {

using namespace Qt::StringLiterals;
using session::TapBreakpoints;
using test::TapProcess;

inline bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

inline QByteArray echo(int id, const QByteArray &note)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":")" + note
        + R"("}}})";
}

inline QByteArray idOf(int id)
{
    return "\"id\":" + QByteArray::number(id);
}

inline tap::Breakpoint holdCalls()
{
    tap::Breakpoint made;
    auto compiled = trace::Filter::compile(u"method == \"tools/call\""_s);
    made.filter = std::get<trace::Filter>(std::move(compiled));
    return made;
}

inline const QString kWeather = u"Claude Code → weather"_s;
inline const QString kNotes = u"Cursor → notes"_s;

// A window with the taps of hosts: two conversations of others beside a server of its own, of which
// only the one with breakpoints is ever touched. A test derives from it.
class TappedHosts {
protected:
    app::MainWindow &window() const { return m_opened->window; }
    app::Taps &taps() const { return m_opened->workspace.taps(); }
    widgets::BreakpointsPanel &panel() const { return window().breakpoints(); }
    widgets::HeldPane &held() const { return panel().held(); }
    TapBreakpoints &breakpoints(const QString &name) const { return *taps().breakpoints(name); }
    QPushButton &button(const QString &name) const
    {
        return *panel().findChild<QPushButton *>(name);
    }
    void open();
    void close() { m_opened.reset(); }
    void choose(const QString &name);
    // Shows the breakpoints of the first tap.
    void holdCallsOf(const QStringList &names);
    std::unique_ptr<TapProcess> host(const QString &server, const QByteArray &name) const;
    bool holdsCall(TapProcess &host, const QString &tap, int *id) const;
    QVariant badge(const QString &name) const;
    bool isOffered() const;
    QString typed() const { return QString::fromUtf8(held().editor().bytes().toByteArray()); }
    void type(const QByteArray &text) const
    {
        held().editor().setBytes(Bytes::fromByteArray(text));
    }
    int noted(const QString &server, const char *what) const
    {
        return m_opened->noted(server, what);
    }
    QString shownHits(int row) const
    {
        return panel()
            .table()
            .model()
            ->index(row, models::BreakpointModel::HitsColumn)
            .data()
            .toString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

inline void TappedHosts::open()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path(), m_folder->filePath(u"taps"_s));
    QCOMPARE(taps().watch(), QString());
}

inline void TappedHosts::choose(const QString &name)
{
    auto &list = *window().findChild<widgets::ServersPanel *>()->findChild<QListView *>();
    const QAbstractItemModel &model = *list.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data(models::ServerModel::NameRole) == name)
            list.setCurrentIndex(model.index(row, 0));
    }
    QCOMPARE(m_opened->workspace.current(), name);
}

inline void TappedHosts::holdCallsOf(const QStringList &names)
{
    for (const QString &name : names)
        breakpoints(name).add(holdCalls());
    choose(names.front());
    window().showPanel(panel());
}

inline QVariant TappedHosts::badge(const QString &name) const
{
    const auto &list = *window().findChild<widgets::ServersPanel *>()->findChild<QListView *>();
    const QAbstractItemModel &model = *list.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data(models::ServerModel::NameRole) == name)
            return model.index(row, 0).data(models::ServerModel::HeldRole).toInt();
    }
    return {};
}

inline std::unique_ptr<TapProcess> TappedHosts::host(
    const QString &server, const QByteArray &name) const
{
    auto host = std::make_unique<TapProcess>(server, m_folder->path(), QStringList{test::kDemo});
    const QString tap = QString::fromUtf8(name) + u" → "_s + server;
    if (!host->opens(name) || !holds([&] {
            const session::Observation *const seen = taps().find(tap);
            return seen && seen->isLive();
        }))
        qWarning("the tap did not appear");
    return host;
}

// A tap reads its window and its host at the same time: calls that come before its breakpoints
// cross it.
inline bool TappedHosts::holdsCall(TapProcess &host, const QString &tap, int *id) const
{
    const std::size_t before = breakpoints(tap).held().size();
    for (int tries = 0; tries < 1000; ++tries) {
        ++*id;
        host.send(echo(*id, "as it came"));
        const bool decided = holds([&] {
            return breakpoints(tap).held().size() > before || host.process().bytesAvailable() > 0;
        });
        if (breakpoints(tap).held().size() > before)
            return true;
        if (!decided || !host.receives(idOf(*id)))
            return false;
    }
    return false;
}

inline bool TappedHosts::isOffered() const
{
    const app::Panels &tabs = window().tabs();
    return tabs.isTabVisible(tabs.indexOf(&panel()));
}

} // namespace sonde::tests
