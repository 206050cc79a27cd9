// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"

#include <QStringView>

#include <string_view>

namespace sonde::cli {

// stdout or stderr: whole writes without a buffer of our own, so that what was printed is out
// before the next thing happens. Once the reader has gone (`| head`) everything is swallowed.
class Output {
public:
    static constexpr int kClosed = -1; // what is written is lost, and failure() says so

    explicit Output(int fd);

    void write(std::string_view bytes);
    void write(QStringView text);
    // "sonde-cli: …", made harmless, as a line.
    void complain(const QString &sentence);
    // As complain(), for what is no failure: with --quiet nothing is written.
    void note(const QString &sentence);
    void setQuiet(bool quiet) { m_quiet = quiet; }
    bool isQuiet() const { return m_quiet; }

    // Why bytes were lost, or empty; a reader that has gone is no reason to complain.
    QString failure() const;
    bool isTerminal() const;
    const Palette &palette() const { return m_palette; }
    // In cells: the terminal's, else $COLUMNS, else so many that nothing is wrapped.
    int width() const;

private:
    void line(Ink ink, const QString &sentence); // behind the program's name

    int m_fd;
    Palette m_palette;
    int m_error = 0; // errno of the write after which nothing more is written
    bool m_quiet = false;
};

} // namespace sonde::cli
