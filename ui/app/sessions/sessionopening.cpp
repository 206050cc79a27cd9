// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessionopening.h"

#include <QProgressDialog>

namespace sonde::app {

namespace {

constexpr int kAMoment = 300; // ms; a file that opens faster shows no progress
constexpr int kLook = 100; // ms
constexpr int kSteps = 1000;

} // namespace

SessionOpening::SessionOpening(const QString &name, Work work, QWidget *window)
    : QObject(window)
    , m_dialog(std::make_unique<QProgressDialog>(window))
    , m_job(this)
{
    m_dialog->reset(); // or it would show itself after its own time
    m_dialog->setWindowTitle(tr("Open session"));
    m_dialog->setLabelText(tr("Opening %1").arg(name));
    m_dialog->setAutoReset(false);
    m_dialog->setRange(0, 0);
    connect(m_dialog.get(), &QProgressDialog::canceled, this, &SessionOpening::cancel);
    m_look.setSingleShot(true);
    connect(&m_look, &QTimer::timeout, this, &SessionOpening::show);
    m_look.start(kAMoment);
    // A Store cannot be copied, but a std::function must be copyable.
    m_job.start<std::shared_ptr<Result<Store>>>(
        [work = std::move(work), progress = m_progress](const std::stop_token &stop) {
            const trace::OpenWatch watch{stop, [progress](std::uint64_t done, std::uint64_t all) {
                                             progress->done = done;
                                             progress->all = all;
                                         }};
            return std::make_shared<Result<Store>>(work(watch));
        },
        [this](const std::shared_ptr<Result<Store>> &result) {
            deleteLater();
            m_look.stop();
            m_dialog->hide();
            if (*result)
                Q_EMIT opened(result->value());
            else
                Q_EMIT failed(result->error().sentence);
        });
}

SessionOpening::~SessionOpening() = default;

SessionOpening::Work SessionOpening::open(const QString &path)
{
    return [path](const trace::OpenWatch &watch) { return trace::SessionStore::open(path, watch); };
}

void SessionOpening::cancel()
{
    m_job.stop();
    m_look.stop();
    m_dialog->hide();
    deleteLater();
    Q_EMIT cancelled();
}

bool SessionOpening::isProgressVisible() const
{
    return m_dialog->isVisible();
}

void SessionOpening::show()
{
    const auto all = m_progress->all.load();
    if (all > 0) {
        m_dialog->setMaximum(kSteps);
        m_dialog->setValue(int(double(m_progress->done.load()) / double(all) * kSteps));
    }
    m_dialog->show();
    m_look.start(kLook);
}

} // namespace sonde::app
