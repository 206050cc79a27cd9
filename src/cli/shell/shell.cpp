// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/shell.h"

#include "cli/help/commandhelp.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/options/parseoptions.h"
#include "cli/options/requestparams.h"
#include "cli/output/clitr.h"
#include "cli/output/contentfiles.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/shell/pipeinput.h"
#include "cli/shell/terminalinput.h"
#include "config/commandline.h"

#include <csignal>

#include <unistd.h>

namespace sonde::cli {

Shell::Shell(
    const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_out(out)
    , m_err(err)
    , m_link(m_options, traffic, err)
{
    connect(&m_link, &ServerLink::ready, this, &Shell::begin);
    connect(&m_link, &ServerLink::closing, this, [this] {
        if (m_command)
            m_command->abandon();
    });
    connect(&m_link, &ServerLink::finished, this, &Shell::finished);
}

Shell::~Shell() = default;

void Shell::start()
{
    m_link.start();
}

void Shell::interrupt(int signal)
{
    if (m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    if (m_command) {
        if (!m_command->cancel()) // a subscription
            commandEnded(kFine);
        if (signal == SIGINT)
            return;
    }
    if (m_input && signal == SIGINT && m_input->isInteractive())
        return m_input->discard();
    m_link.end(kSignalBase + signal);
}

void Shell::begin()
{
    const bool isTerminal = ::isatty(STDIN_FILENO) == 1;
    if (isTerminal)
        m_input = TerminalInput::make(m_names);
    if (!m_input)
        m_input = std::make_unique<PipeInput>(STDIN_FILENO);
    connect(m_input.get(), &ShellInput::entered, this, &Shell::read);
    connect(m_input.get(), &ShellInput::ended, this, &Shell::endInput);
    if (isTerminal) {
        m_err.note(Text::tr("Connected to %1. Enter help for the commands, exit to end.")
                       .arg(harmlessLine(m_link.client().negotiated().serverName)));
        loadNames();
    }
    m_input->next();
}

// For completion only: a list that fails is none.
void Shell::loadNames()
{
    const json::Value capabilities = m_link.client().negotiated().serverCapabilities();
    for (const char *member : {"tools", "resources", "prompts"}) {
        if (!capabilities[member].isContainer())
            continue;
        const QString name = QLatin1String(member);
        m_link.client().list({name + QStringLiteral("/list"), name}, {}, this,
            [this, member](const mcp::Listing &listing) { m_names.add(member, listing); });
    }
}

void Shell::read(const QString &line)
{
    const QString text = line.trimmed();
    if (text.isEmpty() || text.startsWith(u'#'))
        return m_input->next();
    const auto split = config::splitCommandLine(text);
    if (!split) {
        m_err.complain(split.error().sentence);
        return commandEnded(kUsage);
    }
    for (const QString &note : split->notes)
        m_err.note(Text::tr("Note: %1").arg(note));
    std::vector<std::string> words;
    for (const QString &word : split->words)
        words.push_back(word.toStdString());
    if (words.empty())
        return m_input->next();
    if (words.front() == "exit" || words.front() == "quit")
        return endInput();
    if (words.front() == "help") {
        m_out.write(shellHelp());
        return m_input->next();
    }
    run(words);
}

void Shell::run(const std::vector<std::string> &words)
{
    const auto refuse = [this](const Error &error) {
        m_err.complain(error.sentence);
        commandEnded(kUsage);
    };
    const Result<Options> line = parseLine(words, m_options);
    if (!line)
        return refuse(line.error());
    m_line = *line;
    if (m_line.command == Command::Help) {
        m_out.write(helpOf(m_line.about).value_or(shellHelp()));
        return commandEnded(kFine);
    }
    if (!m_line.output.isEmpty()) {
        if (const Result<void> place = checkOutput(m_line.output); !place)
            return refuse(place.error());
    }
    const Result<ReadyJson> json = requestParams(m_line);
    if (!json)
        return refuse(json.error());
    for (const QString &note : m_line.notes + json->notes)
        m_err.note(Text::tr("Note: %1").arg(note));
    m_err.setQuiet(m_options.quiet || m_line.quiet);
    m_command = std::make_unique<ServerCommand>(m_line, json->bytes, m_link.client(), m_out, m_err);
    // Queued: the command is still in the middle of its own signal.
    connect(m_command.get(), &ServerCommand::finished, this, &Shell::commandEnded,
        Qt::QueuedConnection);
    const auto fail = [this](const Error &error) {
        m_link.report().error(error);
        commandEnded(exitCodeOf(error.domain));
    };
    connect(m_command.get(), &ServerCommand::failed, this, fail, Qt::QueuedConnection);
    connect(m_command.get(), &ServerCommand::refused, this, fail, Qt::QueuedConnection);
    m_command->start();
}

void Shell::commandEnded(int code)
{
    m_command.reset();
    m_err.setQuiet(m_options.quiet);
    if (m_link.isEnding())
        return;
    const bool isInteractive = m_input->isInteractive();
    if (code != kFine && m_firstFailure == kFine && !isInteractive)
        m_firstFailure = code;
    if (code != kFine && !isInteractive && !m_options.keepGoing)
        return m_link.end(code);
    m_input->next();
}

void Shell::endInput()
{
    m_link.end(m_firstFailure);
}

CommandRow shellCommand()
{
    return {
        .words = QLatin1String("shell"),
        .commands = Command::Shell,
        .usage = u"shell SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "runs a command per line with one start of the server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Reads commands from the terminal (with completion and history) or from standard "
            "input, where it ends with the first command that fails. The options of the server are "
            "those of the shell; the others are those of each line."),
        .examples = u"sonde-cli shell -- sonde-demo-server < commands.txt\n"
                    "sonde-cli shell --keep-going -- sonde-demo-server < commands.txt",
        .runWithServer = runTraced<Shell>,
    };
}

} // namespace sonde::cli
