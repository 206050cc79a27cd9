// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/wholeresponse.h"

#include "tap/http/changedbody.h"

#include <utility>

namespace sonde::tap {

const Bytes &WholeResponse::complete()
{
    m_body = Bytes::copyOf(std::exchange(m_collected, {}));
    return m_body;
}

WholeResponse::Passed WholeResponse::pass(const Bytes &text)
{
    Passed passed{*std::exchange(m_head, std::nullopt), text};
    if (text.data() == m_body.data())
        return passed;
    passed.body = withoutAddedEnd(text);
    passed.head = withLength(passed.head, passed.body.size());
    passed.change = bodyChange(wire::HeadChange::Part::Response, "body", m_body, passed.body);
    return passed;
}

WholeResponse::Passed WholeResponse::giveUp()
{
    return {*std::exchange(m_head, std::nullopt), Bytes::copyOf(std::exchange(m_collected, {}))};
}

} // namespace sonde::tap
