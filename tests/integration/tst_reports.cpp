// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/foundrules.h"
#include "support/reportserver.h"

#include <QThreadPool>

#include <vector>

using namespace sonde::test;

namespace {

// What a person sees of a row.
struct Seen {
    Run run;
    QByteArray printed;
    QStringList rules;
    QByteArray address; // the origin, of HTTP
};

Run runIn(const QString &folder, const QStringList &arguments)
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("HOME"), folder + QStringLiteral("/home"));
    environment.insert(QStringLiteral("COLUMNS"), QStringLiteral("400"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(kCli, arguments);
    return finishedRun(process);
}

// Its own server, folder and process: rows can be played at the same time.
Seen play(const ReportRow &row)
{
    const QTemporaryDir temporary;
    const QString folder = temporary.path();
    const QString recording = folder + QStringLiteral("/recording.sonde");
    std::unique_ptr<ReportSite> site;
    QStringList server{QStringLiteral("--"), QStringLiteral("sh")};
    Seen seen;
    if (row.isHttp) {
        site = std::make_unique<ReportSite>(row);
        server = {QStringLiteral("--url"), QString::fromUtf8(site->url())};
        seen.address = site->origin();
    } else {
        server << ReportProgram(row, folder).file();
    }
    const QByteArray program = QFile::encodeName(folder + QStringLiteral("/serve.sh"));
    for (auto each = row.files.begin(); each != row.files.end(); ++each)
        writeFile(folder + u'/' + each.key(), QByteArray(each.value()).replace("$serve", program));

    const bool isRecorded = !row.finds.isEmpty() || !row.without.isEmpty();
    QStringList arguments = row.command;
    if (isRecorded)
        arguments << QStringLiteral("--record") << recording;
    seen.run = runIn(folder, row.isAlone ? arguments : arguments + server);
    seen.printed = seen.run.out + seen.run.err;
    if (isRecorded)
        seen.rules = foundRules(runIn(folder,
            {QStringLiteral("trace"), QStringLiteral("check"), recording,
                QStringLiteral("--json")}));
    return seen;
}

QByteArray explained(const QByteArray &words, const Seen &seen)
{
    return words + "\n\n" + told(seen.run);
}

} // namespace

// What people reported of servers, clients and hosts, seen from outside: the exit code of the
// command line, its words, and the findings about what was recorded.
class TestReports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    QList<ReportRow> m_rows;
    std::vector<Seen> m_seen;
};

void TestReports::initTestCase()
{
    m_rows = reportRows();
    QVERIFY(!m_rows.isEmpty());
    m_seen.resize(std::size_t(m_rows.size()));
    // Most of the time is spent waiting: for processes, and for responses that do not come.
    QThreadPool pool;
    pool.setMaxThreadCount(24);
    for (qsizetype i = 0; i < m_rows.size(); ++i)
        pool.start([this, i] { m_seen[std::size_t(i)] = play(m_rows.at(i)); });
    pool.waitForDone();
}

void TestReports::saysWhatIsWrong_data()
{
    QTest::addColumn<int>("index");
    for (qsizetype i = 0; i < m_rows.size(); ++i)
        QTest::newRow(qPrintable(m_rows.at(i).name)) << int(i);
}

void TestReports::saysWhatIsWrong()
{
    QFETCH(int, index);
    const ReportRow &row = m_rows.at(index);
    const Seen &seen = m_seen[std::size_t(index)];
    COMPARE_CODE(seen.run, row.exitCode);
    const auto completed = [&seen](
                               QByteArray words) { return words.replace("$origin", seen.address); };
    for (const QByteArray &words : row.says)
        QVERIFY2(seen.printed.contains(completed(words)), explained(words, seen).constData());
    for (const QByteArray &words : row.hides)
        QVERIFY2(!seen.printed.contains(completed(words)), explained(words, seen).constData());
    for (const QString &rule : row.finds)
        QVERIFY2(
            seen.rules.contains(rule), qPrintable(rule + u" is not in " + seen.rules.join(u' ')));
    for (const QString &rule : row.without)
        QVERIFY2(!seen.rules.contains(rule), qPrintable(seen.rules.join(u' ')));
}

QTEST_GUILESS_MAIN(TestReports)
#include "tst_reports.moc"
