// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/logmodel.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::models;

Q_DECLARE_METATYPE(sonde::models::LogFilter)
using sonde::tests::TraceFeed;

class TstLogModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsLevelLoggerAndData();
    void filters_data();
    void filters();
    void belongsToACall();
    void belongsToAnExchangeWhereThatIsKnown();
    void namesLoggersAndBoundsThem();
    void aFilterIsWithinTheLimitsOfItsLanguage();
    void doesNotReadWhatIsTooLong();
    void oddMessagesAreShownAsTheyAre();
    void clearsByNumber();
    void showsLinesOfStderr();
    void choosesTheSource_data();
    void choosesTheSource();
    void readsOnlyTheLinesThatAreSeen();

private:
    void log(const char *level, const char *logger, const char *data);
    void fill();
    QStringList cells(const LogModel &model, int column) const
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += model.index(row, column).data().toString();
        return all;
    }
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TraceModel> m_trace;
};

void TstLogModel::log(const char *level, const char *logger, const char *data)
{
    m_feed->advance(1'000'000);
    const QByteArray line =
        QByteArray(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":")")
        + level + R"(","logger":")" + logger + R"(","data":)" + data + "}}";
    m_feed->received({line.constData(), std::size_t(line.size())});
}

void TstLogModel::fill()
{
    log("debug", "net", R"("opened a socket")");
    log("warning", "db", R"({"query":"select 1","took":{"ms":120}})");
    log("error", "db", R"(["disk full",7])");
    m_trace->drainNow();
}

void TstLogModel::init()
{
    m_trace.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_trace = std::make_unique<TraceModel>(*m_recorder);
}

void TstLogModel::showsLevelLoggerAndData()
{
    LogModel model(*m_trace);
    const QAbstractItemModelTester tester(&model);
    m_feed->sent(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    fill();
    QTRY_COMPARE(model.rowCount(), 3);
    QCOMPARE(cells(model, LogModel::LevelColumn),
        QStringList({QStringLiteral("debug"), QStringLiteral("warning"), QStringLiteral("error")}));
    QCOMPARE(cells(model, LogModel::LoggerColumn),
        QStringList({QStringLiteral("net"), QStringLiteral("db"), QStringLiteral("db")}));
    QCOMPARE(cells(model, LogModel::DataColumn),
        QStringList({QStringLiteral("opened a socket"),
            QStringLiteral(R"({"query":"select 1","took":{"ms":120}})"),
            QStringLiteral(R"(["disk full",7])")}));
    const auto sign = [&model](int row) {
        return model.index(row, LogModel::LevelColumn).data(SignRole).toInt();
    };
    QCOMPARE(sign(0), int(Sign::None));
    QCOMPARE(sign(1), int(Sign::ToolError));
    QCOMPARE(sign(2), int(Sign::ProtocolError));
    QCOMPARE(model.index(1, 0).data(LogModel::NumberRole).toUInt(), 3U);
    for (int column = 0; column < LogModel::ColumnCount; ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
}

void TstLogModel::filters_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<QString>("logger");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("levels");
    const QString debug = QStringLiteral("debug");
    const QString warning = QStringLiteral("warning");
    const QString error = QStringLiteral("error");
    QTest::newRow("nothing chosen") << 0 << ""
                                    << "" << QStringList{debug, warning, error};
    QTest::newRow("from warning on") << 3 << ""
                                     << "" << QStringList{warning, error};
    QTest::newRow("a logger") << 0 << "net"
                              << "" << QStringList{debug};
    QTest::newRow("a logger and a level") << 4 << "db"
                                          << "" << QStringList{error};
    QTest::newRow("data that is a text") << 0 << ""
                                         << "SOCKET" << QStringList{debug};
    QTest::newRow("a text inside an object") << 0 << ""
                                             << "select" << QStringList{warning};
    QTest::newRow("a number deeper down") << 0 << ""
                                          << "120" << QStringList{warning};
    QTest::newRow("a text in a list") << 0 << ""
                                      << "full" << QStringList{error};
    QTest::newRow("the logger's name") << 0 << ""
                                       << "DB" << QStringList{warning, error};
    QTest::newRow("the words around it do not count") << 0 << ""
                                                      << "jsonrpc" << QStringList{};
    QTest::newRow("quotation marks") << 0 << ""
                                     << R"(a " or \)" << QStringList{};
}

void TstLogModel::filters()
{
    QFETCH(const int, level);
    QFETCH(const QString, logger);
    QFETCH(const QString, text);
    QFETCH(const QStringList, levels);
    fill();
    LogModel model(*m_trace);
    const QAbstractItemModelTester tester(&model);
    LogFilter filter;
    filter.leastLevel = level;
    filter.logger = logger;
    filter.text = text;
    model.setFilter(filter);
    QTRY_VERIFY(model.isComplete());
    QCOMPARE(cells(model, LogModel::LevelColumn), levels);
}

