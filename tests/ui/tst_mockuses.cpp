// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessions.h"
#include "models/mock/mockmodel.h"
#include "support/openedwindow.h"
#include "support/replayedsession.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mocklistedit.h"
#include "widgets/mock/mocklistwindow.h"
#include "widgets/mock/mockservebar.h"

#include <QFile>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace Qt::StringLiterals;

using models::MockModel;
using ServeState = session::MockServing::State;

// The responses of a mock while it is served from their window, and their delays.
class TestMockUses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void countsTheRequestsThatGetAResponse();
    void editsARangeOfDelays();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    template <typename T>
    T *part(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    QString cell(int row, int column) const
    {
        return m_window->edit().rows().model()->index(row, column).data().toString();
    }
    void openList(const QByteArray &text) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<widgets::MockListWindow> m_window;
};

void TestMockUses::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window =
        std::make_unique<widgets::MockListWindow>(app::commandLineProgram(), path(""), nullptr);
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
}

void TestMockUses::openList(const QByteArray &text) const
{
    QFile file(path("mock.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    file.close();
    m_window->openList(path("mock.json"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->responses().count() > 0, kPatienceMs);
}

void TestMockUses::countsTheRequestsThatGetAResponse()
{
    openList(R"({"responses":[{"prompt":"p","delay":1},{"tool":"get_weather","delay":[0,2]}]})");
    QVERIFY(tests::recordWeather(path("weather.sonde"), "4.0"));
    m_window->setRecording(path("weather.sonde"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->responses().recording().isEmpty(), kPatienceMs);
    QCOMPARE(cell(1, MockModel::UsesColumn), QString());
    m_window->edit().goTo(1);
    part<QPushButton>("serveMock")->click();
    QCOMPARE(cell(1, MockModel::UsesColumn), u"0"_s);
    auto &serving = m_window->serveBar().serving();
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), ServeState::Serving, kPatienceMs);
    for (int call = 1; call <= 2; ++call) {
        QProcess client;
        client.start(app::commandLineProgram(),
            {u"tools"_s, u"call"_s, u"get_weather"_s, u"city=Oulu"_s, u"--url"_s,
                serving.address()});
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QProcess::NotRunning, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(
            cell(1, MockModel::UsesColumn), QString::number(call), kPatienceMs);
    }
    QCOMPARE(cell(0, MockModel::UsesColumn), u"0"_s);
    QCOMPARE(m_window->edit().rows().currentIndex().row(), 1); // what is being edited stays
    // Those of the recording count as well.
    int recorded = 0;
    for (int row = 2; row < m_window->edit().rows().model()->rowCount(); ++row)
        recorded += cell(row, MockModel::UsesColumn).toInt();
    QVERIFY(recorded > 2);
    part<QPushButton>("serveMock")->click();
    QCOMPARE(cell(1, MockModel::UsesColumn), u"2"_s); // of the mock that ran last
}

void TestMockUses::editsARangeOfDelays()
{
    openList(R"({"responses":[{"tool":"t","delay":[200,500]}]})");
    QCOMPARE(cell(0, MockModel::DelayColumn), u"200–500 ms"_s);
    auto *const delay = part<widgets::BoundedSpin>("mockDelay");
    auto *const most = part<widgets::BoundedSpin>("mockMaxDelay");
    QCOMPARE(delay->value(), 200);
    QCOMPARE(most->value(), 500);
    delay->setValue(700); // behind its end
    QVERIFY2(m_window->responses().entry(0).verdict.problem.contains(u"[200, 500]"_s),
        qPrintable(m_window->responses().entry(0).verdict.problem));
    most->setValue(900);
    QCOMPARE(cell(0, MockModel::DelayColumn), u"700–900 ms"_s);
    most->setValue(0);
    QCOMPARE(cell(0, MockModel::DelayColumn), u"700 ms"_s);
    QCOMPARE(most->text(), u"no range"_s);
}

QTEST_MAIN(TestMockUses)
#include "tst_mockuses.moc"
