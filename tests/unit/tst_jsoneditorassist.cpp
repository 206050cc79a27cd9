// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "content/json/completionlist.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontext.h"
#include "content/text/findbar.h"
#include "content/text/textsearch.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::content;

// What helps while writing: marks, proposals, search, folds.
class TestJsonEditorAssist : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsAllPlaces_data();
    void findsAllPlaces();
    void searchesInTheText();
    void searchesAgainWhenTheTextChanges();
    void countsNoMoreThanAreLit();
    void marksSayWhatDoesNotFit();
    void marksMoveWithTheText();
    void anObjectIsMarkedAtItsBracket();
    void f8GoesFromMarkToMark();
    void takesAProposal_data();
    void takesAProposal();
    void aQuoteBringsProposals();
    void typingGoesOnWhileProposalsAreShown();
    void proposalsGoAwayByThemselves();
    void aReadOnlyTextGetsNoProposals();
    void foldsAnObject();
    void editsFiveMegabytes();
};

namespace {

struct Opened {
    explicit Opened(const QByteArray &given)
    {
        editor.resize(500, 300);
        editor.show();
        QVERIFY(QTest::qWaitForWindowActive(&editor));
        editor.setFocus();
        editor.setBytes(Bytes::fromByteArray(given));
        text = editor.findChild<JsonText *>();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(text, key, modifiers);
    }
    // Null until there is a schema.
    CompletionList *list() const { return editor.findChild<CompletionList *>(); }
    bool isListHidden() const { return !list() || list()->isHidden(); }
    QByteArray now() const { return editor.bytes().toByteArray(); }
    QStringList proposed() const
    {
        QStringList out;
        if (isListHidden())
            return out;
        for (const auto &proposal : list()->proposals().list)
            out << QString::fromStdString(proposal.text);
        return out;
    }

    JsonEditor editor;
    JsonText *text = nullptr;
    FindBar *bar() const { return editor.findChild<FindBar *>(); } // from the first search
};

std::shared_ptr<const json::Document> placeSchema()
{
    return std::make_shared<json::Document>(json::Document::parse(std::string_view(
        "{\"properties\":{\"city\":{\"type\":\"string\"},"
        "\"count\":{\"type\":\"integer\"},\"unit\":{\"enum\":[\"mm\",\"inch\"]}}}")));
}

} // namespace

void TestJsonEditorAssist::findsAllPlaces_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("needle");
    QTest::addColumn<QList<int>>("found");
    const auto row = [](const char *name, const char *text, const char *needle,
                         const QList<int> &found) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(needle) << found;
    };
    row("nothing wanted", "abc", "", {});
    row("longer than the text", "ab", "abc", {});
    row("both cases", "City CITY city", "city", {0, 5, 10});
    row("a capital only itself", "City CITY city", "C", {0, 5});
    row("without overlap", "aaaa", "aa", {0, 2});
    row("at both ends", "x.x", "x", {0, 2});
    row("beyond ASCII",
        "\xc3\xb6"
        "a\xc3\xb6",
        "\xc3\xb6", {0, 3});
    row("only the beginning", "aab", "ab", {1});
}

void TestJsonEditorAssist::findsAllPlaces()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, needle);
    QFETCH(QList<int>, found);
    QList<int> places;
    for (const std::size_t at : findAll(text.toStdString(), needle.toStdString(), 100))
        places << int(at);
    QCOMPARE(places, found);
    QCOMPARE(findAll(text.toStdString(), needle.toStdString(), 1).size(),
        std::size_t(qMin(1, int(found.size()))));
}

