// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/painting/dataicons.h"

#include <QBuffer>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using look::DataIcons;

class TstDataIcons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decodesPicturesAndDrawings_data();
    void decodesPicturesAndDrawings();
    void decodesLaterAndOnce();
};

namespace {

QByteArray png(int side)
{
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(Qt::red);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "png");
    return bytes;
}

QString uri(const QByteArray &type, const QByteArray &bytes)
{
    return QString::fromLatin1("data:" + type + ";base64," + bytes.toBase64());
}

const QByteArray kSvg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'>"
                        "<rect width='4' height='4' fill='red'/></svg>";

} // namespace

void TstDataIcons::decodesPicturesAndDrawings_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<bool>("shown");
    QTest::newRow("png") << uri("image/png", png(40)) << true;
    QTest::newRow("png under another name") << uri("text/plain", png(40)) << true;
    QTest::newRow("svg") << uri("image/svg+xml", kSvg) << true;
    QTest::newRow("svg without base64")
        << QString::fromLatin1("data:image/svg+xml," + kSvg.toPercentEncoding()) << true;
    QTest::newRow("too many pixels") << uri("image/png", png(DataIcons::kMaxSide + 1)) << false;
    QTest::newRow("too long") << uri("image/png", png(8) + QByteArray(DataIcons::kMaxUri, 'a'))
                              << false;
    QTest::newRow("no picture") << uri("image/png", "abc") << false;
    QTest::newRow("no data") << QStringLiteral("data:image/png;base64") << false;
    QTest::newRow("https") << QStringLiteral("https://example.invalid/a.png") << false;
    QTest::newRow("file") << QStringLiteral("file:///a.png") << false;
}

void TstDataIcons::decodesPicturesAndDrawings()
{
    QFETCH(QString, uri);
    QFETCH(bool, shown);
    const QImage image = DataIcons::decode(uri, 16);
    QCOMPARE(image.isNull(), !shown);
    if (!shown)
        return;
    QCOMPARE(image.size(), QSize(16, 16));
    QCOMPARE(image.pixelColor(8, 8), QColor(Qt::red));
}

void TstDataIcons::decodesLaterAndOnce()
{
    DataIcons icons;
    QSignalSpy decoded(&icons, &DataIcons::decoded);
    const QString good = uri("image/png", png(20));
    const QString bad = uri("image/png", "abc");
    QVERIFY(icons.pixmap(good, 16).isNull());
    QVERIFY(icons.pixmap(bad, 16).isNull());
    QTRY_COMPARE(decoded.count(), 1);
    QVERIFY(!icons.pixmap(good, 16).isNull());
    QVERIFY(icons.pixmap(bad, 16).isNull());
    QVERIFY(icons.pixmap({}, 16).isNull());
}

QTEST_MAIN(TstDataIcons)
#include "tst_dataicons.moc"
