// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/doctor/doctorcommand.h"

#include "base/formatting.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "doctor/program/thismachine.h"
#include "doctor/run/doctorreport.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr int kTitleWidth = 16; // cells

Ink outcomeInk(doctor::Outcome outcome)
{
    switch (outcome) {
    case doctor::Outcome::Passed:
        return Ink::Good;
    case doctor::Outcome::Warning:
        return Ink::Warning;
    case doctor::Outcome::Failed:
        return Ink::Bad;
    case doctor::Outcome::Waiting:
    case doctor::Outcome::Running:
    case doctor::Outcome::Skipped:
        break;
    }
    return Ink::Muted;
}

constexpr int kLeastText = 20; // cells, beside the titles

QString signOf(doctor::Outcome outcome)
{
    switch (outcome) {
    case doctor::Outcome::Passed:
        return QStringLiteral("✓");
    case doctor::Outcome::Warning:
        return QStringLiteral("!");
    case doctor::Outcome::Failed:
        return QStringLiteral("✗");
    case doctor::Outcome::Waiting:
    case doctor::Outcome::Running:
    case doctor::Outcome::Skipped:
        break;
    }
    return QStringLiteral("–");
}

QString padded(const QString &title)
{
    return title + QString(std::max(1, kTitleWidth - cellWidth(title)), u' ');
}

std::chrono::milliseconds patienceOf(const Options &options)
{
    return options.timeout.value_or(options.server.handshakeTimeout);
}

} // namespace

DoctorCommand::DoctorCommand(const Options &options, Output &out, Output & /*err*/, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_out(out)
    , m_doctor(options.server, patienceOf(options), std::make_shared<doctor::ThisMachine>())
{
    connect(&m_doctor, &doctor::Doctor::changed, this, &DoctorCommand::show);
    connect(&m_doctor, &doctor::Doctor::finished, this, &DoctorCommand::end);
}

void DoctorCommand::start()
{
    m_doctor.start();
}

void DoctorCommand::interrupt(int signal)
{
    m_signal = signal;
    m_doctor.cancel();
}

// The lines of a text that begins in this column.
QStringList DoctorCommand::fitting(const QString &text, int column) const
{
    return wrapped(text, std::max(kLeastText, m_out.width() - column));
}

void DoctorCommand::show(doctor::Check check)
{
    if (m_options.json)
        return;
    for (const doctor::CheckResult &result : m_doctor.results()) {
        const bool isOver = result.outcome != doctor::Outcome::Waiting
            && result.outcome != doctor::Outcome::Running;
        if (result.check != check || !isOver)
            continue;
        QString evidence = harmlessLine(doctor::evidenceOf(result));
        if (result.took.count() > 0)
            evidence += QStringLiteral("  (%1)").arg(durationText(result.took));
        const QString title = u' ' + padded(doctor::checkTitle(check));
        const int column = 1 + cellWidth(title);
        const QString sign =
            m_out.palette().ink(outcomeInk(result.outcome), signOf(result.outcome));
        m_out.write(QString(
            sign + title + fitting(evidence, column).join(u'\n' + QString(column, u' ')) + u'\n'));
    }
}

// Where the program of the server is for whom.
void DoctorCommand::showFoundBy()
{
    for (const doctor::CheckResult &result : m_doctor.results()) {
        if (result.foundBy.empty())
            continue;
        int width = 0;
        for (const doctor::FoundBy &each : result.foundBy)
            width = std::max(width, cellWidth(doctor::finderWord(each.who)));
        m_out.write(QString(u'\n'
            + Text::tr("%1, as found by:").arg(harmlessLine(m_options.server.program)) + u'\n'));
        for (const doctor::FoundBy &each : result.foundBy) {
            const QString word = doctor::finderWord(each.who);
            const QString file = harmlessLine(doctor::foundText(each));
            const QString shown =
                each.file.isEmpty() ? m_out.palette().ink(Ink::Muted, file) : file;
            m_out.write(
                QString(u' ' + word + QString(width - cellWidth(word) + 2, u' ') + shown + u'\n'));
        }
    }
}

void DoctorCommand::end()
{
    if (m_signal != 0) {
        Q_EMIT finished(kSignalBase + m_signal);
        return;
    }
    if (m_options.json) {
        m_out.write(doctor::reportJson(m_doctor.results()).toStdString() + '\n');
    } else {
        const doctor::Verdict verdict = m_doctor.verdict();
        showFoundBy();
        m_out.write(u"\n");
        for (const QString &line : fitting(harmlessLine(verdict.sentence())))
            m_out.write(QString(m_out.palette().ink(Ink::Strong, line) + u'\n'));
        if (const QString remedy = verdict.whatToDo(); !remedy.isEmpty())
            m_out.write(QString(
                fitting(Text::tr("What to do: %1").arg(harmlessLine(remedy))).join(u'\n') + u'\n'));
        m_out.write(QString(verdict.counts() + u'\n'));
    }
    Q_EMIT finished(exitCode());
}

int DoctorCommand::exitCode() const
{
    const auto cause = m_doctor.verdict().cause;
    if (!cause)
        return kFine;
    return cause->kind == doctor::Kind::LoginNeeded ? kAuthorization : kCannotConnect;
}

CommandRow doctorCommand()
{
    return {
        .words = QLatin1String("doctor"),
        .commands = Command::Doctor,
        .usage = u"doctor SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "finds out why a server does not start or connect"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Checks the server's program or address step by step, and ends with the most probable "
            "cause and what to do. It calls no tool."),
        .examples = u"sonde-cli doctor -- sonde-demo-server\n"
                    "sonde-cli doctor --json --url https://example.org/mcp",
        .runWithServer = runAlone<DoctorCommand>,
    };
}

} // namespace sonde::cli
