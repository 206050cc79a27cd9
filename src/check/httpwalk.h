// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "check/httpprobe.h"
#include "check/steps.h"

#include <QObject>
#include <QString>

#include <string>
#include <string_view>

namespace sonde::check {

// Sends a server over HTTP what a client does not send: wrong and missing headers, GET and DELETE,
// in a session of its own.
class HttpWalk : public QObject {
    Q_OBJECT
public:
    // `revision`: a known one. `traffic` outlives it.
    HttpWalk(const wire::HttpTarget &target, const QString &name, const QString &revision,
        rpc::TrafficSink *traffic, QObject *parent = nullptr);

    void start(); // once

Q_SIGNALS:
    void finished();

private:
    void addLegacy();
    void addModern();
    void initialize();
    void post(const wire::HttpHeaders &headers, const std::string &body);
    void send(const QByteArray &method, const wire::HttpHeaders &headers, const std::string &body);
    void addPost(const wire::HttpHeaders &changes, const char *method, bool hasSession = true);
    void addModernPost(const wire::HttpHeaders &changes, const std::string &method,
        const std::string &version, bool hasMeta = true);
    wire::HttpHeaders headers(const wire::HttpHeaders &changes, bool hasSession) const;
    std::string legacyRequest(const std::string &method, std::string_view id = {});
    void addOddBodies();
    void addOddModernBodies();
    void addResumption();
    std::string modernRequest(const std::string &method, const std::string &version, bool hasMeta,
        std::string_view id = {});

    HttpProbe m_probe;
    const QByteArray m_revision;
    QByteArray m_lastEventId; // of the last event stream with ids
    QByteArray m_session; // of the server; empty: none
    int m_id = 0;
    Steps m_steps;
};

} // namespace sonde::check
