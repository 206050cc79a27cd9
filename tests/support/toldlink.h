// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/breakpointpath.h"
#include "tap/breakpoint/controlline.h"
#include "tap/own/ownlink.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sonde::tests {

inline const std::string kCall =
    R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get","arguments":{}}})";
inline const std::string kPing = R"({"jsonrpc":"2.0","id":6,"method":"ping"})";
inline const std::string kResponse = R"({"jsonrpc":"2.0","id":5,"result":{"x":1.0}})";
inline const std::string kNews =
    R"({"jsonrpc":"2.0","method":"notifications/message","params":{}})";

inline QString onWire(const std::string &text)
{
    return QStringLiteral("wire ") + QString::fromStdString(text);
}

inline QString atClient(const std::string &text)
{
    return QStringLiteral("client ") + QString::fromStdString(text);
}

// What the window is told by the breakpoints of Sonde's own connections. A test derives from it.
class ToldLink {
protected:
    void open();
    void set(const std::vector<tap::Breakpoint> &list) { m_link->say(tap::breakpointsLine(list)); }
    void decide(std::uint64_t message, const tap::HeldDecision &decision)
    {
        m_link->say(tap::decisionLine({message, decision}));
    }

    std::unique_ptr<tap::OwnLink> m_link;
    QStringList m_told; // "held 1 {…}", "gone 1"
    std::map<std::uint32_t, std::uint64_t> m_hits;
    QObject m_context;
};

inline void ToldLink::open()
{
    using namespace Qt::StringLiterals;
    m_link = std::make_unique<tap::OwnLink>(nullptr);
    m_told.clear();
    QObject::connect(
        m_link.get(), &tap::OwnLink::opened, &m_context, [this] { m_told += u"opened"_s; });
    QObject::connect(
        m_link.get(), &tap::OwnLink::closed, &m_context, [this] { m_told += u"closed"_s; });
    QObject::connect(
        m_link.get(), &tap::OwnLink::held, &m_context, [this](const tap::TapHeld &held) {
            m_told += u"held %1 %2"_s.arg(held.message)
                          .arg(QString::fromLatin1(held.bytes.toByteArray()));
        });
    QObject::connect(m_link.get(), &tap::OwnLink::gone, &m_context,
        [this](const tap::TapGone &gone) { m_told += u"gone %1"_s.arg(gone.message); });
    QObject::connect(m_link.get(), &tap::OwnLink::composed, &m_context,
        [this](const tap::TapComposed &one) { m_told += u"composed %1"_s.arg(one.number); });
    QObject::connect(m_link.get(), &tap::OwnLink::refused, &m_context,
        [this](const tap::TapRefused &one) { m_told += u"refused %1"_s.arg(one.message); });
    QObject::connect(
        m_link.get(), &tap::OwnLink::kept, &m_context, [this](rpc::Channel, const Bytes &bytes) {
            m_told += u"kept "_s + QString::fromLatin1(bytes.toByteArray());
        });
    QObject::connect(m_link.get(), &tap::OwnLink::counted, &m_context,
        [this](const tap::TapHits &hits) { m_hits = hits.counts; });
}

} // namespace sonde::tests
