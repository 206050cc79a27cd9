// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/iserror.h"
#include "trace/recorder/pairing.h"

#include <QTest>

#include <map>
#include <memory>

using namespace sonde;
using rpc::Channel;
using rpc::Kind;
using rpc::Problem;
using trace::Number;
using trace::Pairing;
using trace::Record;
using trace::State;

namespace {

// One event, and what must be known of its record when all events have been seen.
struct Event {
    enum class What {
        Request,
        Response,
        ErrorResponse,
        ToolError,
        Cancel,
        TimeOut,
        Drop, // of the request with the number `id`
        End
    } what = What::Request;
    Channel channel = Channel::Sent;
    std::string id;
    State state = State::None;
    Number pair = 0;
    Problem problem = Problem::None;
    Pairing::Connection connection = 0;
};
using What = Event::What;
using Table = std::vector<Event>;

State outcomeOf(What what)
{
    switch (what) {
    case What::ErrorResponse:
        return State::Error;
    case What::ToolError:
        return State::ToolError;
    default:
        return State::Ok;
    }
}

} // namespace

Q_DECLARE_METATYPE(Table)

class PairingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsTheOutcomeOfEveryRequest_data();
    void knowsTheOutcomeOfEveryRequest();
    void givesAResponseItsRequestsMethod();
    void countsNoErrorOfAProbe();
    void aSubscriptionEndsWithoutAResponse_data();
    void aSubscriptionEndsWithoutAResponse();
    void takesAnErrorWithoutAnIdForTheOnlyRequest_data();
    void takesAnErrorWithoutAnIdForTheOnlyRequest();
    void givesTypedTextTheErrorWithoutAnId();
    void forgetsWhatIsAnswered();
    void remembersABoundedNumberOfRequests();
    void remembersABoundedNumberOfTheSameId();
    void tellsLongIdsApart();
    void keepsAMarkOnAPendingRequest();
};

