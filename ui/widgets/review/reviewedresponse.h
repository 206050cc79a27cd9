// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "review/remark.h"
#include "review/serverrequestqueue.h"

#include <QString>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sonde::widgets {

class QuestionPage;

// What a review sends: the responses of its pages, or what was chosen in their place; or an error,
// or the end of the call. And what the specification says of it.
class ReviewedResponse {
public:
    enum class Kind { Response, Refusal, Stop };

    // What one of the questions gets.
    struct Part {
        QuestionPage *page = nullptr;
        Bytes chosen; // in place of the page's own response; empty: that one
        QString words; // of what was chosen
    };

    explicit ReviewedResponse(std::shared_ptr<const review::QueuedRequest> request)
        : m_request(std::move(request))
    {
    }

    void addPage(QuestionPage *page) { m_parts.push_back({page, {}, {}}); } // it outlives this
    const std::vector<Part> &parts() const { return m_parts; }
    // `response`: empty for that of the page.
    void choose(std::size_t part, const Bytes &response, const QString &words);

    // What "Send" does at the check; a step back takes it back.
    void refuse(const review::Refusal &refusal);
    void stop(); // of a round
    void respond(const mcp::StateEcho &echo = {});
    void takeBack(); // also the choice of the only question
    Kind kind() const { return m_kind; }
    const review::Refusal &refusal() const { return m_refusal; } // of Kind::Refusal

    // A round that asks for nothing but visits to pages has no response.
    bool hasOnlyUrls() const;
    Bytes responseOf(const Part &part) const;
    Bytes whole() const; // the response, byte for byte
    Bytes exact() const; // all that is sent, byte for byte; empty for what is no JSON

    // Each response by the rules for its question.
    void judge();
    const review::Remarks &problems() const { return m_problems; }
    // Those without what the user was not asked for yet.
    const review::Remarks &judged() const { return m_judged; }
    const QString &noJson() const { return m_noJson; } // why the response cannot be judged

    Result<void> send(review::ServerRequestQueue &queue, quint64 number) const;

private:
    std::shared_ptr<const review::QueuedRequest> m_request;
    std::vector<Part> m_parts;
    Kind m_kind = Kind::Response;
    review::Refusal m_refusal;
    mcp::StateEcho m_echo; // of a response
    review::Remarks m_problems;
    review::Remarks m_judged;
    QString m_noJson;
};

} // namespace sonde::widgets
