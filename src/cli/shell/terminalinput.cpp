// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/terminalinput.h"

#include "cli/shell/shellnames.h"

#include <QDir>
#include <QSocketNotifier>
#include <QStandardPaths>

#include <unistd.h>

namespace sonde::cli {

namespace {

// XDG Base Directory Specification: the state of a program, such as its history.
std::string historyFile()
{
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (folder.isEmpty())
        folder = QDir::homePath() + QStringLiteral("/.local/state");
    folder += QStringLiteral("/sonde");
    return QDir().mkpath(folder)
        ? QFile::encodeName(folder + QStringLiteral("/shell-history")).toStdString()
        : std::string();
}

} // namespace

TerminalInput::TerminalInput()
    : m_notifier(new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this))
{
    m_notifier->setEnabled(false);
}

std::unique_ptr<TerminalInput> TerminalInput::make(const ShellNames &names)
{
    std::unique_ptr<TerminalInput> input(new TerminalInput);
    ShellLineEditor::Setup setup;
    setup.prompt = "sonde> ";
    setup.historyFile = historyFile();
    setup.complete = [&names](const std::string &before, const std::string &begun) {
        return names.completions(before, begun);
    };
    setup.done = [self = input.get()](const std::optional<std::string> &line) { self->done(line); };
    input->m_editor = makeLineEditor(std::move(setup));
    if (!input->m_editor)
        return nullptr;
    connect(input->m_notifier, &QSocketNotifier::activated, input.get(),
        [self = input.get()] { self->m_editor->read(); });
    return input;
}

void TerminalInput::next()
{
    m_editor->begin();
    m_notifier->setEnabled(true);
}

void TerminalInput::discard()
{
    m_editor->discard();
}

// Queued: the editor is in the middle of reading.
void TerminalInput::done(const std::optional<std::string> &line)
{
    m_notifier->setEnabled(false);
    QMetaObject::invokeMethod(
        this,
        [this, line] {
            if (line)
                Q_EMIT entered(QString::fromStdString(*line));
            else
                Q_EMIT ended();
        },
        Qt::QueuedConnection);
}

} // namespace sonde::cli
