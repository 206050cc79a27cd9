// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/connectionspage.h"

#include "config/profile.h"
#include "widgets/kit/field/boundedseconds.h"

#include <QScopedValueRollback>

namespace sonde::widgets {

using Timeouts = models::Settings::Timeouts;

namespace {

constexpr Timeouts kUsual{
    config::kDefaultHandshakeTimeout, config::kDefaultIdleTimeout, config::kDefaultTotalTimeout};

constexpr double kShortest = 0.001; // seconds

std::chrono::milliseconds timeoutOf(const BoundedSeconds &box)
{
    constexpr double kMilliseconds = 1000;
    return std::chrono::milliseconds(qRound64(box.value() * kMilliseconds));
}

} // namespace

ConnectionsPage::ConnectionsPage(models::Settings settings, QWidget *parent)
    : SettingsForm(tr("Connections"), "connections", parent)
    , m_settings(settings)
    , m_handshake(add("usualHandshakeTimeout", tr("&Handshake timeout"),
          tr("For the first response of a server that you add from now on.")))
    , m_idle(add("usualIdleTimeout", tr("&Idle timeout"),
          tr("For the next message while a call runs, as a progress notification.")))
    , m_total(add("usualTotalTimeout", tr("T&otal timeout"),
          tr("For a whole call, whatever its progress. Servers that you have keep "
             "their own timeouts: Server › Edit server… › Protocol.")))
{
    show(m_settings.timeouts(kUsual, config::kMaxTimeout));
    addRestoreButton();
}

BoundedSeconds *ConnectionsPage::add(
    const char *name, const QString &label, const QString &explanation)
{
    auto *box = new BoundedSeconds(
        std::chrono::duration_cast<std::chrono::seconds>(config::kMaxTimeout), this);
    box->setObjectName(QLatin1String(name));
    box->setMinimum(kShortest);
    box->setKeyboardTracking(false); // 15 is no 1 on its way
    addRow(label, box, explanation);
    connect(box, &QDoubleSpinBox::valueChanged, this, &ConnectionsPage::store);
    return box;
}

void ConnectionsPage::show(const Timeouts &timeouts)
{
    const QScopedValueRollback filling(m_isFilling, true);
    using Seconds = std::chrono::duration<double>;
    m_handshake->setValue(Seconds(timeouts.handshake).count());
    m_idle->setValue(Seconds(timeouts.idle).count());
    m_total->setValue(Seconds(timeouts.total).count());
}

void ConnectionsPage::store()
{
    if (!m_isFilling)
        m_settings.setTimeouts({timeoutOf(*m_handshake), timeoutOf(*m_idle), timeoutOf(*m_total)});
}

void ConnectionsPage::restoreDefaults()
{
    show(kUsual);
    store();
}

} // namespace sonde::widgets
