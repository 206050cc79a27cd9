// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/shelllineeditor.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <readline/history.h>
#include <readline/readline.h>
#include <sys/stat.h>

namespace sonde::cli {

namespace {

// A shell has characters that end a word; names and URIs have most of them.
char kWordBreaks[] = " \t\n";

class ReadlineEditor final : public ShellLineEditor {
public:
    explicit ReadlineEditor(Setup setup)
        : m_setup(std::move(setup))
    {
        s_instance = this;
        rl_readline_name = "sonde-cli";
        rl_outstream = stderr; // prompts are no results
        rl_catch_signals = 0; // Ctrl+C is the shell's, see discard()
        rl_completer_word_break_characters = kWordBreaks;
        rl_attempted_completion_function = &ReadlineEditor::attempt;
        using_history();
        stifle_history(kMaxHistory);
        if (!m_setup.historyFile.empty())
            read_history(m_setup.historyFile.c_str());
    }
    ~ReadlineEditor() override
    {
        if (m_isEditing)
            rl_callback_handler_remove();
        s_instance = nullptr;
        if (m_setup.historyFile.empty())
            return;
        // What was typed may contain secrets.
        const mode_t before = ::umask(S_IRWXG | S_IRWXO);
        write_history(m_setup.historyFile.c_str());
        ::umask(before);
    }

    void begin() override
    {
        m_isEditing = true;
        rl_callback_handler_install(m_setup.prompt.c_str(), &ReadlineEditor::entered);
    }

    void read() override
    {
        if (m_isEditing)
            rl_callback_read_char();
    }

    void discard() override
    {
        if (!m_isEditing)
            return;
        rl_free_line_state();
        rl_callback_sigcleanup();
        rl_callback_handler_remove();
        std::fputs("^C\n", stderr);
        begin();
    }

private:
    static void entered(char *line)
    {
        ReadlineEditor *const self = s_instance;
        self->m_isEditing = false;
        rl_callback_handler_remove(); // the terminal is as before while a command runs
        if (!line) {
            std::fputc('\n', stderr);
            return self->m_setup.done(std::nullopt);
        }
        const std::string text(line);
        std::free(line);
        // As shells have it: what begins with a blank is not kept.
        if (!text.empty() && text.front() != ' ')
            add_history(text.c_str());
        self->m_setup.done(text);
    }

    static char **attempt(const char *begun, int start, int)
    {
        rl_attempted_completion_over = 1; // no file names in place of them
        ReadlineEditor *const self = s_instance;
        self->m_found =
            self->m_setup.complete(std::string(rl_line_buffer, std::size_t(start)), begun);
        self->m_next = 0;
        const bool isOpen = self->m_found.size() == 1 && self->m_found.front().ends_with('=');
        rl_completion_suppress_append = isOpen ? 1 : 0;
        return rl_completion_matches(begun, &ReadlineEditor::nextMatch);
    }

    static char *nextMatch(const char *, int)
    {
        ReadlineEditor *const self = s_instance;
        return self->m_next < self->m_found.size() ? ::strdup(self->m_found[self->m_next++].c_str())
                                                   : nullptr;
    }

    static inline ReadlineEditor *s_instance = nullptr; // readline has global state as well
    const Setup m_setup;
    std::vector<std::string> m_found;
    std::size_t m_next = 0;
    bool m_isEditing = false;
};

} // namespace

} // namespace sonde::cli

extern "C" __attribute__((visibility("default"))) sonde::cli::ShellLineEditor *sondeMakeLineEditor(
    const char *version, sonde::cli::ShellLineEditor::Setup *setup);

sonde::cli::ShellLineEditor *sondeMakeLineEditor(
    const char *version, sonde::cli::ShellLineEditor::Setup *setup)
{
    if (std::string_view(version) != SONDE_VERSION)
        return nullptr;
    return new sonde::cli::ReadlineEditor(std::move(*setup));
}
