// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/camera.h"

#include "look/theme.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QWidget>

#include <cstdio>

namespace sonde::shots {

using look::ThemeChoice;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 20s;

// What is decoded, batched or laid out late is there after a moment without news.
void settle()
{
    const QDeadlineTimer deadline(400ms);
    while (!deadline.hasExpired())
        QApplication::processEvents(QEventLoop::AllEvents, 20);
}

} // namespace

bool Camera::wait(const char *what, const std::function<bool()> &done) const
{
    const QDeadlineTimer deadline(kPatience);
    while (!done()) {
        if (deadline.hasExpired()) {
            std::fprintf(stderr, "shots: Timed out waiting until %s\n", what);
            return false;
        }
        QApplication::processEvents(QEventLoop::AllEvents, 50);
    }
    return true;
}

bool Camera::shoot(QWidget &widget, const char *name) const
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        look::CurrentTheme::instance().setChoice(choice);
        settle();
        const char *theme = choice == ThemeChoice::Light ? "light" : "dark";
        const QString path =
            QStringLiteral("%1/%2-%3.png").arg(m_folder, QLatin1String(name), QLatin1String(theme));
        if (!widget.grab().save(path)) {
            std::fprintf(stderr, "shots: Cannot write %s\n", qUtf8Printable(path));
            return false;
        }
        std::fprintf(stdout, "%s\n", qUtf8Printable(path));
    }
    return true;
}

} // namespace sonde::shots
