// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"
#include "doctor/program/thismachine.h"
#include "look/style/sondestyle.h"
#include "models/doctor/checkmodel.h"
#include "support/openedwindow.h"
#include "widgets/doctor/doctorwindow.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/servereditor.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// The window of the connection doctor: opened from a failure and from the editor.
class TstDoctorWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void findsTheCauseOfAFailure();
    void checksSettingsThatAreNotSaved();
    void repeatsACheck();
    void stops();
    void saysWhoFindsTheProgram();
    void saysWhatChangedSinceTheLastRun();
    void theModelIsSound();

private:
    static widgets::DoctorWindow *doctorWindow()
    {
        for (QWidget *window : QApplication::topLevelWidgets()) {
            if (auto *doctor = qobject_cast<widgets::DoctorWindow *>(window))
                return doctor;
        }
        return nullptr;
    }
    static void waitFor(widgets::DoctorWindow &window)
    {
        QVERIFY(QTest::qWaitFor([&] { return !window.doctor().isRunning(); }, kPatienceMs));
    }
    static void press(const QWidget &window, const char *name)
    {
        auto *button = window.findChild<QPushButton *>(QLatin1String(name));
        QVERIFY(button && button->isVisible());
        button->click();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstDoctorWindow::findsTheCauseOfAFailure()
{
    Opened opened(m_folder->path());
    config::Profile broken = profile(QStringLiteral("broken"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("echo \"no module: $TOKEN\" >&2; exit 3")});
    broken.environment = {{QStringLiteral("TOKEN"), Secret(QStringLiteral("hush-1234"))}};
    opened.connectTo(broken);
    QTRY_COMPARE_WITH_TIMEOUT(
        opened.state(QStringLiteral("broken")), mcp::ClientState::Failed, kPatienceMs);
    const auto *page = opened.window.overview().failurePage();
    QTRY_VERIFY(page->isVisible());
    press(*page, "runDoctor");
    QTRY_VERIFY(doctorWindow());
    widgets::DoctorWindow &window = *doctorWindow();
    waitFor(window);
    QVERIFY2(window.heading().contains(QStringLiteral("no module")), qPrintable(window.heading()));
    QVERIFY(window.checks().currentIndex().isValid());
    const auto *words = window.findChild<QPlainTextEdit *>(QStringLiteral("evidence"));
    QVERIFY(words->toPlainText().contains(QStringLiteral("exit code 3")));
    press(window, "copyReport");
    const QString report = QGuiApplication::clipboard()->text();
    QVERIFY(report.contains(QStringLiteral("no module")));
    QVERIFY(!report.contains(QStringLiteral("hush-1234")));
    press(window, "editServer");
    QTRY_VERIFY(opened.window.findChild<widgets::ServerEditor *>());
    window.close();
}

void TstDoctorWindow::checksSettingsThatAreNotSaved()
{
    Opened opened(m_folder->path());
    widgets::ServerEditor editor(
        profile(QStringLiteral("x"), QStringLiteral("no-such-program-at-all"), {}), {});
    config::Profile asked;
    connect(&editor, &widgets::ServerEditor::doctorRequested, this,
        [&](const config::Profile &given) { asked = given; });
    editor.show();
    press(editor, "runDoctor");
    QCOMPARE(asked.program, QStringLiteral("no-such-program-at-all"));
}

void TstDoctorWindow::repeatsACheck()
{
    const QString file = m_folder->filePath(QStringLiteral("server"));
    QFile script(file);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nexec cat\n");
    script.close();
    widgets::DoctorWindow window(
        profile({}, file, {}), std::make_shared<const doctor::ThisMachine>(), nullptr);
    window.show();
    window.run();
    waitFor(window);
    const doctor::CheckResult *result = &window.doctor().results()[1];
    QCOMPARE(result->outcome, doctor::Outcome::Failed);
    QVERIFY(script.setPermissions(
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    window.checks().selectRow(1);
    window.findChild<QAction *>(QStringLiteral("repeatCheck"))->trigger();
    waitFor(window);
    QCOMPARE(window.doctor().results()[1].outcome, doctor::Outcome::Passed);
}

void TstDoctorWindow::stops()
{
    widgets::DoctorWindow window(profile({}, QStringLiteral("sleep"), {QStringLiteral("100")}),
        std::make_shared<const doctor::ThisMachine>(), nullptr);
    window.show();
    window.run();
    QVERIFY(window.doctor().isRunning());
    press(window, "stopDoctor");
    waitFor(window);
    QVERIFY(!window.doctor().verdict().isComplete);
}

void TstDoctorWindow::saysWhoFindsTheProgram()
{
    widgets::DoctorWindow window(profile({}, QStringLiteral("cat"), {}),
        std::make_shared<const doctor::ThisMachine>(), nullptr);
    window.show();
    window.run();
    waitFor(window);
    auto *table = window.findChild<widgets::PlainTable *>(QStringLiteral("foundBy"));
    QVERIFY(table && !table->accessibleName().isEmpty());
    window.checks().selectRow(1);
    QVERIFY(table->isVisible());
    const QAbstractItemModel &rows = *table->model();
    QCOMPARE(rows.rowCount(), 3);
    QCOMPARE(rows.index(0, 1).data().toString(), window.doctor().results()[1].foundBy[0].file);
    QCOMPARE(rows.index(0, 2).data().toString(), qEnvironmentVariable("PATH"));
    window.checks().selectRow(0);
    QVERIFY(!table->isVisible()); // it is about the program
}

void TstDoctorWindow::saysWhatChangedSinceTheLastRun()
{
    Opened opened(m_folder->path());
    const QString file = m_folder->filePath(QStringLiteral("server"));
    QFile script(file);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nexec cat\n");
    script.close();
    const config::Profile server = profile(QStringLiteral("s"), file, {});
    const QString name = opened.workspace.addForThisRun(server);
    opened.window.serverCommands().runDoctor(server);
    const auto since = [](const widgets::DoctorWindow &window) {
        return window.findChild<QLabel *>(QStringLiteral("sinceLastRun"));
    };
    {
        widgets::DoctorWindow &first = *doctorWindow();
        waitFor(first);
        QVERIFY(!since(first)->isVisible());
        press(first, "runAgain");
        waitFor(first);
        QVERIFY(since(first)->isVisible());
        const QString unchanged = since(first)->text();
        QVERIFY(script.setPermissions(
            QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
        delete &first;
        // In another window, too.
        opened.window.serverCommands().runDoctor(server);
        widgets::DoctorWindow &second = *doctorWindow();
        waitFor(second);
        QVERIFY(since(second)->isVisible());
        QVERIFY(since(second)->text() != unchanged);
        QVERIFY(since(second)->text().contains(doctor::checkTitle(doctor::Check::Program)));
        const auto tag = [&](int row) {
            return second.checks()
                .model()
                ->index(row, models::CheckModel::EvidenceColumn)
                .data(models::TagRole)
                .toString();
        };
        QVERIFY(!tag(1).isEmpty()); // the program
        QVERIFY(tag(0).isEmpty());
        delete &second;
    }
    QVERIFY(!doctorWindow());
}

void TstDoctorWindow::theModelIsSound()
{
    models::CheckModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setResults(
        {doctor::resultOf(doctor::Check::Program,
             {{doctor::Kind::ProgramNotFound, {QStringLiteral("x"), QStringLiteral("3")}}}),
            doctor::skipped(doctor::Check::Start, QStringLiteral("x"))});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, models::CheckModel::CheckColumn).data(models::SignRole).toInt(),
        int(models::Sign::ProtocolError));
    std::vector<doctor::CheckResult> before{
        doctor::resultOf(doctor::Check::Program, {{doctor::Kind::NoRuntime}})};
    model.setResults({*model.result(0), *model.result(1)}, before);
    const QModelIndex changed = model.index(0, models::CheckModel::CheckColumn);
    const QString tag = changed.siblingAtColumn(models::CheckModel::EvidenceColumn)
                            .data(models::TagRole)
                            .toString();
    QVERIFY(!tag.isEmpty());
    QVERIFY(changed.data(Qt::AccessibleDescriptionRole).toString().contains(tag));
    QVERIFY(!model.result(2));
    QVERIFY(!model.result(-1));
}

QTEST_MAIN(TstDoctorWindow)
#include "tst_doctorwindow.moc"
