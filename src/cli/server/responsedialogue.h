// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "review/requestedinput.h"

#include <QString>
#include <QStringList>

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// A dialogue on a terminal for the response to one server request, line by line. Does no I/O: texts
// out, lines in. Text of the server is made harmless for a terminal.
class ResponseDialogue {
public:
    static constexpr int kMaxFields = 500; // of a form; further fields are omitted
    static constexpr int kMaxShown = 4000; // characters of one text of the server

    // The document of the request must outlive the dialogue.
    explicit ResponseDialogue(const review::RequestedInput &question);

    QString opening() const { return m_opening; } // lines; once, before the first prompt
    QString prompt() const; // the text before the cursor
    // Parses a typed line, without its line end. True when the dialogue is over.
    bool read(const QString &line);

    // When the dialogue is over: the response, or nothing for a refusal.
    const std::optional<Bytes> &response() const { return m_response; }
    const QString &complaint() const
    {
        return m_complaint;
    } // what is wrong with the previous line, or empty

private:
    struct Field {
        std::string name;
        json::Value schema;
        bool required = false;
    };
    void openSampling();
    void openForm();
    void openUrl();
    QString fieldPrompt() const;
    bool parseSampling(const QString &line);
    bool parseField(const QString &line);
    bool parseAction(const QString &line);
    bool parseFolder(const QString &line);
    std::optional<std::string> valueOf(const Field &field, const QString &line);
    std::optional<std::string> choiceOf(const json::Value &schema, const QString &line);
    bool finish(const std::string &response);
    bool decline(const char *action);

    const review::RequestedInput m_question;
    QString m_opening;
    QString m_complaint;
    std::deque<Field> m_fields;
    std::vector<std::pair<std::string, std::string>> m_content; // name, JSON text
    QStringList m_folders;
    std::optional<Bytes> m_response;
};

} // namespace sonde::cli
