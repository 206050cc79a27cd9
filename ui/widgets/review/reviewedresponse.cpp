// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/reviewedresponse.h"

#include "review/responsecheck.h"
#include "rpc/message.h"
#include "widgets/kit/frame/widgettext.h"
#include "widgets/review/questionpage.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <QStringBuilder>

namespace sonde::widgets {

namespace {

// The error object that is sent, byte for byte.
Bytes errorOf(const review::Refusal &refusal)
{
    const auto whole =
        json::Document::parse(rpc::errorResponse("0", refusal.code, refusal.message.toStdString()));
    return Bytes::copyOf(whole.root()["error"].raw());
}

} // namespace

void ReviewedResponse::choose(std::size_t part, const Bytes &response, const QString &words)
{
    m_parts[part].chosen = response;
    m_parts[part].words = words;
}

void ReviewedResponse::refuse(const review::Refusal &refusal)
{
    m_kind = Kind::Refusal;
    m_refusal = refusal;
}

void ReviewedResponse::stop()
{
    m_kind = Kind::Stop;
}

void ReviewedResponse::respond(const mcp::StateEcho &echo)
{
    m_kind = Kind::Response;
    m_echo = echo;
}

void ReviewedResponse::takeBack()
{
    respond();
    if (m_parts.size() == 1)
        choose(0, {}, {});
}

bool ReviewedResponse::hasOnlyUrls() const
{
    return m_request->isRound() && m_request->round().facts().kind == mcp::InputRound::Kind::Urls;
}

Bytes ReviewedResponse::responseOf(const Part &part) const
{
    return part.chosen.isEmpty() ? json::singleLine(part.page->response()) : part.chosen;
}

// A request of its own has one response; the questions of a response have theirs by key.
Bytes ReviewedResponse::whole() const
{
    if (!m_request->isRound())
        return m_parts.empty() ? Bytes() : responseOf(m_parts[0]);
    if (hasOnlyUrls())
        return {};
    json::Builder responses;
    responses.beginObject();
    for (const Part &part : m_parts)
        responses.rawMember(part.page->question().key, responseOf(part).view());
    return Bytes::copyOf(responses.endObject().takeString());
}

Bytes ReviewedResponse::exact() const
{
    switch (m_kind) {
    case Kind::Refusal:
        return errorOf(m_refusal);
    case Kind::Stop:
        return {};
    case Kind::Response:
        break;
    }
    return m_noJson.isEmpty() ? whole() : Bytes();
}

void ReviewedResponse::judge()
{
    m_problems.clear();
    m_judged.clear();
    m_noJson.clear();
    if (m_kind != Kind::Response)
        return;
    for (const Part &part : m_parts) {
        const json::Document response = json::Document::parse(responseOf(part));
        const review::RequestedInput &question = part.page->question();
        if (!response.isValid()) {
            m_noJson =
                response.error() ? response.error()->reason : Text::tr("the response is empty");
            continue;
        }
        for (review::Remark remark :
            review::checkResponse(question, response.root(), m_request->revision)) {
            const bool isAwaited = part.page->isAwaited(remark);
            if (m_parts.size() > 1)
                remark.path.prepend(QString::fromStdString(question.key) % QStringLiteral(": "));
            if (!isAwaited)
                m_judged.push_back(remark);
            m_problems.push_back(std::move(remark));
        }
    }
}

Result<void> ReviewedResponse::send(review::ServerRequestQueue &queue, quint64 number) const
{
    if (m_kind == Kind::Refusal)
        return queue.refuse(number, m_refusal);
    if (m_kind == Kind::Stop)
        return queue.stop(number);
    if (m_request->isRound())
        return queue.goOn(number, m_parts.empty() ? Bytes() : whole(), m_echo);
    return queue.respond(number, whole(), m_parts.empty() ? QString() : m_parts[0].words);
}

} // namespace sonde::widgets
