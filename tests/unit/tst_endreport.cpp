// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/endreport.h"

#include <QScopeGuard>
#include <QTest>
#include <QTranslator>

using namespace sonde::rpc;

namespace {

using Cause = EndReport::Cause;

// Puts words into brackets: what is in brackets was looked up in that context. The number that a
// plural form was looked up for comes first: "[2 of …]".
class BracketTranslator final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(
        const char *context, const char *words, const char *, int count) const override
    {
        if (QLatin1String(context) != QLatin1String("Rpc"))
            return {};
        const QString plural = count < 0 ? QString() : QString::number(count) + u" of ";
        return QString(u'[' + plural + QString::fromUtf8(words) + u']');
    }
};

EndReport exited(int code, Cause cause = Cause::None, int leftBehind = 0)
{
    EndReport end;
    end.exitCode = code;
    end.cause = cause;
    end.leftBehind = leftBehind;
    return end;
}

EndReport killed(const QString &signal, Cause cause = Cause::None, int leftBehind = 0)
{
    EndReport end;
    end.signal = signal;
    end.cause = cause;
    end.leftBehind = leftBehind;
    return end;
}

EndReport because(Cause cause)
{
    EndReport end;
    end.cause = cause;
    return end;
}

EndReport broken(const StreamBreak &streamBreak)
{
    EndReport end = because(Cause::StreamBroken);
    end.streamBreak = streamBreak;
    return end;
}

StreamBreak closedBy(const QString &peer, int code)
{
    return {.reason = StreamBreak::Reason::Closed, .peer = peer, .code = code};
}

} // namespace

class TestEndReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadAsItWasRecorded_data();
    void isReadAsItWasRecorded();
    void keepsTheCauseOfANewerVersion();
    void takesNoOtherTextForAnEnd_data();
    void takesNoOtherTextForAnEnd();
    void isFoundInTheLineOfAnEndOnly();
    void isSaidInTheLanguageOfTheProgram();
};

// The texts are those that session files of all versions contain.
void TestEndReport::isReadAsItWasRecorded_data()
{
    QTest::addColumn<EndReport>("end");
    QTest::addColumn<QString>("text");
    const auto row = [](const QString &text, const EndReport &end) {
        QTest::newRow(qPrintable(text)) << end << text;
    };
    row(QStringLiteral("ended"), {});
    row(QStringLiteral("exit code 0"), exited(0));
    row(QStringLiteral("exit code 255"), exited(255));
    row(QStringLiteral("killed by SIGSEGV"), killed(QStringLiteral("SIGSEGV")));
    row(QStringLiteral("killed by signal 40"), killed(QStringLiteral("40")));
    row(QStringLiteral("exit code 0; 1 process it left behind was killed"),
        exited(0, Cause::None, 1));
    row(QStringLiteral("exit code 3; it closed its input, but went on running; 12 processes it "
                       "left behind were killed"),
        exited(3, Cause::InputClosed, 12));
    row(QStringLiteral("killed by SIGTERM; it closed its output, but went on running"),
        killed(QStringLiteral("SIGTERM"), Cause::OutputClosed));
    row(QStringLiteral("killed by SIGTERM; the server does not read what is sent to it"),
        killed(QStringLiteral("SIGTERM"), Cause::NotReading));
    row(QStringLiteral("killed by SIGTERM; its stdin was still open"),
        killed(QStringLiteral("SIGTERM"), Cause::InputOpen));
    EndReport hasty = killed(QStringLiteral("SIGKILL"), Cause::InputJustClosed);
    hasty.waited = std::chrono::milliseconds(20);
    row(QStringLiteral("killed by SIGKILL; 20 ms after its stdin was closed"), hasty);
    EndReport outside = exited(0);
    outside.stillRunning = QStringLiteral("sleep (pid 4711)");
    row(QStringLiteral("exit code 0; still running in the background: sleep (pid 4711)"), outside);
    EndReport both = killed(QStringLiteral("SIGTERM"), Cause::NotReading, 2);
    both.stillRunning = QStringLiteral("node (pid 7), sleep (pid 8)");
    row(QStringLiteral("killed by SIGTERM; the server does not read what is sent to it; 2 "
                       "processes it left behind were killed; still running in the background: "
                       "node (pid 7), sleep (pid 8)"),
        both);
    row(QStringLiteral("ended; the server ended the event stream"), because(Cause::StreamEnded));
    row(QStringLiteral("ended; the event stream broke off: Reset; 100 %1 lost."),
        broken({.words = QStringLiteral("Reset; 100 %1 lost.")}));
    row(QStringLiteral("ended; the event stream broke off: [::1]:3001 closed the connection in the "
                       "middle of the response. (libcurl 56)"),
        broken(closedBy(QStringLiteral("[::1]:3001"), 56)));
    // As it was recorded in English before the code was.
    row(QStringLiteral("ended; the event stream broke off: a.example closed the connection in the "
                       "middle of the response."),
        broken(closedBy(QStringLiteral("a.example"), 0)));
    for (const char *text :
        {"Nobody knows who closed the connection in the middle of the response.",
            "a.example closed the connection in the middle of the response. (libcurl 07)",
            " closed the connection in the middle of the response."})
        row(QStringLiteral("ended; the event stream broke off: ") + QString::fromLatin1(text),
            broken({.words = QString::fromLatin1(text)}));
    row(QStringLiteral("the tap was ended"), because(Cause::TapEnded));
    row(QStringLiteral("the tap was killed, or could not write its recording"),
        because(Cause::TapLost));
}

