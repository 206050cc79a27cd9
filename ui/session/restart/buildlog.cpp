// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/buildlog.h"

#include "wire/link/lifecyclelog.h"

#include <QObject>
#include <QThread>

#include <utility>

namespace sonde::session {

// Opens its streams with the first record: few servers are built.
class BuildLog::Writer : public QObject {
public:
    Writer(QString server, rpc::TrafficSink *traffic)
        : m_server(std::move(server))
        , m_traffic(traffic)
    {
    }

    void note(const QString &what, const QString &detail)
    {
        open();
        m_lifecycle.record(what, detail);
    }

    void line(const Bytes &text, Stamp at)
    {
        open();
        const Bytes whole = Bytes::copyOf(std::string(text.view()) + '\n');
        m_traffic->bytes(m_output, m_offset, at, whole);
        m_traffic->message({m_output, m_offset, text.size()}, at,
            rpc::plainRecord(rpc::Kind::Stderr, whole.slice(0, text.size())));
        m_offset += whole.size();
    }

private:
    void open()
    {
        if (m_lifecycle.isOpen())
            return;
        m_output = m_traffic->openStream({m_server, 0, rpc::Channel::Stderr});
        m_lifecycle.open(m_traffic, m_traffic->openStream({m_server, 0, rpc::Channel::Lifecycle}));
    }

    QString m_server;
    rpc::TrafficSink *m_traffic;
    wire::LifecycleLog m_lifecycle;
    rpc::StreamId m_output = 0;
    std::uint64_t m_offset = 0;
};

BuildLog::BuildLog(QString server, rpc::TrafficSink *traffic, QThread *wire)
{
    if (!traffic)
        return;
    m_writer = new Writer(std::move(server), traffic);
    if (wire)
        m_writer->moveToThread(wire);
}

BuildLog::~BuildLog()
{
    if (!m_writer)
        return;
    if (m_writer->thread() == QThread::currentThread() || !m_writer->thread()->isRunning())
        delete m_writer;
    else
        m_writer->deleteLater();
}

void BuildLog::event(const char *what, const QString &detail)
{
    if (m_writer)
        QMetaObject::invokeMethod(
            m_writer, [writer = m_writer, what = QLatin1String(what), detail] {
                writer->note(what, detail);
            });
}

void BuildLog::line(const Bytes &text, Stamp at)
{
    if (m_writer)
        QMetaObject::invokeMethod(
            m_writer, [writer = m_writer, text, at] { writer->line(text, at); });
}

} // namespace sonde::session
