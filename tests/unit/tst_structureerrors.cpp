// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/officialschemas.h"
#include "findings/rules/message/structureerrors.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::findings;

// Which errors of a validation are told where a value may have one of several types.
class StructureErrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compilesEveryType();
    void tellsTheErrorsThatHelp_data();
    void tellsTheErrorsThatHelp();
};

void StructureErrorsTest::compilesEveryType()
{
    OfficialSchemas schemas;
    for (const Revision revision : kRevisions) {
        const auto *type = schemas.type(revision, "CallToolResult");
        QVERIFY(type);
        QCOMPARE(schemas.type(revision, "CallToolResult"), type);
        QVERIFY(!schemas.type(revision, "NoSuchType"));
    }
    QVERIFY(!schemas.type(Revision::R20241105, "ElicitResult"));
    QVERIFY(schemas.type(Revision::R20250618, "ElicitResult"));
}

void StructureErrorsTest::tellsTheErrorsThatHelp_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QStringList>("errors");
    const auto row = [](const char *name, const char *type, const char *value,
                         const QStringList &errors) {
        QTest::newRow(name) << QString::fromLatin1(type) << QByteArray(value) << errors;
    };
    row("nothing", "CallToolResult", R"({"content":[{"type":"text","text":"a"}]})", {});
    row("the type that its constant names", "CallToolResult",
        R"({"content":[{"type":"image","data":"YQ=="}]})",
        {QStringLiteral("/content/0 Missing property “mimeType”.")});
    row("a constant that no type has", "CallToolResult", R"({"content":[{"type":"video"}]})",
        {QStringLiteral("/content/0/type Must be one of TextContent, ImageContent, AudioContent, "
                        "ResourceLink, EmbeddedResource.")});
    row("each item for itself", "CallToolResult",
        R"({"content":[{"type":"text"},{"type":"text","text":5},{"type":"text","text":""}]})",
        {QStringLiteral("/content/0 Missing property “text”."),
            QStringLiteral("/content/1/text Must be of type string.")});
    row("what is deep in the value says which type was meant", "ElicitRequestParams",
        R"({"message":"a","requestedSchema":{"properties":{}}})",
        {QStringLiteral("/requestedSchema Missing property “type”.")});
    row("an object where no type has one", "ElicitRequestParams",
        R"({"message":"a","requestedSchema":{"type":"object","properties":{"b":{"type":"object"}}}})",
        {QStringLiteral("/requestedSchema/properties/b/type Must be one of StringSchema, "
                        "NumberSchema, BooleanSchema, UntitledSingleSelectEnumSchema, "
                        "TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema, "
                        "TitledMultiSelectEnumSchema, LegacyTitledEnumSchema.")});
    row("a value within the type that is meant", "ElicitRequestParams",
        R"({"message":"a","requestedSchema":{"type":"object","properties":{"b":{"type":"string","format":"password"}}}})",
        {QStringLiteral("/requestedSchema/properties/b/format Must be one of \"date\", "
                        "\"date-time\", \"email\", \"uri\".")});
    row("branches without a type of their own", "ElicitResult",
        R"({"action":"accept","content":{"a":{"b":1}}})",
        {QStringLiteral(
            "/content/a Must be of type array. Or: Must be of type boolean or number or "
            "string.")});
    row("no constant", "ReadResourceResult", R"({"contents":[{"uri":"file:///a"}]})",
        {QStringLiteral("/contents/0 Must be one of TextResourceContents, BlobResourceContents.")});
}

void StructureErrorsTest::tellsTheErrorsThatHelp()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, value);
    QFETCH(QStringList, errors);
    OfficialSchemas schemas;
    const auto *validator = schemas.type(Revision::R20251125, type.toStdString());
    QVERIFY(validator);
    const auto document = json::Document::parse(Bytes::fromByteArray(value));
    QVERIFY(document.isValid());
    QStringList told;
    for (const schema::Unit &error : errorsThatHelp(validator->validate(document.root()).errors))
        told << error.instanceLocation + u' ' + error.sentence;
    QCOMPARE(told, errors);
}

QTEST_GUILESS_MAIN(StructureErrorsTest)
#include "tst_structureerrors.moc"
