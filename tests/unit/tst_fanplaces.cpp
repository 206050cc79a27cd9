// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fancomparison.h"
#include "fanout/fanplaces.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::fanout;

// The places of responses that are shown side by side.
class TestFanPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasDifferencesFirst();
    void tellsAnAddedValueFromAChangedOne();
    void marksWhatDiffersAboveOrBelow();
    void hasNoEmptyContainerThatIsFilled();
    void leavesOutWhatOnlyOneEraHas();
    void comparesNoPlaceThatOnlyOneEraHas();
    void hasErrors();
    void endsAtItsBound();
    void isEmptyWithoutAResponse();
};

namespace {

constexpr int kNone = FanPlace::kNoDifference;

FanResult resultOf(const QByteArray &value, FanResult::Outcome outcome = FanResult::Outcome::Result)
{
    FanResult result;
    result.revision = u"2025-11-25"_s;
    result.outcome = outcome;
    result.value = Bytes::fromByteArray(value);
    return result;
}

QStringList shown(const FanPlaces &places)
{
    QStringList lines;
    for (const FanPlace &place : places.places)
        lines += place.pointer + u'=' + QString::fromStdString(std::string(place.first.view()));
    return lines;
}

} // namespace

void TestFanPlaces::hasDifferencesFirst()
{
    FanResults results{resultOf(R"({"a":1,"b":[{"c":2},{}],"d":3})"), FanResult(),
        resultOf(R"({"a":1.0,"b":[{"c":2},{}],"d":4})"), resultOf(R"({"a":1,"b":[{"c":5},{}]})")};
    compareResponses(results);
    const FanPlaces found = placesOf(results);
    QCOMPARE(shown(found),
        (QStringList{
            u"/result/d=3"_s, u"/result/b/0/c=2"_s, u"/result/a=1"_s, u"/result/b/1={}"_s}));
    QCOMPARE(found.places[0].differences, (std::vector<int>{kNone, kNone, 0, 1}));
    QCOMPARE(found.places[1].differences, (std::vector<int>{kNone, kNone, kNone, 0}));
    QVERIFY(found.places[1].differs() && !found.places[2].differs());
    QVERIFY(!found.hasMore);
}

void TestFanPlaces::tellsAnAddedValueFromAChangedOne()
{
    FanResults results{resultOf(R"({"a":[{"x":1}]})"), resultOf(R"({"a":[{"y":0},{"x":1}]})"),
        resultOf(R"({"a":[{"x":2}]})")};
    compareResponses(results);
    const FanPlaces found = placesOf(results);
    QCOMPARE(shown(found), (QStringList{u"/result/a/0="_s, u"/result/a/0/x=1"_s}));
    QCOMPARE(found.places[0].differences, (std::vector<int>{kNone, 0, kNone}));
    QCOMPARE(found.places[1].differences, (std::vector<int>{kNone, kNone, 0}));
}

void TestFanPlaces::marksWhatDiffersAboveOrBelow()
{
    constexpr int kElsewhere = FanPlace::kElsewhere;
    FanResults results{resultOf(R"({"content":[{"text":"one"}]})"),
        resultOf(R"({"code":-1})", FanResult::Outcome::Error),
        resultOf(R"({"content":[{"text":"two"}]})")};
    compareResponses(results);
    const FanPlaces found = placesOf(results);
    QCOMPARE(found.places.size(), std::size_t(3));
    QCOMPARE(found.places[0].pointer, u"/result"_s);
    QCOMPARE(found.places[0].differences, (std::vector<int>{kNone, 0, kElsewhere}));
    QCOMPARE(found.places[1].pointer, u"/error"_s);
    QCOMPARE(found.places[1].differences, (std::vector<int>{kNone, 1, kNone}));
    QCOMPARE(found.places[2].pointer, u"/result/content/0/text"_s);
    QCOMPARE(found.places[2].differences, (std::vector<int>{kNone, kElsewhere, 0}));
}

void TestFanPlaces::hasNoEmptyContainerThatIsFilled()
{
    FanResults results{resultOf(R"({"a":{},"b":{}})"), resultOf(R"({"a":{"x":1},"b":{}})")};
    compareResponses(results);
    QCOMPARE(shown(placesOf(results)), (QStringList{u"/result/a/x="_s, u"/result/b={}"_s}));
}

void TestFanPlaces::leavesOutWhatOnlyOneEraHas()
{
    FanResults results{
        resultOf(R"({"resultType":"complete","ttlMs":5,"a":1})"), resultOf(R"({"a":1})")};
    results[0].revision = u"2026-07-28"_s;
    compareResponses(results);
    QCOMPARE(shown(placesOf(results)), QStringList{u"/result/a=1"_s});
}

// A row of two responses of one era says nothing of the third, which has no such place.
void TestFanPlaces::comparesNoPlaceThatOnlyOneEraHas()
{
    FanResults results{resultOf(R"({"resultType":"complete","ttlMs":5,"a":1})"),
        resultOf(R"({"resultType":"complete","ttlMs":9,"a":1})"), resultOf(R"({"a":1})")};
    results[0].revision = results[1].revision = u"2026-07-28"_s;
    compareResponses(results);
    const FanPlaces found = placesOf(results);
    QCOMPARE(shown(found), (QStringList{u"/result/ttlMs=5"_s, u"/result/a=1"_s}));
    QCOMPARE(found.places[0].differences, (std::vector<int>{kNone, 0, FanPlace::kNotCompared}));
}

void TestFanPlaces::hasErrors()
{
    FanResults results{
        resultOf(R"({"code":-1})", FanResult::Outcome::Error), resultOf(R"({"a":1})")};
    compareResponses(results);
    QCOMPARE(shown(placesOf(results)), (QStringList{u"/error={\"code\":-1}"_s, u"/result="_s}));
}

void TestFanPlaces::endsAtItsBound()
{
    QByteArray many;
    for (std::size_t i = 0; i <= FanPlaces::kMaxPlaces; ++i)
        many += QByteArray(many.isEmpty() ? "" : ",") + "\"m" + QByteArray::number(i) + "\":1";
    FanResults results{resultOf('{' + many + '}'), resultOf('{' + many + '}')};
    compareResponses(results);
    const FanPlaces found = placesOf(results);
    QCOMPARE(found.places.size(), FanPlaces::kMaxPlaces);
    QVERIFY(found.hasMore);
}

void TestFanPlaces::isEmptyWithoutAResponse()
{
    FanResults results{FanResult(), FanResult()};
    compareResponses(results);
    QVERIFY(placesOf(results).places.empty());
}

QTEST_GUILESS_MAIN(TestFanPlaces)
#include "tst_fanplaces.moc"
