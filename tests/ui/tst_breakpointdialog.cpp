// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"
#include "widgets/tap/breakpointdialog.h"
#include "widgets/trace/filteredit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <optional>
#include <variant>

using namespace sonde;
using namespace Qt::StringLiterals;
using tap::Breakpoint;
using widgets::BreakpointDialog;
using Act = tap::BreakpointAction::Kind;

// The fields of one breakpoint.
class TestBreakpointDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatItWasGiven_data();
    void givesBackWhatItWasGiven();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void takesACommand();
    void isFilledByKeys();
    void asksHowLongToHold();
    void offersWhatHttpCanDo();
};

namespace {

struct Dialog {
    explicit Dialog(
        const Breakpoint &breakpoint = {}, tap::TapTransport transport = tap::TapTransport::Stdio)
        : dialog(new BreakpointDialog(
            breakpoint, {transport, models::TapClient::Host}, u"title"_s, {}, nullptr))
    {
        QObject::connect(dialog, &BreakpointDialog::saved, dialog,
            [this](const Breakpoint &one) { saved = one; });
        dialog->open();
    }
    ~Dialog() { delete dialog; }
    Dialog(const Dialog &) = delete;
    Dialog &operator=(const Dialog &) = delete;

    template <class W>
    W &field(const QString &name) const
    {
        return *dialog->findChild<W *>(name);
    }
    QPushButton &save() const { return field<QPushButton>(u"saveBreakpoint"_s); }
    void choose(const QString &name, int data) const
    {
        auto &box = field<QComboBox>(name);
        box.setCurrentIndex(box.findData(data));
    }

    QPointer<BreakpointDialog> dialog;
    std::optional<Breakpoint> saved;
};

} // namespace

void TestBreakpointDialog::givesBackWhatItWasGiven_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<QByteArray>("text");
    for (int action = 0; action <= int(Act::Program); ++action) {
        const auto act = static_cast<Act>(action);
        QTest::addRow("%d", action)
            << action
            << QByteArray(act == Act::Respond ? R"({"content": [] })"
                       : act == Act::Patch    ? R"([{"op":"remove","path":"/a"}])"
                       : act == Act::Program  ? "jq '.a = \"b c\"'"
                                              : "");
    }
}

void TestBreakpointDialog::givesBackWhatItWasGiven()
{
    QFETCH(const int, action);
    QFETCH(const QByteArray, text);
    Breakpoint given;
    given.number = 7;
    given.on = false;
    given.channel = rpc::Channel::Received;
    auto compiled = trace::Filter::compile(u"method == \"ping\""_s);
    given.filter = std::get<trace::Filter>(std::move(compiled));
    given.action.kind = static_cast<Act>(action);
    given.action.delay = std::chrono::milliseconds(1250);
    given.action.bytes = 12;
    given.action.text = text.toStdString();
    given.only = 2;
    given.othersPass = true;
    const Dialog opened(given);
    QCOMPARE(opened.dialog->problem(), QString());
    opened.save().click();
    QVERIFY(opened.saved);
    const Breakpoint &saved = *opened.saved;
    QCOMPARE(saved.number, given.number);
    QCOMPARE(saved.on, given.on);
    QCOMPARE(saved.channel, given.channel);
    QCOMPARE(saved.filter.text(), given.filter.text());
    QCOMPARE(int(saved.action.kind), action);
    QCOMPARE(saved.action.delay.count(), given.action.delay.count());
    QCOMPARE(saved.action.bytes, given.action.bytes);
    QCOMPARE(QByteArray::fromStdString(saved.action.text), text);
    QCOMPARE(saved.only, given.only);
    QCOMPARE(saved.othersPass,
        given.action.kind == Act::Hold || given.action.kind == Act::Delay
            || given.action.kind == Act::Program);
}

void TestBreakpointDialog::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("action");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("good");
    const auto row = [](const char *name, const QString &filter, Act act, const char *text,
                         bool good) {
        QTest::newRow(name) << filter << int(act) << QByteArray(text) << good;
    };
    row("any message", {}, Act::Hold, "", true);
    row("half a filter", u"method =="_s, Act::Hold, "", false);
    row("a text that is not used", {}, Act::Drop, "{", true);
    row("a response", {}, Act::Respond, "{}", true);
    row("no response", {}, Act::Respond, "", false);
    row("a response that is a list", {}, Act::Respond, "[]", false);
    row("a response that is no JSON", {}, Act::Respond, "{\"a\":}", false);
    row("a response with values of the request", {}, Act::Respond,
        R"({"a":"{{id}}","b":"{{params.arguments.n}} {{/params/name}}"})", true);
    row("a response with a value of no request", {}, Act::Respond, R"({"a":"{{city}}"})", false);
    row("a patch with braces", {}, Act::Patch, R"([{"op":"remove","path":"/{{city}}"}])", true);
    row("a patch", {}, Act::Patch, "[]", true);
    row("a patch that is an object", {}, Act::Patch, "{}", false);
    row("no command", {}, Act::Program, "{}", false);
}