void TstLogModel::belongsToACall()
{
    log("info", "demo", R"("before")");
    m_feed->sent(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"count",)"
                 R"("_meta":{"progressToken":7}}})");
    log("info", "demo", R"("meanwhile")");
    const std::string progress = R"({"jsonrpc":"2.0","method":"notifications/progress","params":)";
    m_feed->received(progress + R"({"progressToken":7,"progress":1,"total":2,"message":"half"}})");
    m_feed->received(progress + R"({"progressToken":8,"progress":1,"message":"another's"}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":7,"result":{}})");
    log("info", "demo", R"("after")");
    m_trace->drainNow();
    LogModel model(*m_trace);
    LogFilter filter;
    filter.scope = logScopeOf(*m_trace, 2, false);
    QVERIFY(filter.scope.has_value());
    QCOMPARE(filter.scope->name, QStringLiteral("count"));
    QCOMPARE(filter.scope->response, trace::Number(6));
    model.setFilter(filter);
    QTRY_VERIFY(model.isComplete());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, LogModel::DataColumn).data().toString(), QStringLiteral("meanwhile"));
    QCOMPARE(model.index(1, LogModel::LevelColumn).data().toString(), QStringLiteral("progress"));
    QVERIFY(model.index(1, LogModel::DataColumn).data().toString().contains("half"));
    QVERIFY(!logScopeOf(*m_trace, 1, false)); // a notification is no call
    QVERIFY(!logScopeOf(*m_trace, 99, false));
}

void TstLogModel::belongsToAnExchangeWhereThatIsKnown()
{
    LogFilter filter;
    filter.scope = LogScope{QStringLiteral("x"), 4, 9, 3, QStringLiteral("2")};
    QVERIFY(filterTextOf(filter).contains("number > 4 and number < 9 and exchange == 3"));
    filter.scope->exchange = 0;
    filter.scope->response = 0;
    QVERIFY(!filterTextOf(filter).contains("exchange"));
    QVERIFY(!filterTextOf(filter).contains("number <"));
}

void TstLogModel::namesLoggersAndBoundsThem()
{
    LogModel model(*m_trace);
    const QSignalSpy changed(&model, &LogModel::loggersChanged);
    fill();
    QTRY_COMPARE(model.rowCount(), 3);
    QCOMPARE(model.loggers(), QStringList({QStringLiteral("net"), QStringLiteral("db")}));
    QVERIFY(!changed.isEmpty());
    for (int i = 0; i < LogModel::kMaxLoggers; ++i) {
        log("info", qPrintable(QStringLiteral("logger %1").arg(i)), "1");
        if (i % 50 == 0)
            m_trace->drainNow();
    }
    log("info", std::string(LogFilter::kMaxText + 1, 'x').c_str(), "1");
    m_trace->drainNow();
    QTRY_COMPARE(model.rowCount(), 3 + LogModel::kMaxLoggers + 1);
    QCOMPARE(model.loggers().size(), qsizetype(LogModel::kMaxLoggers));
    LogFilter other;
    other.server = QStringLiteral("another");
    model.setFilter(other);
    QVERIFY(model.loggers().isEmpty());
}

// One that does not compile would let everything through.
void TstLogModel::aFilterIsWithinTheLimitsOfItsLanguage()
{
    LogFilter filter;
    filter.leastLevel = 1;
    filter.logger = QString(5000, QLatin1Char('"'));
    filter.text = QString(5000, QLatin1Char('\\'));
    filter.after = 4'000'000'000U;
    filter.scope = LogScope{
        {}, 4'000'000'000U, 4'000'000'000U, 4'000'000'000U, QStringLiteral("9007199254740993")};
    QVERIFY(!traceFilterOf(filter).conditions.isEmpty());
    // An id may be anything when a person has typed it.
    m_feed->sent(R"({"jsonrpc":"2.0","id":"a \" or number > 0","method":"x"})");
    m_feed->sent(R"({"jsonrpc":"2.0","id":"s-1","method":"x"})");
    m_trace->drainNow();
    QVERIFY(logScopeOf(*m_trace, 1, false)->token.isEmpty());
    QCOMPARE(logScopeOf(*m_trace, 2, false)->token, QStringLiteral(R"("s-1")"));
}

void TstLogModel::doesNotReadWhatIsTooLong()
{
    LogModel model(*m_trace);
    std::string text(LogModel::kMaxRead + 2, 'x');
    text.front() = text.back() = '"';
    log("info", "demo", text.c_str());
    m_trace->drainNow();
    QTRY_COMPARE(model.rowCount(), 1);
    QVERIFY(model.index(0, LogModel::DataColumn).data().toString().contains("too long"));
    QVERIFY(model.index(0, LogModel::LevelColumn).data().toString().isEmpty());
}

