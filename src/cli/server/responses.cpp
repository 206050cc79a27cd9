// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/responses.h"

#include "base/domainerror.h"
#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/server/terminalask.h"
#include "mcp/message/repeatedmembers.h"
#include "review/responsecheck.h"
#include "review/responseprogram.h"
#include "json/builder.h"

#include <QFile>

#include <unistd.h>

namespace sonde::cli {

namespace {

const QString kServer = QStringLiteral("server"); // there is only one

bool isUrls(const review::QueuedRequest &queued)
{
    return queued.isRound() && queued.round().facts().kind == mcp::InputRound::Kind::Urls;
}

} // namespace

Responses::Responses(ResponseOptions options, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_err(err)
    , m_capabilities(capabilitiesOf(m_options))
    , m_terminal(new TerminalAsk(err, STDIN_FILENO, this))
{
    setRevision({});
    connect(&m_box, &review::ServerRequestQueue::added, this, [this](quint64 number) {
        m_queue.push_back(number);
        respondToNext();
    });
    connect(&m_box, &review::ServerRequestQueue::changed, this, [this](quint64 number) {
        if (!m_current || m_current->number != number)
            return;
        const auto queued = m_box.find(number);
        if (queued && queued->waits())
            return;
        m_run.cancel();
        m_terminal->stop(queued ? harmlessLine(queued->outcome) : QString());
        m_current.reset();
        respondToNext();
    });
}

Responses::~Responses()
{
    m_run.cancel();
}

void Responses::declare(mcp::ClientConfig &config)
{
    config.capabilities = m_capabilities;
    config.serverRequests = this;
}

void Responses::handleRequest(const mcp::ServerRequest &request)
{
    m_box.receive(kServer, request);
}

void Responses::withdrawRequest(const rpc::Id &id, const QString &why)
{
    m_box.withdraw(kServer, id, why);
}

void Responses::handleInput(const mcp::InputRound &round)
{
    m_box.receive(kServer, round);
}

void Responses::withdrawInput(const mcp::InputRound &round, const QString &why)
{
    m_box.withdraw(round, why);
}

void Responses::setRevision(const QString &revision)
{
    m_revision = revision;
    m_box.setStanding(kServer,
        {revision,
            std::make_shared<const json::Document>(
                json::Document::parse(Bytes::copyOf(m_capabilities))),
            Bytes::copyOf(rootsResultOf(m_options)),
            m_options.roots.how == ResponseOption::How::Folders});
}

void Responses::lose(const QString &why)
{
    m_box.lose(kServer, why);
}

void Responses::respondToNext()
{
    while (!m_current && !m_queue.empty()) {
        const auto queued = m_box.find(m_queue.front());
        m_queue.pop_front();
        if (!queued || !queued->waits())
            continue;
        m_current = queued;
        m_given.clear();
        for (const QString &note : mcp::repeatedMemberNotes(*queued->document()))
            m_err.note(harmlessLine(note));
        askNext();
    }
}

void Responses::askNext()
{
    if (m_given.size() == m_current->questions.size())
        return send(m_current->number);
    const review::RequestedInput &question = m_current->questions[m_given.size()];
    obtain(question, [this, number = m_current->number](const auto &response) {
        if (m_current && m_current->number == number)
            answered(response);
    });
}

QString Responses::who(const review::QueuedRequest &queued) const
{
    QString text = review::titleOf(queued.questions[m_given.size()]);
    if (!queued.cause.target.empty())
        text = Text::tr("%1, caused by %2").arg(text, QString::fromStdString(queued.cause.target));
    return harmlessLine(text);
}

void Responses::obtain(const review::RequestedInput &question, Done done)
{
    const ResponseOption &source = m_options.of(question.kind);
    switch (source.how) {
    case ResponseOption::How::Terminal:
        return m_terminal->ask(who(*m_current), question, std::move(done));
    case ResponseOption::How::Program: {
        review::ResponseProgram program;
        program.launch.program = source.words.front();
        program.launch.arguments = source.words.mid(1);
        m_run = program.run(Bytes::copyOf(question.params ? question.params.raw() : "{}"), this,
            [done = std::move(done)](Result<Bytes> response) {
                done(response ? Result<std::optional<Bytes>>(std::move(response).value())
                              : Result<std::optional<Bytes>>(response.error()));
            });
        return;
    }
    case ResponseOption::How::File:
    case ResponseOption::How::Folders:
    case ResponseOption::How::None:
        break;
    }
    auto response = source.how == ResponseOption::How::File
        ? fromFile(source.file)
        : Result<std::optional<Bytes>>(Error{.domain = Domain::Usage,
            .sentence = Text::tr("The server requested %1, which the client did not declare.")
                            .arg(harmlessLine(question.method))});
    // Never from inside the call that asked.
    QMetaObject::invokeMethod(
        this, [done = std::move(done), response = std::move(response)] { done(response); },
        Qt::QueuedConnection);
}

Result<std::optional<Bytes>> Responses::fromFile(const QString &path) const
{
    QFile file(path);
    const QString name = harmlessLine(path);
    if (!file.open(QIODevice::ReadOnly))
        return storageError(
            Text::tr("Cannot read the response in %1: %2.").arg(name, file.errorString()));
    if (file.size() > kMaxFile)
        return storageError(Text::tr("The response in %1 is larger than 64 MB.").arg(name));
    const Bytes bytes = Bytes::fromByteArray(file.readAll().trimmed());
    const json::Document document = json::Document::parse(bytes);
    if (!document.isValid() || !document.root().isObject())
        return storageError(Text::tr("The response in %1 is not a JSON object.").arg(name));
    return std::optional(bytes);
}

void Responses::answered(const Result<std::optional<Bytes>> &response)
{
    const quint64 number = m_current->number;
    if (!response)
        return refuse(number, response.error());
    if (!*response) { // a person says no
        m_current.reset();
        (void)m_box.decline(number);
        return respondToNext();
    }
    checkFit(m_current->questions[m_given.size()], **response);
    m_given.push_back(**response);
    askNext();
}

void Responses::refuse(quint64 number, const Error &error)
{
    m_failed = true;
    m_err.complain(error.sentence);
    if (!error.detail.isEmpty())
        m_err.write(QString(harmlessLines(error.detail) + u'\n'));
    const bool isRound = m_current->isRound();
    m_current.reset();
    if (isRound)
        (void)m_box.stop(number); // the response that asks for input is then the last one
    else
        (void)m_box.refuse(number,
            {rpc::kInternalError, QStringLiteral("The client cannot respond to this request")});
    respondToNext();
}

// It goes as it is: a person may want to see what the server makes of it.
void Responses::checkFit(const review::RequestedInput &question, const Bytes &response)
{
    const json::Document document = json::Document::parse(response);
    for (const review::Remark &remark :
        review::checkResponse(question, document.root(), m_revision)) {
        m_err.complain(Text::tr("Note: the response is not valid. %1").arg(review::placed(remark)));
    }
}

void Responses::send(quint64 number)
{
    const auto queued = std::exchange(m_current, nullptr);
    if (!queued->isRound()) {
        (void)m_box.respond(number, m_given.front());
        return respondToNext();
    }
    json::Builder responses;
    responses.beginObject();
    bool accepted = true;
    for (std::size_t i = 0; i < m_given.size(); ++i) {
        responses.rawMember(queued->questions[i].key, m_given[i].view());
        const json::Document response = json::Document::parse(m_given[i]);
        accepted = accepted && response.root()["action"].equals("accept");
    }
    responses.endObject();
    const bool empty = m_given.empty() || isUrls(*queued);
    if (isUrls(*queued) && !accepted) {
        (void)m_box.stop(number);
    } else if (const auto sent =
                   m_box.goOn(number, empty ? Bytes() : Bytes::copyOf(responses.view()));
               !sent) {
        m_err.complain(sent.error().sentence);
        (void)m_box.stop(number);
    }
    respondToNext();
}

} // namespace sonde::cli
