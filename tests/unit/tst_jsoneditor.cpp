// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"
#include "look/theme/theme.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;

class TestJsonEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTextIsKeptByteForByte_data();
    void theTextIsKeptByteForByte();
    void typedTextComesBackAsTyped();
    void typingMarksWhereItStopsBeingJson();
    void aLongTextIsCheckedToo();
    void anEmptyTextHasNoProblem();
    void aTextOverTheLimitIsRefused();
    void aReadOnlyTextCannotBeChanged();
    void ctrlTabLeavesTheText();
    void theThemeCanBeSwapped();
};

void TestJsonEditor::theTextIsKeptByteForByte_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("numbers") << QByteArray(
        R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2})");
    QTest::newRow("CRLF") << QByteArray("{\r\n  \"a\": 1\r\n}\r\n");
    QTest::newRow("mixed line ends") << QByteArray("[1,\r2,\n3,\r\n4]");
    QTest::newRow("U+2028") << QByteArray("\"a\xe2\x80\xa8z\"");
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf{}");
    QTest::newRow("zero") << QByteArray("\"a\0b\"", 5);
    QTest::newRow("not UTF-8") << QByteArray("\"a\xc3\"");
    QTest::newRow("tabs and trailing blanks") << QByteArray("\t{ }  \t");
    QTest::newRow("four bytes") << QByteArray("\"\xf0\x9f\x98\x80\"");
}

void TestJsonEditor::theTextIsKeptByteForByte()
{
    QFETCH(QByteArray, text);
    JsonEditor editor;
    QVERIFY(editor.setBytes(Bytes::fromByteArray(text)));
    QCOMPARE(editor.bytes().toByteArray(), text);
}

void TestJsonEditor::typedTextComesBackAsTyped()
{
    JsonEditor editor;
    QSignalSpy edited(&editor, &JsonEditor::edited);
    QTest::keyClicks(editor.focusProxy(), QStringLiteral("[1e400,-0, 1.0]"));
    QTest::keyClick(editor.focusProxy(), Qt::Key_Return);
    QCOMPARE(editor.bytes().toByteArray(), QByteArray("[1e400,-0, 1.0]\n"));
    QVERIFY(edited.count() > 0);
}

void TestJsonEditor::typingMarksWhereItStopsBeingJson()
{
    JsonEditor editor;
    QSignalSpy checked(&editor, &JsonEditor::checked);
    QTest::keyClicks(editor.focusProxy(), QStringLiteral("[1,]"));
    QVERIFY(checked.wait(kPatienceMs));
    QVERIFY(editor.problem());
    QCOMPARE(editor.problem()->line, 1);
    QCOMPARE(editor.problem()->column, 4);
    QTest::keyClick(editor.focusProxy(), Qt::Key_Backspace);
    QTest::keyClicks(editor.focusProxy(), QStringLiteral("2]"));
    QVERIFY(checked.wait(kPatienceMs));
    QVERIFY(!editor.problem());
}

void TestJsonEditor::aLongTextIsCheckedToo()
{
    JsonEditor editor;
    QByteArray text = "[1";
    while (text.size() < 300'000)
        text += ",\n1";
    QVERIFY(editor.setBytes(Bytes::fromByteArray(text)));
    QVERIFY(editor.problem());
    QSignalSpy checked(&editor, &JsonEditor::checked);
    QTest::keyClick(editor.focusProxy(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(editor.focusProxy(), QStringLiteral("]"));
    QVERIFY(checked.wait(kPatienceMs));
    QVERIFY(!editor.problem());
}

void TestJsonEditor::anEmptyTextHasNoProblem()
{
    JsonEditor editor;
    QVERIFY(editor.isEmpty());
    QVERIFY(!editor.checkNow());
}

void TestJsonEditor::aTextOverTheLimitIsRefused()
{
    JsonEditor editor;
    QVERIFY(!editor.setBytes(Bytes::copyOf(std::string(JsonEditor::kMaxLine + 1, '1'))));
    QVERIFY(editor.isEmpty());
    std::string lines(JsonEditor::kMaxBytes + 1, ' ');
    for (std::size_t i = 0; i < lines.size(); i += 1000)
        lines[i] = '\n';
    QVERIFY(!editor.setBytes(Bytes::copyOf(lines)));
    QVERIFY(editor.isEmpty());
}

void TestJsonEditor::aReadOnlyTextCannotBeChanged()
{
    JsonEditor editor;
    editor.setReadOnly(true);
    QVERIFY(editor.setBytes(Bytes::copyOf("{}")));
    QTest::keyClicks(editor.focusProxy(), QStringLiteral("x"));
    QCOMPARE(editor.bytes().toByteArray(), QByteArray("{}"));
    QVERIFY(editor.setBytes(Bytes::copyOf("[]")));
    QCOMPARE(editor.bytes().toByteArray(), QByteArray("[]"));
}

void TestJsonEditor::ctrlTabLeavesTheText()
{
    QWidget window;
    auto *layout = new QVBoxLayout(&window);
    auto *editor = new JsonEditor;
    auto *after = new QLineEdit;
    layout->addWidget(editor);
    layout->addWidget(after);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    editor->setFocus();
    QTRY_VERIFY(editor->focusProxy()->hasFocus());
    QTest::keyClick(editor->focusProxy(), Qt::Key_Tab, Qt::ControlModifier);
    QTRY_VERIFY(after->hasFocus());
    QVERIFY(editor->isEmpty());
}

void TestJsonEditor::theThemeCanBeSwapped()
{
    JsonEditor editor;
    editor.resize(200, 100);
    QVERIFY(editor.setBytes(Bytes::copyOf("{\"a\": 1}")));
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        CurrentTheme::instance().setChoice(choice);
        const QImage image = editor.grab().toImage();
        QCOMPARE(image.pixelColor(150, 80), theme().base);
    }
}

QTEST_MAIN(TestJsonEditor)
#include "tst_jsoneditor.moc"