void TestJsonEditorAssist::searchesInTheText()
{
    Opened at("{\"a\": \"city\", \"City\": 1, \"b\": \"city\"}");
    at.key(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(at.bar()->isVisible());
    auto *field = at.bar()->findChild<QLineEdit *>();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("city"));
    QCOMPARE(at.bar()->foundText(), QStringLiteral("3"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(at.bar()->foundText(), QStringLiteral("1 of 3"));
    QTest::keyClick(field, Qt::Key_F3);
    QCOMPARE(at.bar()->foundText(), QStringLiteral("2 of 3"));
    QCOMPARE(at.text->selectedText(), QStringLiteral("City"));
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(at.bar()->foundText(), QStringLiteral("3 of 3"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(at.bar()->foundText(), QStringLiteral("1 of 3"));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(at.bar()->isHidden());
    QTRY_VERIFY(at.text->hasFocus());
    QCOMPARE(at.text->selectedText(), QStringLiteral("city"));
}

void TestJsonEditorAssist::searchesAgainWhenTheTextChanges()
{
    Opened at("[1, 2, 1]");
    at.editor.find();
    QTest::keyClicks(at.bar()->findChild<QLineEdit *>(), QStringLiteral("1"));
    QCOMPARE(at.bar()->foundText(), QStringLiteral("2"));
    QSignalSpy checked(&at.editor, &JsonEditor::checked);
    at.editor.setCaret(1);
    QTest::keyClicks(at.text, QStringLiteral("1"));
    QVERIFY(checked.wait());
    QCOMPARE(at.bar()->foundText(), QStringLiteral("3"));
    QTest::keyClicks(at.bar()->findChild<QLineEdit *>(), QStringLiteral("x"));
    QCOMPARE(at.bar()->foundText(), QStringLiteral("not found"));
}

void TestJsonEditorAssist::countsNoMoreThanAreLit()
{
    QByteArray text = "[";
    for (std::size_t i = 0; i <= JsonEditor::kMaxFound; ++i)
        text += "1,\n";
    Opened at(text);
    at.editor.find();
    QTest::keyClicks(at.bar()->findChild<QLineEdit *>(), QStringLiteral("1"));
    QCOMPARE(at.bar()->foundText(), countText(JsonEditor::kMaxFound) + u'+');
}

void TestJsonEditorAssist::marksSayWhatDoesNotFit()
{
    Opened at("{\n  \"a\": 1,\n  \"b\": 2\n}");
    at.editor.setMarks({{9, 10, QStringLiteral("one")}, {19, 20, QStringLiteral("two")}});
    QCOMPARE(at.editor.sentenceAt(9), QStringLiteral("one"));
    QCOMPARE(at.editor.sentenceAt(19), QStringLiteral("two"));
    QCOMPARE(at.editor.sentenceAt(12), QString());
    QCOMPARE(at.text->sentencesOfLine(1), QStringLiteral("one"));
    at.editor.setMarks({{19, 500, QStringLiteral("beyond")}, {900, 901, QStringLiteral("last")}});
    QCOMPARE(at.editor.sentenceAt(9), QString());
    QCOMPARE(at.editor.sentenceAt(19), QStringLiteral("beyond"));
    QCOMPARE(at.editor.sentenceAt(21), QStringLiteral("last"));
    QVERIFY(at.editor.setBytes(Bytes::copyOf("[]")));
    QCOMPARE(at.editor.sentenceAt(0), QString());
}

void TestJsonEditorAssist::marksMoveWithTheText()
{
    Opened at("[1, 2]");
    at.editor.setMarks({{4, 5, QStringLiteral("two")}});
    at.editor.setCaret(1);
    QTest::keyClicks(at.text, QStringLiteral("22,"));
    QCOMPARE(at.editor.sentenceAt(7), QStringLiteral("two"));
    QCOMPARE(at.editor.sentenceAt(4), QString());
}

void TestJsonEditorAssist::anObjectIsMarkedAtItsBracket()
{
    Opened at("{\n  \"a\": {\"b\": 1}\n}");
    at.editor.setMarks({{0, 20, QStringLiteral("whole")}});
    QCOMPARE(at.editor.sentenceAt(0), QStringLiteral("whole"));
    QCOMPARE(at.editor.sentenceAt(1), QString());
}

void TestJsonEditorAssist::f8GoesFromMarkToMark()
{
    Opened at("[1, 2, 3]");
    QVERIFY(!at.editor.goToMark(true));
    at.editor.setMarks({{1, 2, QStringLiteral("one")}, {7, 8, QStringLiteral("three")}});
    for (const std::size_t place : {1U, 7U, 1U}) {
        at.key(Qt::Key_F8);
        QCOMPARE(at.editor.caret(), place);
    }
    QCOMPARE(at.text->accessibleDescription(), QStringLiteral("one"));
    at.key(Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(at.editor.caret(), std::size_t(7));
}

void TestJsonEditorAssist::takesAProposal_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("caret");
    QTest::addColumn<int>("downs");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("a name") << QByteArray("{}") << 1 << 0 << QByteArray("{\"city\": }");
    QTest::newRow("the second") << QByteArray("{}") << 1 << 1 << QByteArray("{\"count\": }");
    QTest::newRow("never beyond the last")
        << QByteArray("{}") << 1 << 9 << QByteArray("{\"unit\": }");
    QTest::newRow("a value") << QByteArray("{\"unit\": \"i\"}") << 11 << 0
                             << QByteArray("{\"unit\": \"inch\"}");
}

void TestJsonEditorAssist::takesAProposal()
{
    QFETCH(QByteArray, text);
    QFETCH(int, caret);
    QFETCH(int, downs);
    QFETCH(QByteArray, after);
    Opened at(text);
    at.editor.setSchema(placeSchema());
    at.editor.setCaret(std::size_t(caret));
    at.key(Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(at.list()->isVisible());
    for (int i = 0; i < downs; ++i)
        at.key(Qt::Key_Down);
    at.key(Qt::Key_Return);
    QCOMPARE(at.now(), after);
    QVERIFY(at.isListHidden());
    at.key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(at.now(), text);
}

void TestJsonEditorAssist::aQuoteBringsProposals()
{
    Opened at({});
    at.editor.setSchema(placeSchema());
    QTest::keyClicks(at.text, QStringLiteral("{\""));
    QCOMPARE(at.proposed().size(), 3);
    QTest::keyClicks(at.text, QStringLiteral("u"));
    QTRY_COMPARE(at.proposed(), QStringList(QStringLiteral("\"unit\"")));
    at.key(Qt::Key_Tab);
    QCOMPARE(at.now(), QByteArray("{\"unit\": "));
    QTest::keyClicks(at.text, QStringLiteral("\""));
    QCOMPARE(at.proposed().size(), 2);
    at.key(Qt::Key_Escape);
    QVERIFY(at.isListHidden());
    QCOMPARE(at.now(), QByteArray("{\"unit\": \""));
}

void TestJsonEditorAssist::typingGoesOnWhileProposalsAreShown()
{
    Opened at({});
    at.editor.setSchema(placeSchema());
    const QString typed = QStringLiteral("{\"city\":\"Oslo\",\"other\":1,\"unit\":\"mm\"}");
    QTest::keyClicks(at.text, typed);
    QCOMPARE(at.now(), typed.toUtf8());
    QTRY_VERIFY(at.isListHidden());
}

void TestJsonEditorAssist::proposalsGoAwayByThemselves()
{
    Opened at("{}");
    at.editor.setSchema(placeSchema());
    at.editor.setCaret(1);
    at.editor.complete();
    QVERIFY(at.list()->isVisible());
    at.key(Qt::Key_Left);
    QTRY_VERIFY(at.isListHidden());
    at.editor.setCaret(1);
    at.editor.complete();
    at.editor.find();
    QTRY_VERIFY(at.isListHidden());
}

void TestJsonEditorAssist::aReadOnlyTextGetsNoProposals()
{
    Opened at("{}");
    at.editor.setSchema(placeSchema());
    at.editor.setReadOnly(true);
    at.editor.setCaret(1);
    at.editor.complete();
    QVERIFY(at.isListHidden());
}

void TestJsonEditorAssist::foldsAnObject()
{
    Opened at("{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 2\n}");
    const auto visible = [&](unsigned long line) {
        return at.text->SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, line) != 0;
    };
    QVERIFY(visible(2));
    at.text->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
    at.text->foldLine(1);
    QVERIFY(!visible(2));
    QVERIFY(visible(4));
    at.editor.find();
    QTest::keyClicks(at.bar()->findChild<QLineEdit *>(), QStringLiteral("\"b\""));
    QTest::keyClick(at.bar()->findChild<QLineEdit *>(), Qt::Key_Return);
    QVERIFY(visible(2));
}

void TestJsonEditorAssist::editsFiveMegabytes()
{
    QByteArray text = "[\n";
    while (text.size() < 5'000'000)
        text += "  {\"city\": \"Reykjavik\", \"count\": 12, \"at\": [64.1466, -21.9426]},\n";
    text += "  1\n]";
    Opened at({});
    at.editor.setSchema(placeSchema());
    QElapsedTimer clock;
    clock.start();
    QVERIFY(at.editor.setBytes(Bytes::fromByteArray(text)));
    qInfo("set: %lld ms", static_cast<long long>(clock.restart()));
    QVERIFY(!at.editor.grab().isNull());
    qInfo("first drawn: %lld ms", static_cast<long long>(clock.restart()));
    QSignalSpy checked(&at.editor, &JsonEditor::checked);
    at.editor.setCaret(std::size_t(text.size()) / 2);
    at.text->ensureCursorVisible();
    clock.restart();
    QTest::keyClicks(at.text, QStringLiteral("\""));
    qInfo("a key in the middle: %lld ms", static_cast<long long>(clock.restart()));
    QVERIFY(!at.editor.grab().isNull());
    qInfo("drawn there: %lld ms", static_cast<long long>(clock.restart()));
    QVERIFY(checked.wait());
    QVERIFY(at.editor.problem());
    QCOMPARE(at.now().size(), text.size() + 1);
    at.editor.find();
    QTest::keyClicks(at.bar()->findChild<QLineEdit *>(), QStringLiteral("x"));
    QTRY_COMPARE(at.bar()->foundText(), QStringLiteral("not found"));
}

QTEST_MAIN(TestJsonEditorAssist)
#include "tst_jsoneditorassist.moc"