void TestBreakpointDialog::saysWhatIsWrong()
{
    QFETCH(const QString, filter);
    QFETCH(const int, action);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, good);
    const Dialog opened;
    opened.choose(u"action"_s, action);
    opened.dialog->filter().setText(filter);
    opened.dialog->text().setBytes(Bytes::fromByteArray(text));
    QCOMPARE(opened.dialog->problem().isEmpty(), good);
    QTRY_COMPARE(opened.save().isEnabled(), good);
    opened.save().click();
    QCOMPARE(opened.saved.has_value(), good);
}

void TestBreakpointDialog::takesACommand()
{
    const Dialog opened;
    opened.choose(u"action"_s, int(Act::Program));
    auto &command = opened.field<QLineEdit>(u"command"_s);
    QVERIFY(command.isVisibleTo(opened.dialog));
    command.setText(u"jq 'a"_s);
    QVERIFY(!opened.dialog->problem().isEmpty());
    command.setText(u"jq . | cat"_s); // for a shell
    QVERIFY(!opened.dialog->problem().isEmpty());
    command.setText(u"jq '.a = 1'"_s);
    QTRY_COMPARE(opened.dialog->problem(), QString());
    opened.save().click();
    QVERIFY(opened.saved);
    QCOMPARE(opened.saved->action.text, std::string("jq '.a = 1'"));
}

void TestBreakpointDialog::isFilledByKeys()
{
    const Dialog opened;
    QCOMPARE(opened.dialog->focusWidget(), &opened.dialog->filter());
    QTest::keyClicks(&opened.dialog->filter(), u"id == 5"_s);
    opened.choose(u"action"_s, int(Act::Delay));
    auto &delay = opened.field<QDoubleSpinBox>(u"delay"_s);
    QVERIFY(delay.isVisibleTo(opened.dialog));
    QVERIFY(opened.field<QCheckBox>(u"othersPass"_s).isVisibleTo(opened.dialog));
    QVERIFY(!opened.field<QSpinBox>(u"bytes"_s).isVisibleTo(opened.dialog));
    delay.setValue(2);
    QTest::keyClick(&delay, Qt::Key_Return);
    QVERIFY(opened.saved);
    QCOMPARE(opened.saved->filter.text(), u"id == 5"_s);
    QCOMPARE(opened.saved->action.delay.count(), 2000);
}

// No limit, unless one is set.
void TestBreakpointDialog::asksHowLongToHold()
{
    const Dialog opened;
    auto &delay = opened.field<QDoubleSpinBox>(u"delay"_s);
    QVERIFY(delay.isVisibleTo(opened.dialog));
    QCOMPARE(delay.text(), u"no limit"_s);
    const QString name = delay.accessibleName();
    opened.choose(u"action"_s, int(Act::Delay));
    QVERIFY(delay.text() != u"no limit"_s);
    QVERIFY(delay.accessibleName() != name);
    opened.choose(u"action"_s, int(Act::Program));
    QVERIFY(!delay.isVisibleTo(opened.dialog));
    opened.choose(u"action"_s, int(Act::Hold));
    QCOMPARE(delay.accessibleName(), name);
    delay.setValue(45);
    opened.save().click();
    QVERIFY(opened.saved);
    QCOMPARE(opened.saved->action.delay.count(), 45'000);
}

// Over HTTP the body of a request is not split.
void TestBreakpointDialog::offersWhatHttpCanDo()
{
    Breakpoint given;
    given.channel = rpc::Channel::Received;
    given.action.kind = Act::Split;
    const Dialog opened(given, tap::TapTransport::Http);
    const auto &actions = opened.field<QComboBox>(u"action"_s);
    const auto offers = [&actions](Act act) { return actions.findData(int(act)) >= 0; };
    QCOMPARE(actions.currentData().toInt(), int(Act::Split));
    QVERIFY(offers(Act::Duplicate) && offers(Act::Respond));
    opened.choose(u"direction"_s, int(rpc::Channel::Sent));
    QVERIFY(!offers(Act::Split));
    QVERIFY(offers(Act::Duplicate) && offers(Act::Respond) && offers(Act::Close));
    QCOMPARE(actions.currentData().toInt(), int(Act::Hold));
    QVERIFY(!opened.field<QSpinBox>(u"bytes"_s).isVisibleTo(opened.dialog));
    opened.choose(u"action"_s, int(Act::Garble));
    opened.choose(u"direction"_s, int(rpc::Channel::Received));
    QVERIFY(offers(Act::Split));
    QCOMPARE(actions.currentData().toInt(), int(Act::Garble)); // stays
}

QTEST_MAIN(TestBreakpointDialog)
#include "tst_breakpointdialog.moc"
