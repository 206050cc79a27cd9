// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/opening.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

namespace {

Response response(const char *members, int httpStatus = 0)
{
    Response response;
    const std::string text = std::string(R"({"jsonrpc":"2.0","id":1,)") + members + '}';
    response.message = rpc::decode(Bytes::copyOf(text), false).front();
    response.httpStatus = httpStatus;
    return response;
}

} // namespace

class TestOpening : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void speaksTheLegacyRevisionThatTheServerNames();
    void refusesAnotherRevisionThanThePinnedOne();
    void refusesARevisionItDoesNotSupport();
    void opensWithASupportedModernRevision();
    void triesAnotherModernRevisionOnce();
    void keepsTheEvidenceOfARefusal();
    void restartsWithTheRevisionRequestedFirst();
};

void TestOpening::speaksTheLegacyRevisionThatTheServerNames()
{
    Opening opening(Era::Legacy, QStringLiteral("2025-11-25"), false, "{}");
    QVERIFY(!opening.isModern());
    const auto decision = opening.decide(response(R"("result":{"protocolVersion":"2024-11-05"})"));
    QCOMPARE(decision.next, Opening::Next::Open);
    QCOMPARE(opening.dialect().revision(), QStringLiteral("2024-11-05"));
}

void TestOpening::refusesAnotherRevisionThanThePinnedOne()
{
    Opening opening(Era::Legacy, QStringLiteral("2025-06-18"), true, "{}");
    const auto decision = opening.decide(response(R"("result":{"protocolVersion":"2024-11-05"})"));
    QCOMPARE(decision.next, Opening::Next::Fail);
    QCOMPARE(decision.error.domain, Domain::Protocol);
    QVERIFY(decision.error.sentence.contains(QStringLiteral("2024-11-05")));
    QVERIFY(decision.error.sentence.contains(QStringLiteral("2025-06-18")));
}

void TestOpening::refusesARevisionItDoesNotSupport()
{
    Opening legacy(Era::Legacy, QStringLiteral("2025-11-25"), false, "{}");
    QCOMPARE(legacy.decide(response(R"("result":{"protocolVersion":"1999-01-01"})")).next,
        Opening::Next::Fail);
    QCOMPARE(
        legacy.decide(response(R"("result":{"protocolVersion":7})")).next, Opening::Next::Fail);
    Opening modern(Era::Modern, QStringLiteral("2026-07-28"), false, "{}");
    const auto decision =
        modern.decide(response(R"("result":{"supportedVersions":["2030-01-01"]})"));
    QCOMPARE(decision.next, Opening::Next::Fail);
    QVERIFY(decision.error.sentence.contains(QStringLiteral("2030-01-01")));
}

void TestOpening::opensWithASupportedModernRevision()
{
    Opening opening(Era::Modern, QStringLiteral("2026-07-28"), false, "{}");
    QVERIFY(opening.isModern());
    QCOMPARE(opening.decide(response(R"("result":{"supportedVersions":["2026-07-28"]})")).next,
        Opening::Next::Open);
}

void TestOpening::triesAnotherModernRevisionOnce()
{
    Opening opening(Era::Modern, QStringLiteral("2099-01-01"), false, "{}");
    const auto refusal =
        response(R"("error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"]}})");
    QCOMPARE(opening.decide(refusal).next, Opening::Next::SendAgain);
    QCOMPARE(opening.dialect().revision(), QStringLiteral("2026-07-28"));
    QCOMPARE(opening.decide(refusal).next, Opening::Next::Fail);
}

void TestOpening::keepsTheEvidenceOfARefusal()
{
    Opening opening(Era::Legacy, QStringLiteral("2025-11-25"), false, "{}");
    const auto decision =
        opening.decide(response(R"("error":{"code":-32001,"message":"log in"})", 401));
    QCOMPARE(decision.next, Opening::Next::Fail);
    QCOMPARE(decision.error.domain, Domain::Authorization);
    QCOMPARE(decision.evidence.httpStatus, 401);
    QVERIFY(decision.evidence.response);
    QCOMPARE(decision.evidence.response->errorCode(), -32001);
}

void TestOpening::restartsWithTheRevisionRequestedFirst()
{
    Opening opening(Era::Legacy, QStringLiteral("2025-11-25"), false, "{}");
    opening.decide(response(R"("result":{"protocolVersion":"2024-11-05"})"));
    opening.restart();
    QCOMPARE(opening.dialect().revision(), QStringLiteral("2025-11-25"));
}

QTEST_APPLESS_MAIN(TestOpening)
#include "tst_opening.moc"
