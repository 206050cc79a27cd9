// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "trace/file/sessionstore.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>

class QProgressDialog;

namespace sonde::app {

// One file that is being opened or imported: off the window's thread, with its progress and a way
// to stop once it takes longer than a moment. It deletes itself when it is over.
class SessionOpening : public QObject {
    Q_OBJECT
public:
    using Store = std::unique_ptr<trace::SessionStore>;
    // Runs on a thread of its own.
    using Work = std::function<Result<Store>(const trace::OpenWatch &)>;

    // `name` of the file, as it is shown. The window outlives it.
    SessionOpening(const QString &name, Work work, QWidget *window);
    ~SessionOpening() override;

    // As the button of the progress does; cancelled() follows.
    void cancel();
    bool isProgressVisible() const;

    // Of a session file.
    static Work open(const QString &path);

Q_SIGNALS:
    void opened(sonde::app::SessionOpening::Store &store); // take it
    void failed(const QString &sentence);
    void cancelled();

private:
    struct Progress {
        std::atomic<std::uint64_t> done = 0;
        std::atomic<std::uint64_t> all = 0;
    };

    void show();

    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    std::unique_ptr<QProgressDialog> m_dialog;
    QTimer m_look;
    BackgroundJob m_job;
};

} // namespace sonde::app
