// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/camera.h"

#include "look/theme/theme.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QHash>
#include <QImage>
#include <QWidget>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

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

// Of 256 colours: a third of the bytes, and no difference that one sees. Shades that are nearly the
// same, of which smooth text has many, count as one; the most frequent of them stands for all.
QImage withFewColors(const QImage &picture)
{
    constexpr QRgb kShade = 0xfff8f8f8;
    QHash<QRgb, QHash<QRgb, int>> shades;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QRgb color = picture.pixel(x, y);
            ++shades[color & kShade][color];
        }
    }
    std::vector<std::pair<int, QRgb>> colors; // how often, and which
    for (const QHash<QRgb, int> &alike : shades) {
        std::pair<int, QRgb> most;
        int all = 0;
        for (auto color = alike.begin(); color != alike.end(); ++color) {
            most = std::max(most, std::pair(*color, color.key()));
            all += *color;
        }
        colors.emplace_back(all, most.second);
    }
    std::sort(colors.rbegin(), colors.rend());
    QList<QRgb> table;
    for (std::size_t i = 0; i < std::min<std::size_t>(colors.size(), 256); ++i)
        table << colors[i].second;
    return picture.convertToFormat(
        QImage::Format_Indexed8, table, Qt::ThresholdDither | Qt::AvoidDither);
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

bool Camera::shootForManual(QWidget &widget, const char *name, QSize most) const
{
    const QSize before = widget.size();
    widget.resize(before.boundedTo(most));
    look::CurrentTheme::instance().setChoice(ThemeChoice::Light);
    settle();
    const QString folder = m_folder + QStringLiteral("/manual");
    const QString path = QStringLiteral("%1/%2.png").arg(folder, QLatin1String(name));
    const bool written =
        QDir().mkpath(folder) && withFewColors(widget.grab().toImage()).save(path, nullptr, 0);
    if (!written)
        std::fprintf(stderr, "shots: Cannot write %s\n", qUtf8Printable(path));
    else
        std::fprintf(stdout, "%s\n", qUtf8Printable(path));
    widget.resize(before);
    settle();
    return written;
}

} // namespace sonde::shots
