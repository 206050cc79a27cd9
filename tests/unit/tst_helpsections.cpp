// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "help/helppages.h"
#include "help/helpsections.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::help;

class TestHelpSections : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void splitsAPageAtItsHeadings();
    void takesTheAnchorsOfTheOriginal();
    void makesAnchors_data();
    void makesAnchors();
    void findsSections_data();
    void findsSections();
    void everyLinkLeadsSomewhere();
    void everyPictureIsThereAndShown();
};

void TestHelpSections::splitsAPageAtItsHeadings()
{
    const auto sections = sectionsOf(
        u"p"_s, u"before\n# One\ntext\n\n## Two ü\n    # code\n```\n# code\n```\n#none\n"_s);
    QCOMPARE(sections.size(), 2);
    QCOMPARE(sections[0].page, u"p"_s);
    QCOMPARE(sections[0].title, u"One"_s);
    QCOMPARE(sections[0].level, 1);
    QCOMPARE(sections[0].text, u"text\n\n"_s);
    QCOMPARE(sections[1].anchor, u"two-ü"_s);
    QCOMPARE(sections[1].level, 2);
    QVERIFY(sections[1].text.contains(u"#none"_s));
    QVERIFY(sectionsOf(u"p"_s, QString()).isEmpty());
}

void TestHelpSections::takesTheAnchorsOfTheOriginal()
{
    const auto sections = sectionsOf(u"p"_s, u"# 一\n## 二\n## 三\n"_s, u"# One\n## Two\n"_s);
    QCOMPARE(sections[0].anchor, u"one"_s);
    QCOMPARE(sections[1].anchor, u"two"_s);
    QCOMPARE(sections[2].anchor, u"三"_s);
}

void TestHelpSections::makesAnchors_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("anchor");
    QTest::newRow("words") << u"The server"_s << u"the-server"_s;
    QTest::newRow("signs") << u"Call tools, read `x` (2)"_s << u"call-tools-read-x-2"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TestHelpSections::makesAnchors()
{
    QFETCH(const QString, title);
    QTEST(anchorOf(title), "anchor");
}

void TestHelpSections::findsSections_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("titles");
    QTest::newRow("none") << u"xyz"_s << QStringList();
    QTest::newRow("blank") << u"  "_s << QStringList();
    QTest::newRow("titles first") << u"two"_s << QStringList({u"Two"_s, u"One"_s});
    QTest::newRow("all words, any case") << u"TEXT  of"_s << QStringList({u"One"_s});
    QTest::newRow("over title and text") << u"two words"_s << QStringList({u"Two"_s});
}

void TestHelpSections::findsSections()
{
    QFETCH(const QString, words);
    const auto sections =
        sectionsOf(u"p"_s, u"# One\nThe text of number two.\n# Two\nSome words.\n# Three\n"_s);
    QStringList titles;
    for (const Section &section : sectionsWith(words, sections))
        titles += section.title;
    QTEST(titles, "titles");
}

// Links between the pages, as they stand in the files.
void TestHelpSections::everyLinkLeadsSomewhere()
{
    static const QRegularExpression link(
        u"\\]\\((?<page>[a-z-]*)(?:\\.md)?(?:#(?<anchor>[^)]*))?\\)"_s);
    int links = 0;
    for (const Topic &topic : topics()) {
        auto all = link.globalMatch(*originalPage(topic.name));
        while (all.hasNext()) {
            const auto match = all.next();
            const QString page = match.captured(u"page"_s);
            const auto target = originalPage(page.isEmpty() ? topic.name : page);
            QVERIFY2(target, qPrintable(topic.name + u": "_s + match.captured()));
            const QString anchor = match.captured(u"anchor"_s);
            const auto sections = sectionsOf(page, *target);
            QVERIFY2(anchor.isEmpty()
                    || std::any_of(sections.begin(), sections.end(),
                        [&](const Section &section) { return section.anchor == anchor; }),
                qPrintable(topic.name + u": "_s + match.captured()));
            ++links;
        }
    }
    QVERIFY(links > 3);
}

// What ./dev shots --manual makes.
void TestHelpSections::everyPictureIsThereAndShown()
{
    static const QRegularExpression picture(
        u"(?m)^!\\[(?<text>[^\\]]+)\\]\\(pictures/(?<name>[^)]+)\\)$"_s);
    QStringList shown;
    for (const Topic &topic : topics()) {
        auto all = picture.globalMatch(*originalPage(topic.name));
        while (all.hasNext())
            shown << all.next().captured(u"name"_s);
    }
    shown.sort();
    QVERIFY(shown.size() > 5);
    QCOMPARE(shown, QDir(u":/sonde/help/pictures"_s).entryList(QDir::Files, QDir::Name));
}

QTEST_GUILESS_MAIN(TestHelpSections)
#include "tst_helpsections.moc"
