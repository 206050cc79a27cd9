// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"

#include <QFile>
#include <QMap>
#include <QTest>
#include <QXmlStreamReader>

// What software centers show of Sonde.
class TestMetainfo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysEverySentenceInEachLanguage();
    void namesTheNewestEntryOfTheChangelog();
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
    const QByteArray changelog = contentOf(QStringLiteral("changelog"));
    const qsizetype open = changelog.indexOf('(');
    const QByteArray version = changelog.mid(open + 1, changelog.indexOf(')') - open - 1);
    QVERIFY(!version.isEmpty());
    QXmlStreamReader reader(metainfo());
    while (!reader.atEnd() && reader.name() != u"release")
        reader.readNext();
    QCOMPARE(reader.attributes().value(QStringLiteral("version")).toUtf8(), version);
}

QTEST_GUILESS_MAIN(TestMetainfo)
#include "tst_metainfo.moc"
