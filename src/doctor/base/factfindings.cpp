// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

constexpr FindingRow kRows[]{
    {Kind::ConfigurationFine, Level::Note, "configuration",
        QT_TRANSLATE_NOOP("Doctor", "complete, arguments: %1, no placeholder")},
    {Kind::ProgramFound, Level::Note, "program", QT_TRANSLATE_NOOP("Doctor", "%1 is %2")},
    {Kind::ExecutableFine, Level::Note, "executable", QT_TRANSLATE_NOOP("Doctor", "mode %1, %2")},
    {Kind::RuntimeFound, Level::Note, "runtime", QT_TRANSLATE_NOOP("Doctor", "%1 %2")},
    {Kind::RuntimeFits, Level::Note, "runtime-fits",
        QT_TRANSLATE_NOOP("Doctor", "%1 %2 satisfies %3")},
    {Kind::NoRuntime, Level::Note, "no-runtime",
        QT_TRANSLATE_NOOP("Doctor", "the program needs no interpreter")},
    {Kind::FolderFine, Level::Note, "working-folder",
        QT_TRANSLATE_NOOP("Doctor", "%1 can be entered")},
    {Kind::NoPackage, Level::Note, "no-package",
        QT_TRANSLATE_NOOP("Doctor", "nothing is downloaded")},
    {Kind::PackageCached, Level::Note, "package",
        QT_TRANSLATE_NOOP("Doctor", "%1 is in the cache of %2")},
    {Kind::EnvironmentFine, Level::Note, "environment",
        QT_TRANSLATE_NOOP("Doctor", "variables given: %1")},
    {Kind::NoEarlierStart, Level::Note, "no-earlier-start",
        QT_TRANSLATE_NOOP("Doctor", "no process of an earlier start was left")},
    {Kind::Started, Level::Note, "started",
        QT_TRANSLATE_NOOP("Doctor", "process %1, in a group of its own")},
    {Kind::FirstOutputCame, Level::Note, "first-output",
        QT_TRANSLATE_NOOP("Doctor", "%1 after the start")},
    {Kind::OutputFine, Level::Note, "standard-output",
        QT_TRANSLATE_NOOP("Doctor", "only messages: %1")},
    {Kind::InputFine, Level::Note, "standard-input",
        QT_TRANSLATE_NOOP("Doctor", "initialize was answered while input was open")},
    {Kind::EndedWell, Level::Note, "shutdown",
        QT_TRANSLATE_NOOP("Doctor", "ended %1 after the end of input, %2")},
    {Kind::HostStartWorks, Level::Note, "as-host",
        QT_TRANSLATE_NOOP("Doctor", "starts with the environment of a desktop host too (PATH %1)")},
    {Kind::HostFilesFine, Level::Note, "host-files",
        QT_TRANSLATE_NOOP("Doctor", "configured in %1")},
    {Kind::NoHostFile, Level::Note, "no-host-file",
        QT_TRANSLATE_NOOP("Doctor", "not in the configuration files of hosts")},
    {Kind::RevisionFine, Level::Note, "revision", QT_TRANSLATE_NOOP("Doctor", "%1 · %2 era · %3")},
    {Kind::AddressFine, Level::Note, "address", QT_TRANSLATE_NOOP("Doctor", "%1")},
    {Kind::NoProxy, Level::Note, "no-proxy",
        QT_TRANSLATE_NOOP("Doctor", "none is set for this address")},
    {Kind::NameFound, Level::Note, "name", QT_TRANSLATE_NOOP("Doctor", "%1 is %2")},
    {Kind::NameIsAddress, Level::Note, "name-is-address",
        QT_TRANSLATE_NOOP("Doctor", "%1 is an address")},
    {Kind::Connected, Level::Note, "connection",
        QT_TRANSLATE_NOOP("Doctor", "%1 accepts connections")},
    {Kind::CertificateFine, Level::Note, "certificate",
        QT_TRANSLATE_NOOP("Doctor", "for %1, until %2, signed by %3 · %4 · certificates sent: %5")},
    {Kind::NoTls, Level::Note, "no-tls",
        QT_TRANSLATE_NOOP("Doctor", "the connection is not encrypted (http)")},
    {Kind::Responded, Level::Note, "response", QT_TRANSLATE_NOOP("Doctor", "status %1, %2, %3")},
    {Kind::TransportFine, Level::Note, "transport", QT_TRANSLATE_NOOP("Doctor", "%1 at %2")},
    {Kind::StreamFine, Level::Note, "stream",
        QT_TRANSLATE_NOOP("Doctor", "the first event came %1 after the headers")},
    {Kind::NoStream, Level::Note, "no-stream",
        QT_TRANSLATE_NOOP("Doctor", "the response was no event stream")},
    {Kind::SessionFine, Level::Note, "session",
        QT_TRANSLATE_NOOP("Doctor", "the next request of the session succeeded")},
    {Kind::NoSession, Level::Note, "no-session",
        QT_TRANSLATE_NOOP("Doctor", "the server opens no session")},
    {Kind::ListeningFine, Level::Note, "listening",
        QT_TRANSLATE_NOOP("Doctor", "GET opens a stream after %1")},
    {Kind::NoListening, Level::Note, "no-listening",
        QT_TRANSLATE_NOOP("Doctor", "GET opens no stream (405)")},
    {Kind::BrowsersFine, Level::Note, "browsers",
        QT_TRANSLATE_NOOP("Doctor", "clients in web pages of other origins can connect")},
    {Kind::NoBrowsers, Level::Note, "no-browsers",
        QT_TRANSLATE_NOOP(
            "Doctor", "for programs only: no Access-Control-Allow-Origin for other origins")},
    {Kind::NoAuthorization, Level::Note, "no-authorization",
        QT_TRANSLATE_NOOP("Doctor", "not required")},
    {Kind::AuthorizationFine, Level::Note, "authorization",
        QT_TRANSLATE_NOOP("Doctor", "accepted")},
    {Kind::ClockFine, Level::Note, "clock",
        QT_TRANSLATE_NOOP("Doctor", "agrees with this machine within %1")},
    {Kind::NoClock, Level::Note, "no-clock",
        QT_TRANSLATE_NOOP("Doctor", "the server sends no Date")},
    {Kind::NotReached, Level::Note, "not-reached", QT_TRANSLATE_NOOP("Doctor", "not reached: %1")},
    {Kind::Stopped, Level::Note, "stopped", QT_TRANSLATE_NOOP("Doctor", "the doctor was stopped")},
};

} // namespace

std::span<const FindingRow> factFindings()
{
    return kRows;
}

} // namespace sonde::doctor