void PairingTest::knowsTheOutcomeOfEveryRequest_data()
{
    constexpr auto kSent = Channel::Sent;
    constexpr auto kReceived = Channel::Received;
    QTest::addColumn<Table>("events");
    QTest::newRow("answered") << Table{
        {What::Request, kSent, "1", State::Ok, 2}, {What::Response, kReceived, "1", State::Ok, 1}};
    QTest::newRow("timed out, and cancelled for it")
        << Table{{What::Request, kSent, "1", State::TimedOut}, {What::TimeOut, kSent, "1"},
               {What::Cancel, kSent, "1"}};
    QTest::newRow("answered after its timeout")
        << Table{{What::Request, kSent, "1", State::TimedOut, 3}, {What::TimeOut, kSent, "1"},
               {What::Response, kReceived, "1", State::Late, 1, Problem::LateResponse}};
    QTest::newRow("the timeout of another request")
        << Table{{What::Request, kReceived, "1", State::Pending}, {What::TimeOut, kSent, "1"},
               {What::TimeOut, kSent, "2"}};
    QTest::newRow("not answered") << Table{{What::Request, kSent, "1", State::Pending}};
    QTest::newRow("error") << Table{{What::Request, kSent, "1", State::Error, 2},
        {What::ErrorResponse, kReceived, "1", State::Error, 1}};
    QTest::newRow("tool error") << Table{{What::Request, kSent, "1", State::ToolError, 2},
        {What::ToolError, kReceived, "1", State::ToolError, 1}};
    QTest::newRow("ids are texts") << Table{{What::Request, kSent, "1", State::Ok, 6},
        {What::Request, kSent, "1.0", State::Ok, 4}, {What::Request, kSent, "\"1\"", State::Ok, 5},
        {What::Response, kReceived, "1.0", State::Ok, 2},
        {What::Response, kReceived, "\"1\"", State::Ok, 3},
        {What::Response, kReceived, "1", State::Ok, 1}};
    QTest::newRow("both sides use an id") << Table{{What::Request, kSent, "1", State::Ok, 4},
        {What::Request, kReceived, "1", State::Ok, 3}, {What::Response, kSent, "1", State::Ok, 2},
        {What::Response, kReceived, "1", State::Ok, 1}};
    QTest::newRow("two connections") << Table{{What::Request, kSent, "1", State::Pending},
        {What::Request, kSent, "1", State::Ok, 3, Problem::None, 1},
        {What::Response, kReceived, "1", State::Ok, 2, Problem::None, 1}};
    QTest::newRow("unknown id") << Table{{What::Request, kSent, "1", State::Pending},
        {What::Response, kReceived, "2", State::Ok, 0, Problem::UnknownId}};
    QTest::newRow("own id answered by oneself")
        << Table{{What::Request, kSent, "1", State::Pending},
               {What::Response, kSent, "1", State::Ok, 0, Problem::UnknownId}};
    QTest::newRow("answered twice") << Table{{What::Request, kSent, "1", State::Ok, 2},
        {What::Response, kReceived, "1", State::Ok, 1},
        {What::Response, kReceived, "1", State::Ok, 0, Problem::DuplicateId}};
    QTest::newRow("id used again after its answer") << Table{
        {What::Request, kSent, "1", State::Ok, 2}, {What::Response, kReceived, "1", State::Ok, 1},
        {What::Request, kSent, "1", State::Error, 4},
        {What::ErrorResponse, kReceived, "1", State::Error, 3}};
    QTest::newRow("id used again before its answer")
        << Table{{What::Request, kSent, "1", State::Ok, 4},
               {What::Request, kSent, "1", State::Ok, 5, Problem::DuplicateId},
               {What::Request, kSent, "1", State::Pending, 0, Problem::DuplicateId},
               {What::Response, kReceived, "1", State::Ok, 1},
               {What::Response, kReceived, "1", State::Ok, 2}};
    QTest::newRow("error without an id") << Table{{What::Request, kSent, "1", State::Pending},
        {What::ErrorResponse, kReceived, "", State::Error},
        {What::ErrorResponse, kReceived, "null", State::Error}};
    QTest::newRow("cancelled") << Table{
        {What::Request, kSent, "1", State::Cancelled}, {What::Cancel, kSent, "1"}};
    QTest::newRow("cancelled, answered late")
        << Table{{What::Request, kSent, "1", State::Cancelled, 3}, {What::Cancel, kSent, "1"},
               {What::Response, kReceived, "1", State::Late, 1, Problem::LateResponse}};
    QTest::newRow("cancelled by the other side")
        << Table{{What::Request, kSent, "1", State::Cancelled}, {What::Cancel, kReceived, "1"}};
    QTest::newRow("cancelled after the answer") << Table{{What::Request, kSent, "1", State::Ok, 2},
        {What::Response, kReceived, "1", State::Ok, 1}, {What::Cancel, kSent, "1"}};
    QTest::newRow("cancelled, unknown") << Table{{What::Cancel, kSent, "1"}};
    QTest::newRow("dropped, and cancelled for it")
        << Table{{What::Request, kSent, "a", State::NoResponse}, {What::Drop, kSent, "1"},
               {What::Cancel, kSent, "a"}};
    QTest::newRow("dropped, and answered by somebody else")
        << Table{{What::Request, kSent, "a", State::Ok, 3}, {What::Drop, kSent, "1"},
               {What::Response, kReceived, "a", State::Ok, 1}};
    QTest::newRow("dropped, with a long id") << Table{
        {What::Request, kSent, "\"longer than a row\"", State::NoResponse},
        {What::Request, kSent, "\"longer than a line\"", State::Pending}, {What::Drop, kSent, "1"}};
    QTest::newRow("another one dropped") << Table{{What::Request, kSent, "a", State::Pending},
        {What::Request, kReceived, "a", State::Pending},
        {What::Request, kSent, "a", State::NoResponse, 0, Problem::DuplicateId},
        {What::Drop, kSent, "3"}};
    QTest::newRow("dropped after the answer") << Table{{What::Request, kSent, "a", State::Ok, 2},
        {What::Response, kReceived, "a", State::Ok, 1}, {What::Drop, kSent, "1"}};
    QTest::newRow("ended") << Table{{What::Request, kSent, "1", State::NoResponse},
        {What::Request, kSent, "2", State::Cancelled},
        {What::Request, kSent, "1", State::NoResponse, 0, Problem::DuplicateId},
        {What::Request, kSent, "1", State::Pending, 0, Problem::None, 1},
        {What::Request, kReceived, "1", State::NoResponse}, {What::Cancel, kSent, "2"},
        {What::End, kSent, ""}};
    QTest::newRow("answer after the end") << Table{{What::Request, kSent, "1", State::NoResponse},
        {What::End, kSent, ""}, {What::Response, kReceived, "1", State::Ok, 0, Problem::UnknownId}};
}

