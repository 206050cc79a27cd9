// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "widgets/settings/settingsform.h"

namespace sonde::widgets {

class BoundedSpin;

// Where Sonde keeps what, and for how long.
class StoragePage final : public SettingsForm {
    Q_OBJECT
public:
    struct Places {
        QString sessions; // the folder of the recordings
        QString settings; // the folder of the servers and the settings
        int keepDays; // the defaults
        qint64 keepBytes;
    };
    StoragePage(models::Settings settings, Places places, QWidget *parent = nullptr);

    // Whether secrets outlive this run; if not, `problem` says why, when it is known.
    void setKeychain(bool works, const QString &problem);
    void restoreDefaults() override;

Q_SIGNALS:
    void openRequested(const QString &folder);

private:
    void addFolder(
        const QString &label, const QString &folder, const char *name, const QString &explanation);
    void show(int days, qint64 bytes);

    models::Settings m_settings;
    Places m_places;
    look::ColorLabel *m_keychain;
    BoundedSpin *m_days;
    BoundedSpin *m_size; // mebibytes
    bool m_isFilling = false;
};

} // namespace sonde::widgets