void TestEndReport::isReadAsItWasRecorded()
{
    QFETCH(EndReport, end);
    QFETCH(QString, text);
    QCOMPARE(end.recordedText(), text);
    const auto read = EndReport::read(text);
    QVERIFY(read);
    QVERIFY(*read == end);
    QVERIFY(EndReport::inLine("process ended\t" + text.toStdString()) == end);
}

void TestEndReport::keepsTheCauseOfANewerVersion()
{
    const QString text =
        QStringLiteral("exit code 3; it ran too hot; 2 processes it left behind were killed");
    const auto end = EndReport::read(text);
    QVERIFY(end);
    QCOMPARE(end->exitCode.value_or(-1), 3);
    QVERIFY(end->cause == Cause::Other);
    QCOMPARE(end->words, QStringLiteral("it ran too hot"));
    QCOMPARE(end->leftBehind, 2);
    QCOMPARE(end->recordedText(), text);
}

void TestEndReport::takesNoOtherTextForAnEnd_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"the tap was ended by hand", "exit code", "exit code x",
             "exit code 1 or 2", "exit code 99999999999", "killed by", "killed by hand",
             "killed by SIGTERM or SIGINT", "killed by signal x", "; its stdin was still open"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestEndReport::takesNoOtherTextForAnEnd()
{
    QFETCH(QString, text);
    QVERIFY(!EndReport::read(text));
}

void TestEndReport::isFoundInTheLineOfAnEndOnly()
{
    QVERIFY(EndReport::inLine("connection ended\tended") == EndReport());
    // Lines of other programs may have a colon.
    QVERIFY(EndReport::inLine("process ended: exit code 1") == exited(1));
    QVERIFY(!EndReport::inLine("process ended"));
    QVERIFY(!EndReport::inLine("build failed\texit code 1"));
    QVERIFY(!EndReport::inLine("process ended\tby \xff\xfe"));
    QVERIFY(!EndReport::inLine(""));
}

// What is recorded is English, and can be read, in whatever language it is said.
void TestEndReport::isSaidInTheLanguageOfTheProgram()
{
    BracketTranslator translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
    const EndReport end = exited(3, Cause::InputClosed, 1);
    QCOMPARE(end.sentence(),
        QStringLiteral("[[[exit code 3]; [it closed its input, but went on running]]; "
                       "[1 process it left behind was killed]]"));
    const QString recorded = QStringLiteral(
        "exit code 3; it closed its input, but went on running; 1 process it left behind was "
        "killed");
    QCOMPARE(end.recordedText(), recorded);
    QVERIFY(EndReport::read(recorded) == end);
    QCOMPARE(exited(0, Cause::None, 12).sentence(),
        QStringLiteral("[[exit code 0]; [12 of 12 processes it left behind were killed]]"));
    QCOMPARE(because(Cause::TapEnded).sentence(), QStringLiteral("[the tap was ended]"));
    const EndReport closed = broken(closedBy(QStringLiteral("a.example"), 18));
    QCOMPARE(closed.sentence(),
        QStringLiteral("[[ended]; [the event stream broke off: [a.example closed the connection in "
                       "the middle of the response.]]]"));
    QCOMPARE(closed.recordedText(),
        QStringLiteral("ended; the event stream broke off: a.example closed the connection in the "
                       "middle of the response. (libcurl 18)"));
}

QTEST_GUILESS_MAIN(TestEndReport)
#include "tst_endreport.moc"
