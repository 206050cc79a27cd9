// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/urltap.h"

#include "cli/hosts/urlserver.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/server/serveraccess.h"
#include "platform/process.h"
#include "tap/http/httptap.h"
#include "tap/record/commandtext.h"
#include "json/builder.h"

#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr char kAnyPort[] = "127.0.0.1:0";

// Each request of a host takes two sockets, and the usual limit is for one program's own files.
void raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    constexpr rlim_t kWanted = 2 * tap::HttpTap::kMaxConnections + 100;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(limit.rlim_max, kWanted));
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

// A pipe has a program at its other end, whose end it shows. Of a terminal the shell sends signals,
// and anything else, such as /dev/null, says nothing about who has started the tap.
bool isPipe(int descriptor)
{
    struct stat status { };
    return ::fstat(descriptor, &status) == 0
        && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

} // namespace

UrlTap::UrlTap(const Options &options, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_name(urlServerName(options))
    , m_out(out)
    , m_err(err)
    , m_breakpoints({[this](const std::string &line) { m_announcement.post(line); },
          [this](const std::string &line) { m_announcement.postNewest(line); }})
    , m_announcement(&m_breakpoints)
    , m_recording(m_announcement, options.recordFile, m_name)
{
    if (options.authorizes)
        m_access = std::make_unique<ServerAccess>(options, &m_recording.recorder(), true);
}

UrlTap::~UrlTap() = default;

void UrlTap::start()
{
    if (m_options.authorizes && !ServerAccess::isRequested(m_options))
        return fail({.domain = Domain::Usage,
            .sentence = Text::tr(
                "--authorize contradicts the Authorization of --header. Remove one of them.")});
    if (const Result<void> recorded = m_recording.open(); !recorded)
        return fail(recorded.error());
    if (!m_access)
        return listen();
    m_access->authorizer().prepare(this, [this] { listen(); });
}

void UrlTap::listen()
{
    raiseDescriptorLimit();
    const pid_t parent = ::getppid();
    tap::HttpTap::Setup setup;
    setup.name = m_name;
    setup.server = urlServerTarget(m_options);
    setup.traffic = m_recording.traffic();
    setup.authorizer = m_access ? &m_access->authorizer() : nullptr;
    setup.breakpoints = &m_breakpoints;
    setup.rewritesMetadata = m_options.rewritesMetadata;
    setup.host = tap::recordedHost(parent, platform::commandLine(parent));
    auto opened = tap::HttpTap::open(
        m_options.listen.isEmpty() ? kAnyPort : m_options.listen.toStdString(), std::move(setup));
    if (!opened)
        return fail(opened.error());
    m_tap = std::move(opened).value();
    connect(m_tap.get(), &tap::HttpTap::loginWillFail, this,
        [this](const QString &sentence) { m_err.complain(sentence); });
    connect(m_tap.get(), &tap::HttpTap::hostSeen, this,
        [this](const QString &name) { m_recording.setHost(name); });
    tap::TapIntroduction who;
    who.address = m_tap->address();
    announceUrlServer(m_options, std::move(who), m_recording, m_err);
    sayAddress();
    followStarter();
}

void UrlTap::followStarter()
{
    if (!isPipe(STDIN_FILENO))
        return;
    m_input = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(m_input.get(), &QSocketNotifier::activated, this, &UrlTap::readInput);
}

void UrlTap::readInput()
{
    std::array<char, 4096> ignored;
    const ssize_t count = ::read(STDIN_FILENO, ignored.data(), ignored.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        stop(kFine);
}

void UrlTap::sayAddress()
{
    const QString server = m_options.server.http()->url;
    m_err.note((isPipe(STDIN_FILENO)
            ? Text::tr("Use %1 in the host in place of %2. The tap ends with its standard input.")
            : Text::tr("Use %1 in the host in place of %2. Ctrl+C ends the tap."))
                   .arg(m_tap->address(), server));
    m_err.note(Text::tr("Recording: %1").arg(m_recording.path()));
    if (!m_options.json)
        return;
    json::Builder line;
    line.beginObject()
        .member("url", QStringView(m_tap->address()))
        .member("server", QStringView(server))
        .member("recording", QStringView(m_recording.path()))
        .endObject();
    m_out.write(line.takeString() + '\n');
}

void UrlTap::interrupt(int signal)
{
    stop(kSignalBase + signal);
}

void UrlTap::stop(int exitCode)
{
    if (m_input)
        m_input->setEnabled(false); // its end comes again and again
    if (m_access)
        m_access->authorizer().runner().cancel();
    if (m_tap)
        m_tap->close();
    const bool complete = finishRecording(m_recording, m_announcement, m_err);
    Q_EMIT finished(complete ? exitCode : kUsage);
}

void UrlTap::fail(const Error &error)
{
    m_err.complain(error.sentence);
    if (!error.detail.isEmpty())
        m_err.complain(error.detail);
    Q_EMIT finished(kUsage);
}

} // namespace sonde::cli
