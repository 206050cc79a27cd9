// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"
#include "support/patience.h"
#include "support/replayedsession.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mocklistedit.h"
#include "widgets/mock/mocklistwindow.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace Qt::StringLiterals;

// The names and keys in the window that edits the responses of a mock.
class TestMockControls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyControlHasAName_data();
    void everyControlHasAName();

private:
    QList<const QWidget *> controls() const;
    QString labelOf(const QWidget &control) const;
    QString nameOf(const QWidget &control) const;
    bool hasShortcut(const QWidget &control) const;

    std::unique_ptr<widgets::MockListWindow> m_window;
};

void TestMockControls::init()
{
    m_window = std::make_unique<widgets::MockListWindow>(u"sonde-cli"_s, QString(), nullptr);
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
}

void TestMockControls::cleanup()
{
    m_window.reset();
}

void TestMockControls::everyControlHasAName_data()
{
    QTest::addColumn<QString>("thing");
    QTest::newRow("a recorded response") << QString();
    for (const char *thing : {"tool", "resource", "method"})
        QTest::newRow(thing) << QString::fromLatin1(thing);
}

// Also the controls that are hidden at the moment: the address, and what the request does not have.
void TestMockControls::everyControlHasAName()
{
    QFETCH(QString, thing);
    const QTemporaryDir folder;
    const QString recording = folder.filePath(u"weather.sonde"_s);
    QVERIFY(tests::recordWeather(recording, "4.0"));
    m_window->setRecording(recording);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->responses().recording().isEmpty(), kPatienceMs);
    if (!thing.isEmpty()) {
        mock::ResponseFields fields;
        fields.thing = thing.toStdString();
        fields.params = "{}";
        fields.content = mock::ResponseFields::Content::Error;
        m_window->responses().insert(0, fields);
    }
    m_window->edit().rows().selectRow(0);
    QCOMPARE(m_window->findChild<QLineEdit *>(u"mockName"_s)->isReadOnly(), thing.isEmpty());
    QStringList names;
    QStringList mnemonics;
    for (const QWidget *control : controls()) {
        const QString name = nameOf(*control);
        QVERIFY2(!name.isEmpty(), control->metaObject()->className());
        QVERIFY2(!names.contains(name), qPrintable(name));
        names << name;
        // The list has the focus at first; the address is copied by a key.
        if (control == &m_window->edit().rows()
            || control == m_window->findChild<QLineEdit *>(u"mockAddress"_s))
            continue;
        const QString mnemonic = QKeySequence::mnemonic(labelOf(*control)).toString();
        QVERIFY2(!mnemonic.isEmpty() || hasShortcut(*control), qPrintable(name));
        QVERIFY2(mnemonic.isEmpty() || !mnemonics.contains(mnemonic), qPrintable(name));
        mnemonics << mnemonic;
    }
    for (const char *name : {"mockThing", "mockName", "mockContent", "mockDelay", "mockTimes",
             "mockFault", "mockPort", "mockOtherwise", "mockSpeed", "copyMockAddress"})
        QVERIFY2(controls().contains(m_window->findChild<QWidget *>(QLatin1String(name))), name);
}

// What the Tab key can reach, without the message, which is not shown.
QList<const QWidget *> TestMockControls::controls() const
{
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QList<const QWidget *> found;
    for (const QWidget *control : m_window->findChildren<QWidget *>()) {
        if ((control->focusPolicy() & Qt::TabFocus) && !control->focusProxy()
            && control->window() == m_window.get() && !message->isAncestorOf(control))
            found << control;
    }
    return found;
}

// Of a button its text, of a field the label before it.
QString TestMockControls::labelOf(const QWidget &control) const
{
    if (const auto *button = qobject_cast<const QPushButton *>(&control))
        return button->text();
    for (const QLabel *label : m_window->findChildren<QLabel *>()) {
        const QWidget *buddy = label->buddy();
        if (buddy && (buddy == &control || buddy->focusProxy() == &control))
            return label->text();
    }
    return {};
}

QString TestMockControls::nameOf(const QWidget &control) const
{
    const QString name = control.accessibleName();
    return name.isEmpty() ? labelOf(control).remove(u'&') : name;
}

// A key of its own, or an action of the window or of the list with its text.
bool TestMockControls::hasShortcut(const QWidget &control) const
{
    const auto *button = qobject_cast<const QPushButton *>(&control);
    if (!button || !button->shortcut().isEmpty())
        return button;
    const auto plain = [](QString text) { return text.remove(u'&').remove(u'…'); };
    const QList<QAction *> actions = m_window->actions() + m_window->edit().rows().actions();
    return std::any_of(actions.begin(), actions.end(), [&](const QAction *action) {
        return !action->shortcut().isEmpty() && plain(action->text()) == plain(button->text());
    });
}

QTEST_MAIN(TestMockControls)
#include "tst_mockcontrols.moc"
