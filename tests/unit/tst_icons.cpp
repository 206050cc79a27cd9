// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/theme.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace sonde;
using namespace sonde::look;

namespace {

constexpr const char *kRequested[] = {"overview", "tool", "resource", "template", "prompt", "task",
    "log", "key", "inbox", "trace", "axis", "findings", "settings", "dot-on", "dot-off", "dot-wait",
    "dot-bad", "plug", "restart", "stop", "process", "globe", "play", "cancel", "add", "remove",
    "close", "edit", "copy", "save", "export", "import", "search", "filter", "mark", "note",
    "compare", "follow", "pause", "clear", "float", "more", "drag", "up", "down", "left", "right",
    "pin", "form", "json", "tree", "text", "hex", "table", "image", "audio", "link", "folder",
    "lock", "shield", "clock", "certificate", "warning", "problem", "check", "eye"};

int inked(const QImage &image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 0x60;
    return count;
}

QImage pictureOf(models::Sign sign, qreal ratio)
{
    QImage image(QSize(qRound(16 * ratio), qRound(16 * ratio)), QImage::Format_ARGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintSign(&painter, QRectF(0, 0, 16, 16), sign, Qt::black);
    return image;
}

} // namespace

class TestIcons : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyIconIsDrawnInBothThemes_data();
    void everyIconIsDrawnInBothThemes();
    void anIconThatDoesNotExistIsNull();
    void theColourIsTheThemes();
    void aDisabledIconIsOff();
    void everySignHasAShapeOfItsOwn();
    void aSignKeepsItsShapeAtEveryScale();
};

void TestIcons::everyIconIsDrawnInBothThemes_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : kRequested)
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestIcons::everyIconIsDrawnInBothThemes()
{
    QFETCH(QString, name);
    const QIcon found = icon(name);
    QVERIFY(!found.isNull());
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        CurrentTheme::instance().setChoice(choice);
        for (const int side : {16, 20, 32}) {
            const QImage image = found.pixmap(QSize(side, side), 1.0).toImage();
            QCOMPARE(image.size(), QSize(side, side));
            QVERIFY2(inked(image) >= 5, qPrintable(name));
        }
    }
}

void TestIcons::anIconThatDoesNotExistIsNull()
{
    QVERIFY(icon("no-such-drawing").isNull());
}

void TestIcons::theColourIsTheThemes()
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        CurrentTheme::instance().setChoice(choice);
        const QImage image =
            icon("stop", models::ColorRole::Error).pixmap(QSize(16, 16), 2.0).toImage();
        QCOMPARE(image.size(), QSize(32, 32));
        QCOMPARE(image.pixelColor(16, 16), theme().error);
    }
}

void TestIcons::aDisabledIconIsOff()
{
    const QImage image = icon("stop", models::ColorRole::Error)
                             .pixmap(QSize(16, 16), 1.0, QIcon::Disabled)
                             .toImage();
    QCOMPARE(image.pixelColor(8, 8), theme().off);
}

void TestIcons::everySignHasAShapeOfItsOwn()
{
    // A grey print must still tell them apart. No response shares the octagon with the error.
    std::vector<QImage> seen;
    for (int i = int(models::Sign::SentRequest); i <= int(models::Sign::Changed); ++i) {
        const auto sign = models::Sign(i);
        const QImage image = pictureOf(sign, 1);
        QVERIFY2(inked(image) >= 8, qPrintable(QString::number(i)));
        if (sign == models::Sign::NoResponse)
            continue;
        for (const QImage &other : seen)
            QVERIFY2(image != other, qPrintable(QString::number(i)));
        seen.push_back(image);
    }
}

void TestIcons::aSignKeepsItsShapeAtEveryScale()
{
    for (int i = int(models::Sign::SentRequest); i <= int(models::Sign::Changed); ++i) {
        const int once = inked(pictureOf(models::Sign(i), 1));
        const int twice = inked(pictureOf(models::Sign(i), 2));
        QVERIFY2(twice > 2 * once, qPrintable(QString::number(i)));
    }
}

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"
