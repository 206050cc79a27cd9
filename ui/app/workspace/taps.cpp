// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/taps.h"

#include "tap/watch/tapfeed.h"
#include "tap/watch/taplink.h"

#include <QStringBuilder>

#include <algorithm>
#include <utility>

namespace sonde::app {

using session::Observation;
using tap::TapFeed;
using tap::TapLink;

namespace {

constexpr qsizetype kMaxPart = 60; // characters of either side's name

QString oneLine(const QString &text)
{
    QString line = text.simplified().left(kMaxPart);
    line.removeIf([](QChar c) { return !c.isPrint(); });
    return line;
}

void followProgress(TapFeed &feed, const TapLink &link)
{
    feed.follow(link.progress().recorded, link.progress().exchanges);
}

} // namespace

Taps::Taps(Setup setup)
    : m_setup(std::move(setup))
    , m_finder(m_setup.folder)
{
    connect(&m_finder, &tap::TapFinder::found, this, &Taps::meet);
    connect(&m_finder, &tap::TapFinder::started, this,
        [this] { Q_EMIT watchStarted(folderProblem()); });
}

Taps::~Taps() = default;

QString Taps::watch()
{
    return m_setup.folder.isEmpty() || m_finder.start() ? QString() : folderProblem();
}

QString Taps::folderProblem() const
{
    return tr("Sonde finds no taps: the folder %1 cannot be used. It must belong to you, and "
              "nobody else may use it. When it is so (chmod 700 %1), they appear by themselves.")
        .arg(m_setup.folder);
}

QStringList Taps::names() const
{
    QStringList names;
    for (const auto &tap : m_taps)
        names += tap->name;
    return names;
}

Taps::Tap *Taps::entry(const QString &name) const
{
    const auto found = std::find_if(
        m_taps.begin(), m_taps.end(), [&](const auto &tap) { return tap->name == name; });
    return found == m_taps.end() ? nullptr : found->get();
}

Observation *Taps::find(const QString &name) const
{
    const Tap *const tap = entry(name);
    return tap ? tap->observation.get() : nullptr;
}

session::TapBreakpoints *Taps::breakpoints(const QString &name) const
{
    const Tap *const tap = entry(name);
    return tap && tap->controls ? tap->breakpoints.get() : nullptr;
}

// It is listed once it is known who the host is: when the host has sent its first request, or will
// send none any more.
void Taps::meet(TapLink *link)
{
    auto *const waits = new QObject(link);
    const auto known = [this, link, waits] {
        waits->deleteLater();
        disconnect(link, nullptr, waits, nullptr);
        follow(link);
    };
    connect(link, &TapLink::progressed, waits, [link, known] {
        if (link->progress().host)
            known();
    });
    connect(link, &TapLink::closed, waits, known);
}

QString Taps::nameFor(const TapLink &link) const
{
    const tap::TapIntroduction &who = link.introduction();
    QString host = oneLine(link.progress().host.value_or(QString()));
    if (host.isEmpty())
        host = oneLine(who.program);
    if (host.isEmpty())
        host = who.host == 0 ? tr("host") : tr("process %1").arg(who.host);
    return host % QStringLiteral(" → ") % oneLine(who.name);
}

// A host that starts its server again continues the entry of the ended tap; one that starts it
// twice at once has two.
Taps::Tap &Taps::place(const QString &name)
{
    QString free = name;
    for (int number = 2;; ++number) {
        Tap *const same = entry(free);
        if (same && !same->observation->isLive())
            return *same;
        if (!same && !m_setup.isTaken(free))
            break;
        free = tr("%1 (%2)").arg(name).arg(number);
    }
    makeRoom();
    auto tap = std::make_unique<Tap>();
    tap->name = free;
    tap->observation = std::make_unique<Observation>();
    tap->breakpoints = std::make_unique<session::TapBreakpoints>(free, m_setup.settings);
    connect(tap->breakpoints.get(), &session::TapBreakpoints::heldChanged, this,
        [this, free] { Q_EMIT changed(free); });
    m_taps.push_back(std::move(tap));
    return *m_taps.back();
}

void Taps::makeRoom()
{
    if (m_taps.size() < kMaxListed)
        return;
    const auto oldest = std::find_if(
        m_taps.begin(), m_taps.end(), [](const auto &tap) { return !tap->observation->isLive(); });
    if (oldest != m_taps.end())
        m_taps.erase(oldest);
}

void Taps::follow(TapLink *link)
{
    m_setup.startRecording();
    const tap::TapIntroduction &who = link->introduction();
    Tap &tap = place(nameFor(*link));
    tap.observation->begin(
        {oneLine(who.program), who.host, who.server, who.session, who.url.simplified(),
            who.address.simplified(), who.name, who.isStartedByHost(), who.folder});
    tap.feed = new TapFeed(
        who.session, {m_setup.recorder, tap.name, ++tap.connection}, tap.observation.get());
    connectFeed(tap);
    if (who.breakpoints)
        tap.breakpoints->connectTo(link);
    tap.controls = who.breakpoints;
    connect(link, &TapLink::progressed, tap.feed,
        [link, feed = tap.feed] { followProgress(*feed, *link); });
    connect(link, &TapLink::closed, tap.feed, &TapFeed::finish);
    Q_EMIT listChanged();
    followProgress(*tap.feed, *link);
    if (!link->isOpen())
        tap.feed->finish();
}

void Taps::connectFeed(Tap &tap)
{
    Observation *const observation = tap.observation.get();
    TapFeed *const feed = tap.feed;
    session::TapBreakpoints *const breakpoints = tap.breakpoints.get();
    connect(feed, &TapFeed::took, observation,
        [observation, breakpoints, first = tap.connection](
            const std::vector<tap::TappedMessage> &messages) {
            const bool isHttp = observation->ends().isHttp();
            for (const tap::TappedMessage &one : messages) {
                observation->take(one.channel, one.message, one.connection);
                // As the tap numbers its clients.
                const int client = isHttp ? one.connection - first + 1 : 0;
                breakpoints->patience().take(one.channel, one.at, one.message, client);
                breakpoints->composer().take(one.channel, one.message);
            }
        });
    connect(
        feed, &TapFeed::failed, this, [this, feed, observation, name = tap.name](const Error &e) {
            keepConnection(name, *feed);
            Q_EMIT failed(tr("%1 cannot be followed any more. %2").arg(name, e.sentence));
            observation->end(QDateTime::currentDateTime());
            feed->deleteLater();
        });
    connect(feed, &TapFeed::finished, observation, [this, feed, observation, name = tap.name] {
        keepConnection(name, *feed);
        observation->end(QDateTime::currentDateTime());
        feed->deleteLater();
    });
    disconnect(observation, &Observation::changed, this, nullptr);
    connect(observation, &Observation::changed, this,
        [this, name = tap.name] { Q_EMIT changed(name); });
}

// The next conversation of that name is recorded behind it.
void Taps::keepConnection(const QString &name, const TapFeed &feed)
{
    if (Tap *const tap = entry(name))
        tap->connection = std::max(tap->connection, feed.lastConnection());
}

void Taps::forget(const QString &name)
{
    const auto found = std::find_if(m_taps.begin(), m_taps.end(),
        [&](const auto &tap) { return tap->name == name && !tap->observation->isLive(); });
    if (found == m_taps.end())
        return;
    const std::unique_ptr<Tap> gone = std::move(*found); // until nothing shows it
    m_taps.erase(found);
    Q_EMIT listChanged();
}

} // namespace sonde::app
