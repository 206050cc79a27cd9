// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "widgets/settings/settingsform.h"

namespace sonde::widgets {

class BoundedSeconds;

// How long is waited for servers that are added from now on.
class ConnectionsPage final : public SettingsForm {
    Q_OBJECT
public:
    explicit ConnectionsPage(models::Settings settings, QWidget *parent = nullptr);

    void restoreDefaults() override;

private:
    BoundedSeconds *add(const char *name, const QString &label, const QString &explanation);
    void show(const models::Settings::Timeouts &timeouts);
    void store();

    models::Settings m_settings;
    BoundedSeconds *m_handshake;
    BoundedSeconds *m_idle;
    BoundedSeconds *m_total;
    bool m_isFilling = false;
};

} // namespace sonde::widgets
