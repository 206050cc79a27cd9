// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringView>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::json {
class Builder;
class Value;
} // namespace sonde::json

namespace sonde::rpc {

// A sentence as data: its English text, which is its kind, and the values in it. It is recorded
// once, and shown in the language that the program has when somebody looks. The detail of the lines
// lifecycle::kStartFailed and lifecycle::kMessageRefused is its recordedText().
class Sentence {
public:
    static constexpr std::size_t kMaxParts = 32; // of a sentence that is read
    static constexpr int kMaxDepth = 4; // of sentences that are values of another one
    static constexpr qsizetype kMaxShown = 65'536; // characters; a value may stand in many places

    Sentence() = default;
    // Words that are the same in every language: a name, an address, what a server said. Implicit,
    // because most values of a sentence are such words.
    Sentence(const QString &words);
    // `text` is marked with QT_TRANSLATE_NOOP(context, …), and has %1 where the first value goes.
    Sentence(const char *context, const char *text, std::vector<Sentence> values = {});

    Sentence &operator+=(const Sentence &next); // nothing is put between the two

    bool isEmpty() const { return m_parts.empty(); }
    QString shown() const; // in the language of the program

    // The text of session files: the sentence in English, and on a line of its own its data as
    // JSON. Words alone have no such line.
    QString recordedText() const;
    // Of any detail. Older recordings have a sentence only, in the language that the program had:
    // it is shown as it is. Data that are cut off or of another form give the English sentence.
    static Sentence read(QStringView detail);
    // The lifecycle record with its sentence as shown(); a line of another event as it is.
    static QString shownLine(std::string_view line);

    friend bool operator==(const Sentence &, const Sentence &) = default;

private:
    struct Part {
        std::string context; // empty: `text` is the same in every language
        std::string text;
        std::vector<Sentence> values;

        friend bool operator==(const Part &, const Part &) = default;
    };
    using Translation = QString (*)(const Part &part);

    bool isWords() const; // it has no data besides its text
    QString in(Translation language) const;
    void write(json::Builder &out) const;
    static std::optional<Sentence> read(const json::Value &parts, int depth);

    std::vector<Part> m_parts;
};

} // namespace sonde::rpc
