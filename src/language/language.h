// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

class QCoreApplication;

namespace sonde::language {

// The languages that Sonde has translations for besides English, as "ja" and "zh_CN".
QStringList translations();

// The first of the wanted languages ("zh-Hans-CN", "zh-CN", "en", in order of preference) that is
// one of the available; empty when English comes before it, or none is.
QString chooseTranslation(const QStringList &wanted, const QStringList &available);

// The available one for the languages of the desktop; empty: English.
QString desktopTranslation();

// Translates this program from now on: into the chosen language, or the desktop's when it is empty.
// Replaces the language that was installed before.
void installLanguage(QCoreApplication &application, const QString &chosen);

} // namespace sonde::language
