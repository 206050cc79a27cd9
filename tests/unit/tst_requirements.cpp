// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"
#include "mcp/message/revision.h"
#include "support/places.h"
#include "json/document.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>

using namespace sonde;
using namespace sonde::findings;
using namespace Qt::StringLiterals;

class RequirementsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCatalogueOfTheProjectIsRead();
    void knowsTheRevisionsThatTheClientSpeaks();
    void everySupersededRequirementExists();
    void thirtyRequirementsAreRanked();
    void aRequirementIsNoErrorWhereItWasAShould();
    void namesTheAddressOfItsSection_data();
    void namesTheAddressOfItsSection();
    void refusesWhatIsNoCatalogue_data();
    void refusesWhatIsNoCatalogue();
    void refusesACatalogueThatIsTooLarge();
};

namespace {

QString wide(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string entry(const char *id)
{
    return std::string(R"({"id":")") + id
        + R"(","level":"MUST","party":"server","revisions":["2025-06-18"],"sections":{},)"
          R"("summary":"s","observable":"wire","violation":"v","severity":"error",)"
          R"("basis":"keyword"})";
}

} // namespace

void RequirementsTest::theCatalogueOfTheProjectIsRead()
{
    QFile file(sonde::test::sourcePath("resources/requirements/requirements.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Bytes text = Bytes::fromByteArray(file.readAll());
    const auto read = Catalogue::read({text});
    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().sentence));
    const auto count = json::Document::parse(text).root().count();
    QCOMPARE(read->all().size(), std::size_t(count));
    QVERIFY(Catalogue::instance().all().size() >= count);
    const Requirement *one = Catalogue::instance().find("tools.structured-conforms");
    QVERIFY(one);
    QCOMPARE(wide(one->area()), u"tools"_s);
    QVERIFY(one->party == Party::Server);
    QVERIFY(!one->revisions.has(Revision::R20250326));
    QVERIFY(one->revisions.has(Revision::R20250618));
    QCOMPARE(one->sectionIn(Revision::R20250618), u"server/tools#output-schema"_s);
    QVERIFY(!Catalogue::instance().find("tools.no-such"));
}

void RequirementsTest::knowsTheRevisionsThatTheClientSpeaks()
{
    QStringList names;
    for (const Revision revision : kRevisions) {
        names.prepend(wide(revisionName(revision)));
        QVERIFY(revisionFromName(revisionName(revision)) == revision);
    }
    QCOMPARE(names, mcp::knownRevisions());
    QVERIFY(!revisionFromName("2099-01-01"));
}

void RequirementsTest::everySupersededRequirementExists()
{
    QStringList missing;
    for (const Requirement &requirement : Catalogue::instance().all()) {
        for (const std::string &other : requirement.supersedes) {
            if (!Catalogue::instance().find(other))
                missing << QString::fromStdString(requirement.id + " > " + other);
        }
    }
    QCOMPARE(missing, QStringList());
}

void RequirementsTest::thirtyRequirementsAreRanked()
{
    std::set<int> ranks;
    for (const Requirement &requirement : Catalogue::instance().all())
        ranks.insert(requirement.rank);
    QCOMPARE(ranks.size(), std::size_t(31));
    QCOMPARE(*ranks.begin(), 0);
    QCOMPARE(*ranks.rbegin(), 30);
}

void RequirementsTest::aRequirementIsNoErrorWhereItWasAShould()
{
    int weaker = 0;
    for (const Requirement &requirement : Catalogue::instance().all()) {
        for (const Revision revision : kRevisions) {
            if (!requirement.revisions.has(revision))
                continue;
            QVERIFY2(!requirement.keywordIn(revision).isEmpty(), requirement.id.c_str());
            const bool isShould = requirement.keywordIn(revision).startsWith(u"SHOULD");
            if (isShould && requirement.keyword.startsWith(u"MUST")) {
                ++weaker;
                QVERIFY2(requirement.levelIn(revision) != Level::Error, requirement.id.c_str());
            } else {
                QVERIFY(requirement.levelIn(revision) == requirement.severity);
            }
        }
    }
    QVERIFY(weaker > 0);
}

void RequirementsTest::namesTheAddressOfItsSection_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("revision");
    QTest::addColumn<QString>("address");
    const auto row = [](const char *id, Revision revision, const char *address) {
        QTest::newRow(qPrintable(QString::fromLatin1(id) + wide(revisionName(revision))))
            << QByteArray(id) << int(revision) << QString::fromLatin1(address);
    };
    const char *const page = "https://modelcontextprotocol.io/specification/";
    const QByteArray tools = QByteArray(page) + "2025-06-18/server/tools#output-schema";
    row("tools.structured-conforms", Revision::R20250618, tools.constData());
    row("tools.structured-conforms", Revision::R20250326, "");
    row("tools.content-present", Revision::R20241105,
        "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2024-11-05/"
        "schema.ts#CallToolResult");
    row("apps.mime-type", Revision::R20260728, "https://github.com/modelcontextprotocol/ext-apps");
    row("ext-tasks.unknown-id", Revision::R20260728,
        "https://github.com/modelcontextprotocol/ext-tasks");
    row("skills.size-given", Revision::R20260728,
        "https://github.com/modelcontextprotocol/ext-skills");
    row("ext-dpop.proof", Revision::R20251125, "https://github.com/modelcontextprotocol/ext-auth");
}

void RequirementsTest::namesTheAddressOfItsSection()
{
    QFETCH(QByteArray, id);
    QFETCH(int, revision);
    QFETCH(QString, address);
    const Requirement *requirement = Catalogue::instance().find(id.toStdString());
    QVERIFY(requirement);
    QCOMPARE(requirement->addressIn(static_cast<Revision>(revision)), address);
}

void RequirementsTest::refusesWhatIsNoCatalogue_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const std::string &text, const char *named) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(named);
    };
    const auto without = [](const char *member) {
        std::string text = entry("a.b");
        const auto at = text.find(std::string("\"") + member + "\":");
        return '[' + text.insert(at + 1, "x") + ']';
    };
    row("no JSON", "[", "not a JSON array");
    row("no array", "{}", "not a JSON array");
    row("no area", '[' + entry("ab") + ']', "“id”");
    row("twice", '[' + entry("a.b") + ',' + entry("a.b") + ']', "“a.b”");
    for (const char *member :
        {"level", "party", "revisions", "summary", "observable", "violation", "severity", "basis"})
        row(member, without(member), qPrintable(u'“' + QString::fromLatin1(member) + u'”'));
}

void RequirementsTest::refusesWhatIsNoCatalogue()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, named);
    const auto read = Catalogue::read({Bytes::fromByteArray(text)});
    QVERIFY(!read.ok());
    QVERIFY2(read.error().sentence.contains(named), qPrintable(read.error().sentence));
}

void RequirementsTest::refusesACatalogueThatIsTooLarge()
{
    std::string many = "[" + entry("a.b");
    for (std::size_t i = 0; i < Catalogue::kMaxEntries; ++i)
        many += ",1";
    QVERIFY(!Catalogue::read({Bytes::copyOf(many + ']')}).ok());
    const std::string long_(Catalogue::kMaxBytes, ' ');
    const auto read = Catalogue::read({Bytes::copyOf(long_ + "[]")});
    QVERIFY(!read.ok());
    QVERIFY(read.error().sentence.contains(QString::number(Catalogue::kMaxBytes)));
}

QTEST_GUILESS_MAIN(RequirementsTest)
#include "tst_requirements.moc"