void PairingTest::knowsTheOutcomeOfEveryRequest()
{
    QFETCH(Table, events);
    Pairing pairing;
    std::map<Number, Record> records;
    Number number = 0;
    std::size_t dropped = 0;
    for (const auto &event : events) {
        Record &record = records[++number];
        record.channel = event.channel;
        switch (event.what) {
        case What::Request:
            record.kind = Kind::Request;
            pairing.request(event.connection, event.channel, event.id, number, record);
            break;
        case What::Cancel:
            pairing.cancel(event.connection, event.channel, event.id);
            break;
        case What::TimeOut:
            pairing.timeOut(event.connection, event.id);
            break;
        case What::Drop:
            dropped = std::stoul(event.id);
            pairing.drop(event.connection, event.channel,
                events[dropped - 1].id.substr(0, sizeof Record::idText), Number(dropped));
            break;
        case What::End:
            pairing.end(event.connection);
            break;
        default:
            record.kind = event.what == What::ErrorResponse ? Kind::ErrorResponse : Kind::Response;
            pairing.takeResponse(
                event.connection, event.channel, event.id, number, record, outcomeOf(event.what));
        }
        for (const auto &change : pairing.changes())
            records[change.number] = change.record;
        pairing.clearChanges();
    }
    number = 0;
    for (const auto &event : events) {
        const Record &record = records[++number];
        QCOMPARE(int(record.state), int(event.state));
        QCOMPARE(record.pair, event.pair);
        QCOMPARE(int(record.problem), int(event.problem));
    }
}

void PairingTest::givesAResponseItsRequestsMethod()
{
    Pairing pairing;
    Record request;
    request.method = 5;
    request.target = 6;
    pairing.request(0, Channel::Sent, "1", 1, request);
    Record response;
    response.errorCode = -32601;
    QVERIFY(pairing.takeResponse(0, Channel::Received, "1", 2, response, State::Error));
    QCOMPARE(response.method, 5U);
    QCOMPARE(response.target, 6U);
    QCOMPARE(pairing.changes().size(), std::size_t(1));
    QCOMPARE(pairing.changes().front().record.errorCode, -32601);
}

// A server of an older era knows no server/discover.
void PairingTest::countsNoErrorOfAProbe()
{
    Pairing pairing;
    Record request;
    request.kind = Kind::Request;
    pairing.request(0, Channel::Sent, "1", 1, request, Pairing::Purpose::Probe);
    Record response;
    response.kind = Kind::ErrorResponse;
    response.errorCode = -32601;
    QVERIFY(pairing.takeResponse(0, Channel::Received, "1", 2, response, State::Error));
    QCOMPARE(response.state, State::Declined);
    const Record &changed = pairing.changes().front().record;
    QCOMPARE(changed.state, State::Declined);
    QVERIFY(!trace::isError(response));
    QVERIFY(!trace::countsAsError(response));
    QVERIFY(!trace::countsAsError(changed));
}

void PairingTest::aSubscriptionEndsWithoutAResponse_data()
{
    QTest::addColumn<bool>("inExchange");
    QTest::addColumn<State>("ofOthers");
    QTest::newRow("the connection ends") << false << State::NoResponse;
    QTest::newRow("its stream is closed") << true << State::Cancelled;
}

// It is over when it is closed; what other requests lack is a response.
void PairingTest::aSubscriptionEndsWithoutAResponse()
{
    QFETCH(bool, inExchange);
    QFETCH(State, ofOthers);
    Pairing pairing;
    Record request;
    request.kind = Kind::Request;
    request.parent = 9;
    const auto purpose = Pairing::purposeOf("subscriptions/listen");
    pairing.request(0, Channel::Sent, "1", 1, request, purpose);
    pairing.request(0, Channel::Sent, "2", 2, request, Pairing::purposeOf("tools/call"));
    if (inExchange)
        pairing.endCarried(0, 9, State::Cancelled);
    else
        pairing.end(0);
    QCOMPARE(pairing.changes().size(), std::size_t(2));
    for (const auto &change : pairing.changes()) {
        QCOMPARE(change.record.state, change.number == 1 ? State::Ended : ofOthers);
        if (change.number == 1)
            QVERIFY(!trace::isError(change.record));
    }
}

void PairingTest::takesAnErrorWithoutAnIdForTheOnlyRequest_data()
{
    QTest::addColumn<int>("requests");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("carrier"); // of the response; the requests were carried by 1, 2, …
    QTest::addColumn<int>("pair");
    QTest::newRow("unreadable") << 1 << -32700 << 0 << 1;
    QTest::newRow("invalid") << 1 << -32600 << 0 << 1;
    QTest::newRow("maybe about a notification") << 1 << -32601 << 0 << 0;
    QTest::newRow("two requests wait") << 2 << -32700 << 0 << 0;
    QTest::newRow("in the same exchange") << 3 << -32601 << 2 << 2;
    QTest::newRow("in the exchange of no request") << 1 << -32700 << 9 << 0;
    QTest::newRow("too many to look at") << int(Pairing::kMaxLooked) + 1 << -32601 << 2 << 0;
}

