// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

// What software centers show of Sonde, and what they build it from.
class TestMetainfo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysEverySentenceInEachLanguage();
    void namesTheNewestEntryOfTheChangelog();
    void namesTheSameProgramForFlatpak();
    void givesAReasonForEachPermissionOfFlatpak();
    void pinsEachSourceOfFlatpak();
};

namespace {

QByteArray contentOf(const QString &name)
{
    QFile file(sonde::test::sourcePath("packaging/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray metainfo()
{
    return contentOf(QStringLiteral("dev.sonde.Sonde.metainfo.xml"));
}

QByteArray newestVersion()
{
    const QByteArray changelog = contentOf(QStringLiteral("changelog"));
    const qsizetype open = changelog.indexOf('(');
    return changelog.mid(open + 1, changelog.indexOf(')') - open - 1);
}

QJsonObject flatpak()
{
    return QJsonDocument::fromJson(contentOf(QStringLiteral("dev.sonde.Sonde.json"))).object();
}

// The value of a line of the desktop file.
QByteArray desktopValue(const QByteArray &key)
{
    const QByteArray start = key + '=';
    const QByteArray file = contentOf(QStringLiteral("dev.sonde.Sonde.desktop"));
    for (const QByteArray &line : file.split('\n')) {
        if (line.startsWith(start))
            return line.mid(start.size());
    }
    return {};
}

} // namespace

void TestMetainfo::saysEverySentenceInEachLanguage()
{
    QXmlStreamReader reader(metainfo());
    QMap<QString, int> counts; // by element and language
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QString name = reader.name().toString();
        if (name != u"summary" && name != u"p" && name != u"li")
            continue;
        const QString language = reader.attributes().value(QStringLiteral("xml:lang")).toString();
        ++counts[name + u'/' + language];
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    for (const QString &name :
        {QStringLiteral("summary"), QStringLiteral("p"), QStringLiteral("li")}) {
        const int english = counts.value(name + u'/');
        QVERIFY2(english > 0, qPrintable(name));
        QCOMPARE(counts.value(name + QStringLiteral("/ja")), english);
        QCOMPARE(counts.value(name + QStringLiteral("/zh-CN")), english);
    }
}

void TestMetainfo::namesTheNewestEntryOfTheChangelog()
{
    const QByteArray version = newestVersion();
    QVERIFY(!version.isEmpty());
    QXmlStreamReader reader(metainfo());
    while (!reader.atEnd() && reader.name() != u"release")
        reader.readNext();
    QCOMPARE(reader.attributes().value(QStringLiteral("version")).toUtf8(), version);
}

// Flatpak shows only files that are named by the id.
void TestMetainfo::namesTheSameProgramForFlatpak()
{
    const QString id = flatpak()[u"id"].toString();
    QXmlStreamReader reader(metainfo());
    while (!reader.atEnd() && reader.name() != u"id")
        reader.readNext();
    QCOMPARE(id, reader.readElementText());
    for (const char *file : {".desktop", ".metainfo.xml", ".xml"})
        QVERIFY2(!contentOf(id + QLatin1String(file)).isEmpty(), file);
    QCOMPARE(desktopValue("Icon"), id.toUtf8());
    QCOMPARE(flatpak()[u"command"].toString().toUtf8(), desktopValue("Exec").split(' ').front());
}

void TestMetainfo::givesAReasonForEachPermissionOfFlatpak()
{
    const QJsonObject reasons = flatpak()[u"x-reasons"].toObject();
    QStringList permissions;
    for (const QJsonValue permission : flatpak()[u"finish-args"].toArray())
        permissions << permission.toString();
    QCOMPARE(permissions,
        QStringList({QStringLiteral("--share=ipc"), QStringLiteral("--share=network"),
            QStringLiteral("--socket=fallback-x11"), QStringLiteral("--socket=wayland"),
            QStringLiteral("--talk-name=org.freedesktop.secrets")}));
    QCOMPARE(permissions, reasons.keys()); // both are sorted
    for (const QJsonValue reason : reasons)
        QVERIFY(reason.toString().endsWith(u'.'));
}

void TestMetainfo::pinsEachSourceOfFlatpak()
{
    static const QRegularExpression sha256(QStringLiteral("^[0-9a-f]{64}$"));
    QStringList modules;
    for (const QJsonValue module : flatpak()[u"modules"].toArray()) {
        modules << module[u"name"].toString();
        const QJsonArray sources = module[u"sources"].toArray();
        QCOMPARE(sources.size(), qsizetype(1));
        const QJsonValue source = sources.first();
        if (modules.last() == u"sonde") {
            QCOMPARE(source[u"type"].toString(), QStringLiteral("git"));
            QCOMPARE(source[u"path"].toString(), QStringLiteral("..")); // of this repository
            QCOMPARE(source[u"tag"].toString().toUtf8(), QByteArray('v' + newestVersion()));
            continue;
        }
        QCOMPARE(source[u"type"].toString(), QStringLiteral("archive"));
        QVERIFY(source[u"url"].toString().startsWith(u"https://"));
        QVERIFY(sha256.match(source[u"sha256"].toString()).hasMatch());
    }
    QCOMPARE(modules,
        QStringList(
            {QStringLiteral("qtkeychain"), QStringLiteral("qscintilla"), QStringLiteral("sonde")}));
}

QTEST_GUILESS_MAIN(TestMetainfo)
#include "tst_metainfo.moc"
