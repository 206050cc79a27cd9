// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"
#include "look/style/sondestyle.h"
#include "support/openedform.h"
#include "support/patience.h"
#include "widgets/request/completingfield.h"
#include "widgets/trace/filteredit.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QPlainTextEdit>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

namespace {

void compose(QWidget &field, const QString &preedit, const QString &committed = {})
{
    QInputMethodEvent event(
        preedit, {{QInputMethodEvent::Cursor, int(preedit.size()), 1, QVariant()}});
    event.setCommitString(committed);
    QCoreApplication::sendEvent(&field, &event);
}

int cursorX(const QWidget &field)
{
    return field.inputMethodQuery(Qt::ImCursorRectangle).toRect().x();
}

} // namespace

// Japanese, Chinese and Korean are composed: a text that is not final stands in the field until the
// input method commits it.
class TestInputMethod : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void aFormTakesWhatIsCommitted();
    void aFieldOfSeveralLinesTakesWhatIsCommitted();
    void theJsonEditorTakesWhatIsCommitted();
    void theJsonEditorTakesWhatWasComposedElsewhereInTheText();
    void theFilterKeepsWhatIsComposedWhileItColoursItsWords();
    void aFieldWithProposalsTakesWhatIsCommitted();
};

void TestInputMethod::aFormTakesWhatIsCommitted()
{
    OpenedForm opened(R"({"properties":{"city":{"type":"string"}}})", R"({"city":"A"})");
    auto *line = opened.editor<QLineEdit>("/city");
    line->setCursorPosition(1);
    compose(*line, QStringLiteral("とう"));
    QCOMPARE(opened.text(), QByteArray(R"({"city":"A"})"));
    compose(*line, {}, QStringLiteral("東京"));
    QCOMPARE(opened.text(), QByteArray("{\"city\":\"A東京\"}"));
}

void TestInputMethod::aFieldOfSeveralLinesTakesWhatIsCommitted()
{
    OpenedForm opened(R"({"properties":{"text":{"type":"string"}}})", "{\"text\":\"a\\nb\"}");
    auto *area = opened.editor<QPlainTextEdit>("/text");
    area->moveCursor(QTextCursor::End);
    compose(*area, QStringLiteral("bei"));
    QCOMPARE(opened.text(), QByteArray("{\"text\":\"a\\nb\"}"));
    compose(*area, {}, QStringLiteral("北京"));
    QCOMPARE(opened.text(), QByteArray("{\"text\":\"a\\nb北京\"}"));
}

void TestInputMethod::theJsonEditorTakesWhatIsCommitted()
{
    content::JsonEditor editor;
    QVERIFY(editor.setBytes(Bytes::copyOf(R"({"a":""})")));
    editor.show();
    editor.setCaret(6);
    auto *text = editor.findChild<QAbstractScrollArea *>();
    QVERIFY(text);
    text->setFocus();
    compose(*text, QStringLiteral("とう"));
    compose(*text, QStringLiteral("とうきょう"));
    compose(*text, {}, QStringLiteral("東京"));
    QCOMPARE(editor.bytes().toByteArray(), QByteArray("{\"a\":\"東京\"}"));
    QVERIFY(!editor.checkNow());
    QCOMPARE(editor.caret(), std::size_t(12));
}

// An abandoned composition leaves nothing behind.
void TestInputMethod::theJsonEditorTakesWhatWasComposedElsewhereInTheText()
{
    content::JsonEditor editor;
    QVERIFY(editor.setBytes(Bytes::copyOf(R"(["x","y"])")));
    editor.show();
    auto *text = editor.findChild<QAbstractScrollArea *>();
    text->setFocus();
    editor.setCaret(2);
    compose(*text, QStringLiteral("ni"));
    compose(*text, {});
    QCOMPARE(editor.bytes().toByteArray(), QByteArray(R"(["x","y"])"));
    editor.setCaret(6);
    compose(*text, QStringLiteral("ni"));
    compose(*text, {}, QStringLiteral("你"));
    QCOMPARE(editor.bytes().toByteArray(), QByteArray("[\"x\",\"你y\"]"));
}

void TestInputMethod::theFilterKeepsWhatIsComposedWhileItColoursItsWords()
{
    widgets::FilterEdit field;
    field.resize(600, 30);
    field.show();
    QApplication::setActiveWindow(&field);
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("target ~ "));
    const int committed = cursorX(field);
    compose(field, QStringLiteral("とうきょう"));
    QCOMPARE(field.text(), QStringLiteral("target ~ "));
    QVERIFY(cursorX(field) > committed);
    // A part is committed while the rest is still being composed.
    compose(field, QStringLiteral("きょう"), QStringLiteral("東"));
    QCOMPARE(field.text(), QStringLiteral("target ~ 東"));
    const int composing = cursorX(field);
    compose(field, {}, {});
    QVERIFY(cursorX(field) < composing);
    compose(field, {}, QStringLiteral("京"));
    QCOMPARE(field.text(), QStringLiteral("target ~ 東京"));
}

void TestInputMethod::aFieldWithProposalsTakesWhatIsCommitted()
{
    widgets::CompletingField field;
    field.show();
    QApplication::setActiveWindow(&field);
    field.setFocus();
    compose(field, QStringLiteral("とう"));
    QCOMPARE(field.text(), QString());
    compose(field, {}, QStringLiteral("東京"));
    QCOMPARE(field.text(), QStringLiteral("東京"));
}

QTEST_MAIN(TestInputMethod)
#include "tst_inputmethod.moc"
