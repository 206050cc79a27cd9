// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/settingspage.h"

namespace sonde::widgets {

SettingsPage::SettingsPage(const QString &title, const char *place, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
    , m_place(QLatin1String(place))
{
}

} // namespace sonde::widgets
