// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "look/style/sondestyle.h"
#include "support/openedform.h"
#include "support/openedwindow.h"
#include "support/patience.h"
#include "widgets/kit/field/stringlistedit.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/request/completingfield.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/filteredit.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAction>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeySequenceEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

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

// The text of a field of which a person can make any text; none of another widget.
std::optional<QString> textOf(const QWidget &widget)
{
    if (!widget.isEnabled())
        return {};
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget)) {
        const bool isFree = line->echoMode() == QLineEdit::Normal && !line->validator()
            && !qobject_cast<const QAbstractSpinBox *>(line->parent())
            && !qobject_cast<const QKeySequenceEdit *>(line->parent());
        return isFree && !line->isReadOnly() ? std::optional(line->text()) : std::nullopt;
    }
    if (const auto *area = qobject_cast<const QPlainTextEdit *>(&widget))
        return area->isReadOnly() ? std::nullopt : std::optional(area->toPlainText());
    const auto *area = qobject_cast<const QTextEdit *>(&widget);
    return area && !area->isReadOnly() ? std::optional(area->toPlainText()) : std::nullopt;
}

// What is wrong with a field, or nothing.
QString faultOf(QWidget &field)
{
    const QString before = *textOf(field);
    if (!field.testAttribute(Qt::WA_InputMethodEnabled))
        return QStringLiteral("no input method");
    const QPointer<QWidget> there = &field;
    compose(field, QStringLiteral("とう"));
    if (!there || textOf(field) != before)
        return QStringLiteral("takes what is still composed");
    compose(field, {}, QStringLiteral("東京"));
    const bool took = there && textOf(field).value_or(QString()).contains(u"東京");
    return took ? QString() : QStringLiteral("does not take what is committed");
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
    void aTableTakesWhatIsCommitted_data();
    void aTableTakesWhatIsCommitted();
    void eachFieldOfTheWindowTakesWhatIsCommitted();
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

void TestInputMethod::aTableTakesWhatIsCommitted_data()
{
    QTest::addColumn<int>("column");
    QTest::newRow("list") << -1;
    QTest::newRow("name") << int(widgets::SecretTable::NameColumn);
    QTest::newRow("value") << int(widgets::SecretTable::ValueColumn);
}

// Composing begins before the cell has a field.
void TestInputMethod::aTableTakesWhatIsCommitted()
{
    QFETCH(int, column);
    widgets::StringListEdit list(QStringLiteral("Arguments"));
    list.setStrings({QString()});
    widgets::SecretTable secrets(
        {QStringLiteral("Environment"), QStringLiteral("Variable"), QStringLiteral("Add"),
            QStringLiteral("Remove"), {}, {}},
        [](QStringView) { return false; }, widgets::SecretTable::Mark::WithValue, nullptr);
    secrets.add({QStringLiteral("A"), Secret(QStringLiteral("b"))});
    QWidget &shown = column < 0 ? static_cast<QWidget &>(list) : secrets;
    shown.resize(500, 200);
    shown.show();
    QApplication::setActiveWindow(&shown);
    auto *table = shown.findChild<QTableWidget *>();
    table->setFocus();
    table->setCurrentCell(0, std::max(column, 0));
    QVERIFY(table->testAttribute(Qt::WA_InputMethodEnabled));
    compose(*table, QStringLiteral("とう"));
    auto *field = table->findChild<QLineEdit *>();
    QVERIFY(field);
    compose(*field, {}, QStringLiteral("東京")); // it has the focus now
    QTest::keyClick(field, Qt::Key_Return);
    const auto text = [&] {
        return column < 0                                ? list.strings().value(0)
            : column == widgets::SecretTable::NameColumn ? secrets.rows().front().name
                                                         : secrets.rows().front().value.reveal();
    };
    QTRY_COMPARE_WITH_TIMEOUT(text(), QStringLiteral("東京"), kPatienceMs); // taken in a later turn
}

// Of a window with a server, of the settings and of the editor of a server.
void TestInputMethod::eachFieldOfTheWindowTakesWhatIsCommitted()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    opened.connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
    opened.window.tools().chooseTool(QStringLiteral("complex_form"));
    for (auto *panel : opened.window.tabs().findChildren<widgets::Panel *>())
        opened.window.showPanel(*panel); // some are made when they are first seen
    for (QAction *action : {opened.window.actions().newServer, opened.window.actions().settings})
        action->trigger();
    QStringList faults;
    int seen = 0;
    for (const QWidget *top : QApplication::topLevelWidgets()) {
        QList<QPointer<QWidget>> fields;
        for (QWidget *widget : top->findChildren<QWidget *>()) {
            if (textOf(*widget))
                fields << widget;
        }
        for (const QPointer<QWidget> &field : fields) {
            if (!field || !textOf(*field))
                continue; // what was typed elsewhere has changed it
            const QString name = QString::fromLatin1(field->metaObject()->className()) + u' '
                + field->objectName() + u' ' + field->accessibleName();
            ++seen;
            if (const QString fault = faultOf(*field); !fault.isEmpty())
                faults << name + u": " + fault;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    QVERIFY2(seen > 20, qPrintable(QString::number(seen)));
}

QTEST_MAIN(TestInputMethod)
#include "tst_inputmethod.moc"
