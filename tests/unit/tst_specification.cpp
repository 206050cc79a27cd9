// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"
#include "findings/engine/specification.h"

#include <QStringList>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::findings;

namespace {

QStringList idsAbout(const Subject &subject)
{
    QStringList ids;
    for (const Requirement *requirement : requirementsAbout(subject))
        ids << QString::fromStdString(requirement->id);
    return ids;
}

} // namespace

class SpecificationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWhatIsSaidAboutASubject_data();
    void namesWhatIsSaidAboutASubject();
    void namesWhatIsSaidAboutAHeader_data();
    void namesWhatIsSaidAboutAHeader();
    void hasNothingAboutOtherHeaders();
    void putsTheRevisionsOwnFirst();
    void leavesOutOtherAreas();
    void hasNothingAboutWhatItDoesNotKnow();
    void knowsEveryMethodThatARuleNames();
    void showsTheTypeOfTheOfficialSchema();
};

void SpecificationTest::namesWhatIsSaidAboutASubject_data()
{
    QTest::addColumn<Subject>("subject");
    QTest::addColumn<QString>("id");
    QTest::newRow("a method") << Subject{Revision::R20251125, On::Request, "tools/call", {}, {}}
                              << QStringLiteral("schema.CallToolRequest");
    QTest::newRow("a field") << Subject{Revision::R20251125, On::Result, "tools/call",
        "structuredContent", {}}
                             << QStringLiteral("tools.structured-conforms");
    QTest::newRow("a field of a list") << Subject{Revision::R20250618, On::Result, "tools/list",
        "nextCursor", {}} << QStringLiteral("pagination.cursor-string-or-absent");
    QTest::newRow("an error code") << Subject{Revision::R20251125, On::Error, "tools/list", {},
        -32601} << QStringLiteral("jsonrpc.unknown-method");
    QTest::newRow("a notification")
        << Subject{Revision::R20251125, On::Notification, "notifications/progress", "progress", {}}
        << QStringLiteral("progress.increases");
}

void SpecificationTest::namesWhatIsSaidAboutAHeader_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("id");
    const auto row = [](const char *header, const char *id) {
        QTest::newRow(header) << QString::fromLatin1(header) << QString::fromLatin1(id);
    };
    row("Mcp-Session-Id", "session.id-visible-ascii");
    row("mcp-session-id", "session.client-deletes"); // which does not name it
    row("MCP-Protocol-Version", "headers.version-invalid-400");
    row("Accept", "http.accept-both");
    row("accept", "http.accept-both");
    row("Mcp-Method", "headers.mcp-method");
    row("Mcp-Name", "headers.mcp-name");
    row("Mcp-Param-City", "headers.param-mirrored");
    row("Origin", "http.origin-validated");
    row("WWW-Authenticate", "auth.www-authenticate");
    row("Last-Event-ID", "sse.resume-by-get");
    row("Authorization", "auth.bearer-header");
    row("content-type", "http.content-type-json");
}

void SpecificationTest::namesWhatIsSaidAboutAHeader()
{
    QFETCH(QString, header);
    QFETCH(QString, id);
    for (const Revision revision : kRevisions) {
        Subject subject;
        subject.revision = revision;
        subject.header = header.toStdString();
        const QStringList ids = idsAbout(subject);
        QVERIFY2(ids.contains(id), qPrintable(ids.join(u' ')));
        QVERIFY(ids.size() <= qsizetype(kMaxAbout));
        QVERIFY(schemaTypeOf(subject).empty());
        const auto found = requirementsAbout(subject);
        QVERIFY(std::is_partitioned(found.begin(), found.end(),
            [&](const Requirement *requirement) { return requirement->revisions.has(revision); }));
    }
}

void SpecificationTest::hasNothingAboutOtherHeaders()
{
    for (const char *header : {"X-Request-Id", "Date", "(.*)[", "Set-Cookie"}) {
        Subject subject;
        subject.header = header;
        QVERIFY2(requirementsAbout(subject).empty(), header);
    }
}

void SpecificationTest::namesWhatIsSaidAboutASubject()
{
    QFETCH(Subject, subject);
    QFETCH(QString, id);
    const QStringList ids = idsAbout(subject);
    QVERIFY2(ids.contains(id), qPrintable(ids.join(u' ')));
    QVERIFY(ids.size() <= qsizetype(kMaxAbout));
}

void SpecificationTest::putsTheRevisionsOwnFirst()
{
    const Subject subject{Revision::R20241105, On::Result, "tools/call", "structuredContent", {}};
    const auto found = requirementsAbout(subject);
    QVERIFY(!found.empty());
    QVERIFY(std::is_partitioned(found.begin(), found.end(), [&](const Requirement *requirement) {
        return requirement->revisions.has(subject.revision);
    }));
    // It came with 2025-06-18.
    QVERIFY(!found.back()->revisions.has(Revision::R20241105));
}

void SpecificationTest::leavesOutOtherAreas()
{
    const Subject name{Revision::R20251125, On::Result, "tools/list", "name", {}};
    const QStringList ids = idsAbout(name);
    QVERIFY(ids.contains(QStringLiteral("tools.name-charset")));
    for (const QString &id : ids)
        QVERIFY2(!id.startsWith(u"auth.") && !id.startsWith(u"elicitation."), qPrintable(id));
}

void SpecificationTest::hasNothingAboutWhatItDoesNotKnow()
{
    const Subject unknown{Revision::R20251125, On::Request, "acme/strange", "(.*)[", {}};
    QVERIFY(requirementsAbout(unknown).empty());
    QVERIFY(schemaTypeOf(unknown).empty());
    QVERIFY(!shapeOf(Revision::R20251125, {}));
    QVERIFY(!shapeOf(Revision::R20251125, "NoSuchType"));
}

// A person who chooses any message that a rule is about sees what the rule checks.
void SpecificationTest::knowsEveryMethodThatARuleNames()
{
    for (const BoundRule &bound : boundRules()) {
        if (bound.rule->method.empty() || bound.rule->on == On::Lifecycle)
            continue;
        for (const Revision revision : kRevisions) {
            const Subject subject{
                revision, bound.rule->on, std::string(bound.rule->method), {}, {}};
            const auto found = requirementsAbout(subject);
            QVERIFY2(!found.empty(), bound.rule->id.data());
        }
    }
}

void SpecificationTest::showsTheTypeOfTheOfficialSchema()
{
    for (const Revision revision : kRevisions) {
        const Subject subject{revision, On::Result, "tools/call", {}, {}};
        QCOMPARE(schemaTypeOf(subject), std::string("CallToolResult"));
        const auto shape = shapeOf(revision, schemaTypeOf(subject));
        QVERIFY(shape && shape->isValid());
        QVERIFY(bool(shape->root()["properties"]["content"]));
    }
}

QTEST_GUILESS_MAIN(SpecificationTest)
#include "tst_specification.moc"
