// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/portcheck.h"

#include "doctor/program/holderfinding.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr std::size_t kMaxPorts = 8; // that are looked up

void addPort(std::vector<quint16> &ports, const QString &text)
{
    bool isNumber = false;
    const quint16 port = text.toUShort(&isNumber);
    const bool isKnown = std::find(ports.begin(), ports.end(), port) != ports.end();
    if (isNumber && port != 0 && !isKnown && ports.size() < kMaxPorts)
        ports.push_back(port);
}

// "address already in use :::3000", "('127.0.0.1', 8000): address already in use". A time may
// stand before the port, so the last number is the most likely one.
void addFromLine(std::vector<quint16> &ports, const QString &line)
{
    static const QRegularExpression numbers(QStringLiteral("(?::|, )([0-9]{2,5})\\b"));
    QStringList found;
    for (auto match = numbers.globalMatch(line); match.hasNext();)
        found.prepend(match.next().captured(1));
    for (const QString &each : found)
        addPort(ports, each);
}

// "port: 3000", "--port=3000", "Port 3000"
void addNamed(std::vector<quint16> &ports, const QString &text)
{
    static const QRegularExpression named(QStringLiteral("\\bport\\b[\"']?[:= ]+([0-9]{2,5})\\b"),
        QRegularExpression::CaseInsensitiveOption);
    for (auto match = named.globalMatch(text); match.hasNext();)
        addPort(ports, match.next().captured(1));
}

} // namespace

std::vector<quint16> portsWanted(
    const QString &line, const QString &words, const ServerProgram &subject)
{
    std::vector<quint16> ports;
    addNamed(ports, line);
    addFromLine(ports, line);
    addNamed(ports, words);
    addNamed(ports, subject.launch.arguments.join(u' '));
    for (const auto &[name, value] : subject.launch.environment) {
        if (name == u"PORT")
            addPort(ports, value.reveal());
    }
    return ports;
}

void namePortHolder(CheckResult &result, const ServerProgram &subject, const Machine &machine)
{
    for (DoctorFinding &finding : result.findings) {
        if (finding.kind != Kind::PortUsed)
            continue;
        const QString line = finding.values.value(0);
        for (const quint16 port : portsWanted(line, QString::fromUtf8(result.bytes), subject)) {
            if (const auto holder = machine.portHolder(port)) {
                finding = holderFinding({Kind::PortHeldByCopy, Kind::PortHeldByOther}, line,
                    QString::number(port), *holder, subject);
                break;
            }
        }
    }
}

} // namespace sonde::doctor
