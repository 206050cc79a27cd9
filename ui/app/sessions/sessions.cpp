// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessions.h"

#include "app/sessions/sessionuses.h"
#include "app/sessions/sessionviews.h"
#include "app/workspace/places.h"
#include "app/workspace/sessionfolder.h"
#include "look/controls/inlinemessage.h"
#include "models/settings/settings.h"
#include "trace/file/sessioncopy.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceimport.h"
#include "widgets/trace/sessionwindow.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace sonde::app {

namespace {

// What another program has written becomes a session file in the folder of recordings, and that is
// opened.
SessionOpening::Work importing(const QString &path, const QString &to)
{
    return [path, to](const trace::OpenWatch &watch) -> Result<SessionOpening::Store> {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return Error{.domain = Domain::Storage, .sentence = file.errorString()};
        if (trace::SessionStore::isSession(file))
            return trace::SessionStore::open(path, watch);
        const QByteArray text = file.read(trace::kMaxImport + 1);
        const std::string_view noted(text.data(), std::size_t(text.size()));
        if (auto done = trace::importTrace(noted, to, watch.stop); !done)
            return done.error();
        return trace::SessionStore::open(to, watch);
    };
}

} // namespace

Sessions::Sessions(Workspace &workspace, look::InlineMessage &message, QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_message(message)
    , m_window(window)
    , m_mockLists(new MockLists(workspace, window))
    , m_saving(this, BackgroundJob::Ending::Join)
{
    connect(&message, &look::InlineMessage::buttonClicked, this, &Sessions::openUnfinished);
}

void Sessions::askOpen()
{
    auto *dialog = new QFileDialog(m_window, tr("Open session"));
    dialog->setObjectName(QStringLiteral("openSession"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setDirectory(sessionsFolder(m_workspace.givenFolder()));
    dialog->setNameFilters({tr("Sessions (*.sonde)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &Sessions::open);
    dialog->show();
}

// The format is detected from the content; the filters say which there are.
void Sessions::askImport()
{
    auto *dialog = new QFileDialog(m_window, tr("Import trace"));
    dialog->setObjectName(QStringLiteral("importTrace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("All formats (*.jsonl *.ndjson *.har *.json *.log)"),
        tr("JSON Lines of Sonde or mcpsnoop (*.jsonl *.ndjson)"),
        tr("HTTP Archive, HAR 1.2 (*.har)"), tr("History of the MCP Inspector (*.json)"),
        tr("Logs of Claude Desktop (*.log)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &Sessions::open);
    dialog->show();
}

void Sessions::askSave()
{
    if (m_workspace.recorder().path().isEmpty()) {
        Q_EMIT warned(tr("No session file exists yet. Connect to a server first."));
        return;
    }
    auto *dialog = new QFileDialog(m_window, tr("Save session"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("sonde"));
    dialog->setNameFilter(tr("Sessions (*.sonde)"));
    dialog->selectFile(QFileInfo(m_workspace.recorder().path()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, &Sessions::saveAs);
    dialog->show();
}

void Sessions::open(const QString &path)
{
    if (path.endsWith(QLatin1String(".sonde"), Qt::CaseInsensitive)) {
        start(path, SessionOpening::open(path));
        return;
    }
    const auto place = newSessionFile(
        sessionsFolder(m_workspace.givenFolder()), QFileInfo(path).completeBaseName());
    if (place)
        start(path, importing(path, *place));
    else
        Q_EMIT warned(place.error().sentence);
}

void Sessions::start(const QString &path, SessionOpening::Work work)
{
    auto *opening = new SessionOpening(QFileInfo(path).fileName(), std::move(work), m_window);
    connect(opening, &SessionOpening::opened, this, [this, path](SessionOpening::Store &store) {
        show(std::move(store));
        Q_EMIT fileUsed(path);
    });
    connect(opening, &SessionOpening::failed, this, &Sessions::warned);
}

void Sessions::show(SessionOpening::Store store)
{
    auto *window = new widgets::SessionWindow(
        std::move(store), {&m_workspace.filters(), &m_workspace.acceptedFindings()}, m_window);
    auto *views = new SessionViews(*window);
    connect(views, &SessionViews::failed, this, &Sessions::warned);
    new SessionUses(m_workspace, *window);
    window->show();
    if (const QString path = window->store().path(); SessionFolder::isBeingRecorded(path))
        Q_EMIT said(tr("%1 is still being recorded. The window shows the messages up to now; open "
                       "the session again to see more.")
                        .arg(QFileInfo(path).fileName()));
    Q_EMIT opened(window);
}

void Sessions::saveAs(const QString &path)
{
    trace::Recorder &recorder = m_workspace.recorder();
    m_saving.start<Result<void>>(
        [&recorder, path](const std::stop_token &stop) -> Result<void> {
            if (auto flushed = recorder.flush(); !flushed)
                return flushed;
            return trace::copySession(recorder.path(), path, stop);
        },
        [this, path](const Result<void> &done) {
            if (!done) {
                Q_EMIT warned(done.error().sentence);
                return;
            }
            Q_EMIT fileUsed(path);
            Q_EMIT said(tr("Saved to %1").arg(path));
        });
}

void Sessions::lookIntoFolder()
{
    const SessionFolder folder(sessionsFolder(m_workspace.givenFolder()));
    m_unfinished = folder.takeUnfinished();
    const models::Settings settings(&m_workspace.settings());
    const int days = settings.keepDays(SessionFolder::kKeepDays);
    const qint64 bytes = settings.keepBytes(SessionFolder::kKeepBytes);
    folder.prune(
        QDateTime::currentDateTime(), std::max(1, days), std::max<qint64>(0, bytes), m_unfinished);
    showUnfinished();
}

void Sessions::showUnfinished()
{
    if (m_unfinished.isEmpty()) {
        m_message.hide();
        return;
    }
    const auto count = m_unfinished.size();
    m_message.showMessage(look::InlineMessage::Kind::Info,
        count == 1
            ? tr("Sonde ended unexpectedly. 1 session can be recovered: %1.")
                  .arg(QFileInfo(m_unfinished.constFirst()).fileName())
            : tr("Sonde ended unexpectedly. %n sessions can be recovered.", nullptr, int(count)),
        tr("Open"));
}

// All of them, but not so many that they cover the screen.
void Sessions::openUnfinished()
{
    constexpr int kMaxOpened = 4;
    for (const QString &path : m_unfinished.mid(0, kMaxOpened))
        open(path);
    m_unfinished = m_unfinished.mid(kMaxOpened);
    showUnfinished();
}

} // namespace sonde::app
