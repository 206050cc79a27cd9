// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/messagetransport.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace sonde::test {

// A message transport without a wire: writes down what it has to do.
class FakeTransport final : public wire::MessageTransport {
public:
    explicit FakeTransport(QStringList &did)
        : m_did(did)
    {
    }

    void start() override { tell(wire::Started{}); }
    // "wire TEXT", and whether the message is recorded apart from it.
    void send(const wire::Outgoing &message) override
    {
        sent.push_back(message);
        QString text = QString::fromLatin1(message.message.toByteArray());
        m_did += QStringLiteral("wire ") + text.replace(u'\n', u'|')
            + (message.isRecorded ? QStringLiteral(" (apart)") : QString());
    }
    void stop() override { m_did += QStringLiteral("stop"); }
    void setReading(bool reading) override
    {
        m_did += reading ? QStringLiteral("reads") : QStringLiteral("reads no more");
    }
    void setBatchesAllowed(bool) override { }
    void abandon(const rpc::Id &id) override
    {
        m_did += QStringLiteral("abandon ") + QString::fromStdString(id);
    }

    void tell(wire::Event event)
    {
        m_sink->events().push_back(std::move(event));
        m_sink->handOn();
    }

    std::vector<wire::Outgoing> sent;

private:
    QStringList &m_did;
};

} // namespace sonde::test
