// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"
#include "models/signs/sign.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/noteeditor.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using models::Sign;
using models::TraceModel;
using namespace Qt::StringLiterals;

class TraceNotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void marksByKey();
    void marksSeveralMessages();
    void writesANoteByKey();
    void keepsTheOldNoteOnEscape();
    void refusesANoteThatIsTooLong();
    void followsTheFilter();
    void showsTheNoteInTheDetail();

private:
    TraceView &view() { return m_panel->view(); }
    Sign sign(int row) const
    {
        const auto index = m_panel->proxy().index(row, TraceModel::NumberColumn);
        return Sign(index.data(models::SignRole).toInt());
    }
    QString note(int row) const
    {
        return m_panel->proxy().index(row, TraceModel::NoteColumn).data().toString();
    }
    void write(const QString &text)
    {
        QTest::keyClick(&view(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(m_panel->messageActions().annotations().editor().text().hasFocus());
        QTest::keyClicks(&m_panel->messageActions().annotations().editor().text(), text);
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TracePanel> m_panel;
};

void TraceNotesTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    tests::TraceFeed feed(*m_recorder);
    for (int i = 0; i < 4; ++i)
        feed.sent("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(i) + ",\"method\":\"ping\"}");
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_panel->document().model().drainNow();
    m_panel->resize(1400, 400);
    m_panel->show();
    m_panel->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    QVERIFY(view().select(2));
    view().setFocus();
}

void TraceNotesTest::cleanup()
{
    m_panel.reset();
    m_recorder.reset();
}

void TraceNotesTest::marksByKey()
{
    const QAbstractItemModelTester tester(&m_panel->proxy());
    QTest::keyClick(&view(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(m_recorder->notes().of(2).marked);
    QCOMPARE(sign(1), Sign::Mark);
    QCOMPARE(sign(0), Sign::None);
    const auto number = m_panel->proxy().index(1, TraceModel::NumberColumn);
    QCOMPARE(number.data(Qt::AccessibleDescriptionRole).toString(), u"marked"_s);
    QTest::keyClick(&view(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(m_recorder->notes().isEmpty());
    QCOMPARE(sign(1), Sign::None);
}

void TraceNotesTest::marksSeveralMessages()
{
    m_panel->messageActions().annotations().markAction()->trigger(); // the second one
    view().selectAll();
    m_panel->messageActions().annotations().markAction()->trigger();
    QCOMPARE(m_recorder->notes().all().size(), std::size_t(4));
    m_panel->messageActions().annotations().markAction()->trigger();
    QVERIFY(m_recorder->notes().isEmpty());
}

void TraceNotesTest::writesANoteByKey()
{
    QVERIFY(view().isColumnHidden(TraceModel::NoteColumn));
    write(u"Why so late?"_s);
    QTest::keyClick(&m_panel->messageActions().annotations().editor().text(), Qt::Key_Return,
        Qt::ControlModifier);
    QVERIFY(!m_panel->messageActions().annotations().editor().isVisible());
    QVERIFY(view().hasFocus());
    QCOMPARE(m_recorder->notes().of(2).text, std::string("Why so late?"));
    QCOMPARE(sign(1), Sign::Note);
    QCOMPARE(note(1), u"Why so late?"_s);
    QVERIFY(!view().isColumnHidden(TraceModel::NoteColumn));
    // A mark keeps it.
    QTest::keyClick(&view(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY((m_recorder->notes().of(2) == trace::Note{true, "Why so late?"}));
    QCOMPARE(sign(1), Sign::Mark);
}

void TraceNotesTest::keepsTheOldNoteOnEscape()
{
    QVERIFY(m_recorder->setNote(2, {false, "old"}).ok());
    write(u"new"_s);
    QTest::keyClick(&m_panel->messageActions().annotations().editor().text(), Qt::Key_Escape);
    QVERIFY(!m_panel->messageActions().annotations().editor().isVisible());
    QCOMPARE(m_recorder->notes().of(2).text, std::string("old"));
}

void TraceNotesTest::refusesANoteThatIsTooLong()
{
    write({});
    m_panel->messageActions().annotations().editor().text().setPlainText(
        QString(trace::Note::kMaxText + 1, u'x'));
    QTest::keyClick(&m_panel->messageActions().annotations().editor().text(), Qt::Key_Return,
        Qt::ControlModifier);
    QVERIFY(m_panel->messageActions().annotations().editor().isVisible());
    QVERIFY(m_recorder->notes().isEmpty());
}

void TraceNotesTest::followsTheFilter()
{
    m_panel->filterBar().edit().setText(u"not marked exists"_s);
    QTRY_COMPARE(m_panel->proxy().filter().conditions.text(), u"not marked exists"_s);
    QTRY_COMPARE(m_panel->proxy().rowCount(), 4);
    QVERIFY(view().select(3));
    m_panel->messageActions().annotations().markAction()->trigger();
    QTRY_COMPARE(m_panel->proxy().rowCount(), 3);
    QCOMPARE(m_panel->proxy().rowOf(3), -1);
}

void TraceNotesTest::showsTheNoteInTheDetail()
{
    MessageDetail detail(m_panel->document().model());
    detail.show();
    detail.showMessage(2);
    QVERIFY(!detail.note().isVisible());
    QCOMPARE(m_panel->document().model().setNote(2, {false, "<b>plain</b>"}), QString());
    QVERIFY(detail.note().isVisible());
    QCOMPARE(detail.note().sentence(), u"<b>plain</b>"_s);
    const QSignalSpy wanted(&detail, &MessageDetail::noteRequested);
    Q_EMIT detail.note().buttonClicked();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<trace::Number>(), trace::Number(2));
    detail.showMessage(1);
    QVERIFY(!detail.note().isVisible());
    QVERIFY(!m_panel->document().model().setNote(17, {true, {}}).isEmpty());
}

QTEST_MAIN(TraceNotesTest)
#include "tst_tracenotes.moc"