void PairingTest::takesAnErrorWithoutAnIdForTheOnlyRequest()
{
    QFETCH(int, requests);
    QFETCH(int, code);
    QFETCH(int, carrier);
    QFETCH(int, pair);
    for (const char *id : {"", "null"}) {
        Pairing pairing;
        for (int i = 1; i <= requests; ++i) {
            Record request;
            request.kind = Kind::Request;
            request.parent = carrier == 0 ? 0 : Number(i);
            pairing.request(0, Channel::Sent, std::to_string(i), Number(i), request);
        }
        Record response;
        response.kind = Kind::ErrorResponse;
        response.errorCode = code;
        response.parent = Number(carrier);
        QCOMPARE(pairing.takeResponse(0, Channel::Received, id, 1000, response, State::Error),
            pair != 0);
        QCOMPARE(response.pair, Number(pair));
        QCOMPARE(response.problem, Problem::None);
        QCOMPARE(pairing.pendingCount(), std::size_t(requests - (pair != 0 ? 1 : 0)));
    }
}

void PairingTest::givesTypedTextTheErrorWithoutAnId()
{
    Pairing pairing;
    Record request;
    pairing.request(0, Channel::Sent, "1", 1, request);
    pairing.unreadable(0, Channel::Sent);
    pairing.unreadable(0, Channel::Received);
    Record response;
    response.kind = Kind::ErrorResponse;
    response.errorCode = rpc::kParseError;
    QVERIFY(!pairing.takeResponse(0, Channel::Received, "null", 2, response, State::Error));
    QVERIFY(pairing.takeResponse(0, Channel::Received, "null", 3, response, State::Error));
    QCOMPARE(response.pair, Number(1));
}

void PairingTest::forgetsWhatIsAnswered()
{
    Pairing pairing;
    Number number = 0;
    for (int i = 0; i < 10'000; ++i) {
        Record request;
        Record response;
        const auto id = std::to_string(i);
        pairing.request(0, Channel::Sent, id, ++number, request);
        QVERIFY(pairing.takeResponse(0, Channel::Received, id, ++number, response, State::Ok));
        QCOMPARE(response.pair, number - 1);
    }
    QCOMPARE(pairing.pendingCount(), std::size_t(0));
}

void PairingTest::remembersABoundedNumberOfRequests()
{
    Pairing pairing;
    Record record;
    for (Number number = 1; number <= Pairing::kMaxPending; ++number) {
        pairing.request(0, Channel::Sent, std::to_string(number), number, record);
        QCOMPARE(record.state, State::Pending);
    }
    Record beyond;
    pairing.request(0, Channel::Sent, "beyond", 1'000'000, beyond);
    QCOMPARE(beyond.state, State::None);
    QCOMPARE(pairing.pendingCount(), Pairing::kMaxPending);
    pairing.end(0);
    QCOMPARE(pairing.pendingCount(), std::size_t(0));
    QCOMPARE(pairing.changes().size(), Pairing::kMaxPending);
}

void PairingTest::remembersABoundedNumberOfTheSameId()
{
    Pairing pairing;
    for (Number number = 1; number <= 2 * Pairing::kMaxSameId; ++number) {
        Record record;
        pairing.request(0, Channel::Received, "1", number, record);
        QCOMPARE(record.state, number <= Pairing::kMaxSameId ? State::Pending : State::None);
        QCOMPARE(record.problem, number == 1 ? Problem::None : Problem::DuplicateId);
    }
    QCOMPARE(pairing.pendingCount(), Pairing::kMaxSameId);
}

void PairingTest::tellsLongIdsApart()
{
    Pairing pairing;
    const std::string one(5000, 'x');
    const std::string other = std::string(4999, 'x') + 'y';
    Record first, second, response;
    pairing.request(0, Channel::Sent, one, 1, first);
    pairing.request(0, Channel::Sent, other, 2, second);
    QCOMPARE(second.problem, Problem::None);
    QVERIFY(pairing.takeResponse(0, Channel::Received, other, 3, response, State::Ok));
    QCOMPARE(response.pair, 2U);
}

void PairingTest::keepsAMarkOnAPendingRequest()
{
    Pairing pairing;
    Record request, response;
    pairing.request(0, Channel::Received, "1", 1, request);
    pairing.mark(0, Channel::Received, "1", 1, Problem::UnexpectedRequest);
    QVERIFY(pairing.takeResponse(0, Channel::Sent, "1", 2, response, State::Error));
    QCOMPARE(pairing.changes().front().record.problem, Problem::UnexpectedRequest);
}

QTEST_GUILESS_MAIN(PairingTest)
#include "tst_pairing.moc"
