// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/offers.h"
#include "config/profilejson.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::config;
using namespace Qt::StringLiterals;

class TestOffers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void declaresWhatIsSwitchedOn_data();
    void declaresWhatIsSwitchedOn();
    void tellsFoldersAsFileUris();
    void comesBackAsItWasKept();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
    void aProfileWithoutOffersHasTheUsualOnes();
};

void TestOffers::declaresWhatIsSwitchedOn_data()
{
    QTest::addColumn<QByteArray>("kept");
    QTest::addColumn<QByteArray>("declared");
    QTest::newRow("as usual") << QByteArray("{}")
                              << QByteArray(
                                     "{\"roots\":{\"listChanged\":true},\"sampling\":{"
                                     "\"tools\":{}},\"elicitation\":{\"form\":{},\"url\":{}}}");
    QTest::newRow("nothing") << QByteArray("{\"roots\":false,\"sampling\":false,"
                                           "\"elicitationForm\":false,\"elicitationUrl\":false}")
                             << QByteArray("{}");
    QTest::newRow("forms alone") << QByteArray("{\"roots\":false,\"sampling\":false,"
                                               "\"elicitationUrl\":false}")
                                 << QByteArray("{\"elicitation\":{\"form\":{}}}");
    QTest::newRow("bare") << QByteArray(
        "{\"rootsChanged\":false,\"samplingTools\":false,\"samplingContext\":true,"
        "\"elicitationForm\":false,\"elicitationUrl\":false}")
                          << QByteArray("{\"roots\":{},\"sampling\":{\"context\":{}}}");
    QTest::newRow("tasks of the client")
        << QByteArray("{\"tasks\":true,\"roots\":false,\"samplingTools\":false,"
                      "\"elicitationUrl\":false}")
        << QByteArray("{\"sampling\":{},\"elicitation\":{\"form\":{}},\"tasks\":{\"list\":{},"
                      "\"cancel\":{},\"requests\":{\"sampling\":{\"createMessage\":{}},"
                      "\"elicitation\":{\"create\":{}}}}}");
    QTest::newRow("what Sonde does not know")
        << QByteArray("{\"roots\":false,\"sampling\":false,\"elicitationForm\":false,"
                      "\"elicitationUrl\":false,\"experimental\":{\"x\":1.0},\"extensions\":{}}")
        << QByteArray("{\"experimental\":{\"x\":1.0},\"extensions\":{}}");
}

void TestOffers::declaresWhatIsSwitchedOn()
{
    QFETCH(QByteArray, kept);
    const auto document = json::Document::parse(Bytes::fromByteArray(kept));
    const auto offers = offersFromJson(document.root());
    QVERIFY(offers);
    QTEST(QByteArray::fromStdString(capabilitiesOf(*offers)), "declared");
}

void TestOffers::tellsFoldersAsFileUris()
{
    QCOMPARE(rootsResult({}), std::string("{\"roots\":[]}"));
    QCOMPARE(rootsResult({{u"/srv/a b/ü%"_s, u"Work"_s}, {u"/"_s, {}}}),
        std::string("{\"roots\":[{\"uri\":\"file:///srv/a%20b/%C3%BC%25\",\"name\":\"Work\"},"
                    "{\"uri\":\"file:///\"}]}"));
}

void TestOffers::comesBackAsItWasKept()
{
    Offers offers;
    offers.sampling = false;
    offers.respondToRoots = true;
    offers.experimental = "{\"a\":1e400}";
    offers.respondByRules = true;
    offers.rules = "[{\"ask\":true}]";
    offers.folders = {{u"/srv"_s, u"n"_s}, {u"/b"_s, {}}};
    Profile profile;
    profile.name = u"p"_s;
    profile.program = u"x"_s;
    profile.offers = offers;
    const auto document = json::Document::parse(profileToJson(profile));
    const auto read = profileFromJson(document.root());
    QVERIFY(read);
    QVERIFY(read->offers == offers);
    QVERIFY(read->unknown.empty());
}

void TestOffers::saysWhatDoesNotFit_data()
{
    QTest::addColumn<QByteArray>("kept");
    QTest::addColumn<QString>("place");
    QTest::newRow("no object") << QByteArray("1") << QString();
    QTest::newRow("switch") << QByteArray("{\"roots\":1}") << u"roots"_s;
    QTest::newRow("folders") << QByteArray("{\"folders\":{}}") << u"folders"_s;
    QTest::newRow("folder") << QByteArray("{\"folders\":[1]}") << u"folders[0]"_s;
    QTest::newRow("experimental") << QByteArray("{\"experimental\":[]}") << u"experimental"_s;
}

void TestOffers::saysWhatDoesNotFit()
{
    QFETCH(QByteArray, kept);
    QFETCH(QString, place);
    const auto document = json::Document::parse(Bytes::fromByteArray(kept));
    const auto offers = offersFromJson(document.root());
    QVERIFY(!offers);
    QVERIFY2(offers.error().sentence.startsWith(place), qPrintable(offers.error().sentence));
}

void TestOffers::aProfileWithoutOffersHasTheUsualOnes()
{
    const auto document = json::Document::parse(std::string("{\"name\":\"p\",\"program\":\"x\"}"));
    const auto read = profileFromJson(document.root());
    QVERIFY(read);
    QVERIFY(read->offers == Offers());
    QCOMPARE(profileToJson(*read).find("offers"), std::string::npos);
}

QTEST_GUILESS_MAIN(TestOffers)
#include "tst_offers.moc"
