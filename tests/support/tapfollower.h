// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"
#include "tap/breakpoint/controlline.h"
#include "tap/watch/tapfeed.h"
#include "tap/watch/tapfinder.h"
#include "tap/watch/taplink.h"
#include "trace/recorder/recorder.h"

#include <QByteArrayList>
#include <QPointer>
#include <QStringList>
#include <QTest>

#include <functional>
#include <map>
#include <vector>

namespace sonde::test {

inline bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

// A window without widgets, which copies what crosses one tap, and sets breakpoints.
class TapFollower : public QObject {
public:
    // `folder` is the one of taps; `file` a session file for the copy.
    explicit TapFollower(const QString &folder, const QString &file = {})
        : m_finder(folder)
    {
        if (!file.isEmpty() && !recorder.open(file))
            failures += QStringLiteral("the copy cannot be recorded");
        connect(&m_finder, &tap::TapFinder::found, this, &TapFollower::follow);
        if (!m_finder.start())
            failures += QStringLiteral("the folder cannot be watched");
    }

    qsizetype taken(const char *method) const { return methods.count(QString::fromLatin1(method)); }
    // What went wrong, for messages of tests.
    QByteArray told() const { return failures.join(u'\n').toUtf8(); }
    // Returns once the tap has them: it tells of their hits then.
    bool set(const std::vector<tap::Breakpoint> &breakpoints)
    {
        if (!holds([this] { return link != nullptr; }))
            return false;
        hits.clear();
        link->say(tap::breakpointsLine(breakpoints));
        return holds([&] { return hits.size() == breakpoints.size(); });
    }
    void decide(std::uint64_t message, const tap::HeldDecision &decision) const
    {
        link->say(tap::decisionLine({message, decision}));
    }

    trace::Recorder recorder; // outlives the feeds
    QPointer<tap::TapLink> link; // of the tap that was found last
    QString host;
    QStringList methods;
    QByteArrayList responses;
    QStringList failures;
    std::vector<tap::TapHeld> held;
    QList<quint64> gone;
    QList<quint64> composed;
    std::vector<tap::TapRefused> refused;
    std::map<std::uint32_t, std::uint64_t> hits;
    int finished = 0;

private:
    void follow(tap::TapLink *found)
    {
        link = found;
        auto *feed = new tap::TapFeed(
            found->introduction().session, {&recorder, found->introduction().name}, &m_finder);
        connect(found, &tap::TapLink::progressed, feed, [this, found, feed] {
            host = found->progress().host.value_or(host);
            feed->follow(found->progress().recorded, found->progress().exchanges);
        });
        connect(found, &tap::TapLink::closed, feed, &tap::TapFeed::finish);
        connect(feed, &tap::TapFeed::finished, this, [this] { ++finished; });
        connect(feed, &tap::TapFeed::failed, this,
            [this](const Error &error) { failures += error.sentence; });
        connect(feed, &tap::TapFeed::took, this,
            [this](const std::vector<tap::TappedMessage> &messages) {
                for (const auto &one : messages) {
                    if (one.message.kind == rpc::Kind::Response)
                        responses += one.message.bytes().toByteArray();
                    methods += QString::fromStdString(std::string(one.message.method.view()));
                }
            });
        connect(found, &tap::TapLink::held, this,
            [this](const tap::TapHeld &message) { held.push_back(message); });
        connect(found, &tap::TapLink::gone, this,
            [this](const tap::TapGone &message) { gone += message.message; });
        connect(found, &tap::TapLink::composed, this,
            [this](const tap::TapComposed &message) { composed += message.number; });
        connect(found, &tap::TapLink::refused, this,
            [this](const tap::TapRefused &decision) { refused.push_back(decision); });
        connect(found, &tap::TapLink::counted, this,
            [this](const tap::TapHits &newest) { hits = newest.counts; });
    }

    tap::TapFinder m_finder;
};

} // namespace sonde::test
