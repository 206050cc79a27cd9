// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "language/language.h"

#include <QTest>
#include <QTranslator>

using namespace sonde::language;

class TstLanguage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheTranslationsBuiltIn()
    {
        QCOMPARE(translations(), (QStringList{QStringLiteral("ja"), QStringLiteral("zh_CN")}));
    }

    void choosesTheLanguageThatIsPreferred_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("chosen");
        QTest::newRow("with a country") << "ja-JP ja"
                                        << "ja";
        QTest::newRow("with a script") << "zh-Hans-CN zh-CN zh"
                                       << "zh_CN";
        QTest::newRow("another country") << "zh-Hant-TW zh-TW zh"
                                         << "";
        QTest::newRow("English first") << "en-GB en ja"
                                       << "";
        QTest::newRow("English after") << "ja en"
                                       << "ja";
        QTest::newRow("the next best") << "de-DE de zh-CN"
                                       << "zh_CN";
        QTest::newRow("unknown") << "de-DE de"
                                 << "";
        QTest::newRow("none") << "C"
                              << "";
        QTest::newRow("of the setting") << "zh_CN"
                                        << "zh_CN";
    }
    void choosesTheLanguageThatIsPreferred()
    {
        QFETCH(QString, wanted);
        QTEST(
            chooseTranslation(wanted.split(u' '), {QStringLiteral("ja"), QStringLiteral("zh_CN")}),
            "chosen");
    }

    void speaksEnglishWhereNothingIsTranslatedYet()
    {
        installLanguage(*QCoreApplication::instance(), QStringLiteral("ja"));
        QCOMPARE(QCoreApplication::translate("sonde::app::Actions", "No such string"),
            QStringLiteral("No such string"));
    }
};

QTEST_GUILESS_MAIN(TstLanguage)
#include "tst_language.moc"