void TstLogModel::oddMessagesAreShownAsTheyAre()
{
    LogModel model(*m_trace);
    const QAbstractItemModelTester tester(&model);
    log("verbose", "demo", "null");
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/message"})");
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/message","params":[1]})");
    m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/message","params":{}})");
    m_trace->drainNow();
    QTRY_COMPARE(model.rowCount(), 3); // the one that was sent is none of the server's
    QCOMPARE(model.index(0, LogModel::LevelColumn).data().toString(), QStringLiteral("verbose"));
    QCOMPARE(model.index(0, LogModel::DataColumn).data().toString(), QStringLiteral("null"));
    QVERIFY(model.index(1, LogModel::DataColumn).data().toString().isEmpty());
    QVERIFY(model.index(2, LogModel::LevelColumn).data().toString().isEmpty());
}

void TstLogModel::clearsByNumber()
{
    fill();
    LogModel model(*m_trace);
    LogFilter filter;
    filter.after = 2;
    model.setFilter(filter);
    QTRY_VERIFY(model.isComplete());
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.number(0), trace::Number(3));
}

void TstLogModel::showsLinesOfStderr()
{
    LogModel model(*m_trace);
    const QAbstractItemModelTester tester(&model);
    m_feed->diagnostic("[net] listening");
    fill();
    m_feed->diagnostic("Error: \x1b[31mdisk\x1b[0m full");
    m_trace->drainNow();
    QTRY_COMPARE(model.rowCount(), 5);
    const QString line = QStringLiteral("stderr");
    const QString message = QStringLiteral("message");
    QCOMPARE(
        cells(model, LogModel::SourceColumn), QStringList({line, message, message, message, line}));
    QCOMPARE(
        model.index(0, LogModel::DataColumn).data().toString(), QStringLiteral("[net] listening"));
    QCOMPARE(Sign(model.index(0, LogModel::SourceColumn).data(SignRole).toInt()), Sign::Stderr);
    QVERIFY(model.index(0, LogModel::LevelColumn).data().toString().isEmpty());
    QVERIFY(!model.index(4, LogModel::DataColumn).data().toString().contains(u'\x1b'));
    QCOMPARE(model.loggers(), QStringList({QStringLiteral("net"), QStringLiteral("db")}));
}

void TstLogModel::choosesTheSource_data()
{
    QTest::addColumn<LogFilter>("filter");
    QTest::addColumn<QStringList>("data");
    const QString line = QStringLiteral("cache miss");
    const QString other = QStringLiteral("ready");
    const QString message = QStringLiteral("opened a socket");
    const auto row = [](const char *name, LogSource source, int level, const char *text,
                         const QStringList &data) {
        LogFilter filter;
        filter.source = source;
        filter.leastLevel = level;
        filter.text = QLatin1String(text);
        QTest::newRow(name) << filter << data;
    };
    row("both", LogSource::All, 0, "", {line, message, other});
    row("messages", LogSource::Messages, 0, "", {message});
    row("stderr", LogSource::Stderr, 0, "", {line, other});
    row("a level leaves lines out", LogSource::All, 1, "", {});
    row("lines have no level", LogSource::Stderr, 5, "", {line, other});
    row("a text in both", LogSource::All, 0, "ca", {line});
    row("a text in a line", LogSource::Stderr, 0, "READY", {other});
}

void TstLogModel::choosesTheSource()
{
    QFETCH(const LogFilter, filter);
    QFETCH(const QStringList, data);
    m_feed->diagnostic("cache miss");
    log("debug", "net", R"("opened a socket")");
    m_feed->diagnostic("ready");
    m_trace->drainNow();
    LogModel model(*m_trace);
    const QAbstractItemModelTester tester(&model);
    model.setFilter(filter);
    QTRY_VERIFY(model.isComplete());
    QCOMPARE(cells(model, LogModel::DataColumn), data);
    QCOMPARE(filter.narrows(), filter != LogFilter());
}

// A flood of them is a number each.
void TstLogModel::readsOnlyTheLinesThatAreSeen()
{
    constexpr int kLines = 50'000;
    for (int i = 0; i < kLines; ++i)
        m_feed->diagnostic("a line");
    m_trace->drainNow();
    LogModel model(*m_trace);
    QTRY_VERIFY(model.isComplete());
    QCOMPARE(model.rowCount(), kLines);
    QVERIFY(model.loggers().isEmpty());
    QCOMPARE(
        model.index(kLines - 1, LogModel::DataColumn).data().toString(), QStringLiteral("a line"));
}

QTEST_GUILESS_MAIN(TstLogModel)
#include "tst_logmodel.moc"
