// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/servers/ruleform.h"
#include "widgets/servers/servereditor.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

using namespace sonde;
using namespace sonde::tests;

namespace {

void turnWheel(QWidget &over)
{
    const QPointF place = over.rect().center();
    QWheelEvent event(place, over.mapToGlobal(place), {}, QPoint(0, -120), Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(
        &event); // only then it goes on to the parents, and gives the focus
    qApp->notify(&over, &event); // sendEvent() would clear it
}

QString valueOf(const QWidget &widget)
{
    if (const auto *box = qobject_cast<const QComboBox *>(&widget))
        return QString::number(box->currentIndex()) + u' ' + box->currentText();
    return qobject_cast<const QAbstractSpinBox *>(&widget)->text();
}

template <typename Box>
Box *shownIn(const QWidget &part)
{
    for (Box *box : part.findChildren<Box *>()) {
        if (box->isVisible())
            return box;
    }
    return nullptr;
}

QList<QWidget *> valuesIn(const QWidget &part)
{
    QList<QWidget *> found;
    for (QComboBox *box : part.findChildren<QComboBox *>())
        found += box;
    for (QAbstractSpinBox *box : part.findChildren<QAbstractSpinBox *>())
        found += box;
    return found;
}

} // namespace

class TstWheel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void changesNoValueOnItsWay_data();
    void changesNoValueOnItsWay();
    void scrollsTheServerDialog();
    void changesANumberThatHasTheFocus();
};

void TstWheel::changesNoValueOnItsWay_data()
{
    QTest::addColumn<QString>("part");
    for (const char *part : {"window", "server by command", "server by URL", "rule"})
        QTest::newRow(part) << QString::fromLatin1(part);
}

void TstWheel::changesNoValueOnItsWay()
{
    QFETCH(QString, part);
    const QTemporaryDir folder;
    std::unique_ptr<Opened> opened;
    std::unique_ptr<QWidget> made;
    if (part == u"window") {
        opened = std::make_unique<Opened>(folder.path());
        for (const QString &name : {QStringLiteral("a"), QStringLiteral("b")})
            QVERIFY(opened->workspace.save({}, demo(name)).ok());
    } else if (part == u"rule") {
        made = std::make_unique<widgets::RuleForm>();
    } else {
        config::Profile profile = demo();
        if (part == u"server by URL")
            profile.reachByUrl().url = QStringLiteral("https://example.invalid/mcp");
        made = std::make_unique<widgets::ServerEditor>(profile, QStringList());
    }
    QWidget &shown = opened ? opened->window : *made;
    shown.show();
    const QList<QWidget *> values = valuesIn(shown);
    QVERIFY(values.size() > 2);
    for (QWidget *value : values) {
        value->ensurePolished();
        value->clearFocus();
        const QString before = valueOf(*value);
        turnWheel(*value);
        QVERIFY(!value->hasFocus());
        QVERIFY2(valueOf(*value) == before,
            qPrintable(value->accessibleName() + u": " + before + u" -> " + valueOf(*value)));
    }
}

void TstWheel::scrollsTheServerDialog()
{
    widgets::ServerEditor editor(demo(), {});
    editor.pages().showPage(widgets::ServerEditor::ProtocolPage);
    editor.show();
    editor.resize(editor.width(), editor.minimumSizeHint().height());
    QScrollArea *area = editor.pages().area(widgets::ServerEditor::ProtocolPage);
    QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
    auto *box = shownIn<QComboBox>(*area->widget());
    QVERIFY(box);
    turnWheel(*box);
    QVERIFY(area->verticalScrollBar()->value() > 0);
}

void TstWheel::changesANumberThatHasTheFocus()
{
    widgets::ServerEditor editor(demo(), {});
    editor.pages().showPage(widgets::ServerEditor::ProtocolPage);
    editor.show();
    QApplication::setActiveWindow(&editor);
    auto *box = shownIn<QAbstractSpinBox>(editor);
    QVERIFY(box);
    box->setFocus();
    QTRY_VERIFY(box->hasFocus());
    const QString before = valueOf(*box);
    turnWheel(*box);
    QVERIFY(valueOf(*box) != before);
}

QTEST_MAIN(TstWheel)
#include "tst_wheel.moc"
