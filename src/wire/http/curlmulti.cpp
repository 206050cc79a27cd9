// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/curlmulti.h"

#include <QSocketNotifier>

#include <csignal>
#include <mutex>

#include <poll.h>

namespace sonde::wire {

namespace {

// Limit of connections kept for later requests. libcurl's limit includes connections in use: with
// 64 parallel calls and a smaller limit, each call would open a new connection.
constexpr long kMaxIdleConnections = 256;

void initialiseOnce()
{
    static std::once_flag once;
    std::call_once(once, [] {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        // With CURLOPT_NOSIGNAL libcurl does not ignore SIGPIPE, and OpenSSL writes without
        // MSG_NOSIGNAL.
        ::signal(SIGPIPE, SIG_IGN);
    });
}

// libcurl reads before it writes if both are possible, and must be told so: an early response would
// be lost if a write to the closed connection came first.
int readiness(curl_socket_t fd, int event)
{
    if (event == CURL_CSELECT_IN)
        return event;
    pollfd readable{fd, POLLIN, 0};
    return ::poll(&readable, 1, 0) > 0 ? event | CURL_CSELECT_IN : event;
}

} // namespace

// The notifiers of one of libcurl's sockets. A notifier is never deleted inside its own signal.
struct CurlMulti::Socket {
    struct Later {
        void operator()(QSocketNotifier *notifier) const
        {
            notifier->setEnabled(false);
            notifier->disconnect();
            notifier->deleteLater();
        }
    };
    using Notifier = std::unique_ptr<QSocketNotifier, Later>;
    Notifier read;
    Notifier write;
};

CurlMulti::CurlMulti(Done done, Waits waits, QObject *parent)
    : QObject(parent)
    , m_done(std::move(done))
    , m_waits(std::move(waits))
    , m_timer(this)
{
    initialiseOnce();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] { act(CURL_SOCKET_TIMEOUT, 0); });

    m_multi = curl_multi_init();
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, onSocket);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, onTimer);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, kMaxIdleConnections);
    // Disables several streams on one HTTP/2 connection: in libcurl 7.88 a paused stream blocks the
    // others (nghttp2 is stopped until its data is taken).
    curl_multi_setopt(m_multi, CURLMOPT_PIPELINING, long(CURLPIPE_NOTHING));
}

CurlMulti::~CurlMulti()
{
    curl_multi_cleanup(m_multi);
}

void CurlMulti::add(CURL *easy)
{
    curl_multi_add_handle(m_multi, easy);
}

void CurlMulti::remove(CURL *easy)
{
    curl_multi_remove_handle(m_multi, easy);
}

int CurlMulti::onSocket(CURL *easy, curl_socket_t fd, int what, void *self, void *)
{
    auto &multi = *static_cast<CurlMulti *>(self);
    multi.watch(fd, what);
    if (what != CURL_POLL_REMOVE)
        multi.m_waits(easy, fd);
    return 0;
}

void CurlMulti::watch(curl_socket_t fd, int what)
{
    if (what == CURL_POLL_REMOVE) {
        m_sockets.erase(fd);
        return;
    }
    auto &socket = m_sockets[fd];
    if (!socket)
        socket = std::make_unique<Socket>();
    const auto set = [&](Socket::Notifier &notifier, QSocketNotifier::Type type, int wanted,
                         int event) {
        if (!notifier && !(what & wanted))
            return;
        if (!notifier) {
            notifier.reset(new QSocketNotifier(fd, type));
            connect(notifier.get(), &QSocketNotifier::activated, this,
                [this, fd, event] { act(fd, readiness(fd, event)); });
        }
        notifier->setEnabled(what & wanted);
    };
    set(socket->read, QSocketNotifier::Read, CURL_POLL_IN, CURL_CSELECT_IN);
    set(socket->write, QSocketNotifier::Write, CURL_POLL_OUT, CURL_CSELECT_OUT);
}

int CurlMulti::onTimer(CURLM *, long milliseconds, void *self)
{
    QTimer &timer = static_cast<CurlMulti *>(self)->m_timer;
    if (milliseconds < 0)
        timer.stop();
    else
        timer.start(std::chrono::milliseconds(milliseconds));
    return 0;
}

void CurlMulti::act(curl_socket_t fd, int events)
{
    int running = 0;
    curl_multi_socket_action(m_multi, fd, events, &running);

    int left = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        CURL *const easy = message->easy_handle;
        const CURLcode code = message->data.result; // read before the handle is removed
        m_done(easy, code);
    }
    Q_EMIT advanced(); // the receiver may destroy this object
}

} // namespace sonde::wire
