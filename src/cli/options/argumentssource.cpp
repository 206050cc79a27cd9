// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/argumentssource.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "json/builder.h"
#include "json/document.h"

#include <QFile>

#include <algorithm>
#include <set>

namespace sonde::cli {

namespace {

constexpr int kQuotedCells = 60; // how much of a wrong word a sentence repeats

QString shown(std::string_view bytes)
{
    const QString line =
        harmlessLine(QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return QChar(0x201c) + wrapped(line, kQuotedCells, 1).first() + QChar(0x201d);
}

QString jsonFault(const json::ParseError &error)
{
    return Text::tr("line %1, column %2: %3").arg(error.line).arg(error.column).arg(error.reason);
}

struct Word {
    std::string_view name;
    std::string_view value;
    bool json = false;
};

Result<Word> splitWord(std::string_view word)
{
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos)
        return usageError(
            Text::tr("The argument %1 is neither key=text nor key:=json. Use NAME=TEXT for a "
                     "string, or NAME:=JSON for a number, true, null, an array or an object.")
                .arg(shown(word)));
    const bool json = equals > 0 && word[equals - 1] == ':';
    const Word parts{word.substr(0, json ? equals - 1 : equals), word.substr(equals + 1), json};
    if (parts.name.empty())
        return usageError(
            Text::tr("The argument %1 has no name before “%2”. To send an empty name, use --args.")
                .arg(shown(word), json ? QStringLiteral(":=") : QStringLiteral("=")));
    return parts;
}

Result<void> appendWord(json::Builder &out, std::string_view word, const Word &parts)
{
    if (!parts.json) {
        out.member(parts.name, parts.value);
        return {};
    }
    const json::Document document = json::Document::parse(parts.value);
    if (const auto &error = document.error())
        return usageError(
            Text::tr("The value of the argument %1 is not JSON: %2. To send it as a string, use = "
                     "instead of :=.")
                .arg(shown(word), jsonFault(*error)));
    if (!document.isValid())
        return usageError(
            Text::tr("The value of the argument %1 is empty, which is not JSON. To send it as a "
                     "string, use = instead of :=.")
                .arg(shown(word)));
    out.rawMember(parts.name, parts.value);
    return {};
}

// A message on stdio is one line (2025-11-25 basic/transports#stdio). Between the tokens of valid
// JSON a line break is only white space, and inside a string it cannot stand: so every one may
// become a blank, and all offsets stay.
Bytes onOneLine(const Bytes &json, const QString &note, QStringList &notes)
{
    constexpr std::string_view kBreaks = "\r\n";
    if (json.view().find_first_of(kBreaks) == std::string_view::npos)
        return json;
    std::string text(json.view());
    const auto isBreak = [&](char c) { return kBreaks.find(c) != std::string_view::npos; };
    while (!text.empty() && isBreak(text.back())) // the line end of a file goes unmentioned
        text.pop_back();
    if (std::any_of(text.begin(), text.end(), isBreak)) {
        std::replace_if(text.begin(), text.end(), isBreak, ' ');
        notes += note;
    }
    return Bytes::copyOf(text);
}

// `source` is an option or a placeholder as typed.
QString lineBreakNote(const QString &source)
{
    return Text::tr("Line breaks in %1 are sent as spaces: a message on stdio is one line.")
        .arg(source);
}

Result<Bytes> readAll(QFile &file, const QString &name)
{
    const QByteArray bytes = file.read(kMaxArgumentsSize + 1);
    if (file.error() != QFileDevice::NoError)
        return usageError(Text::tr("Cannot read %1: %2.").arg(name, file.errorString()));
    if (bytes.size() > kMaxArgumentsSize)
        return usageError(Text::tr("%1 is larger than %2 MiB, the maximum size of a message.")
                              .arg(name)
                              .arg(kMaxArgumentsSize >> 20));
    return Bytes::fromByteArray(bytes);
}

} // namespace

Result<ReadyJson> argumentsFromWords(const std::vector<std::string> &words)
{
    ReadyJson text;
    json::Builder out;
    out.beginObject();
    std::set<std::string_view> names;
    for (const std::string &word : words) {
        const Result<Word> parts = splitWord(word);
        if (!parts)
            return parts.error();
        if (const Result<void> done = appendWord(out, word, *parts); !done)
            return done.error();
        if (!names.insert(parts->name).second)
            text.notes += Text::tr(
                "The argument %1 was given more than once; Sonde sends all of them, in this order.")
                              .arg(shown(parts->name));
    }
    out.endObject();
    text.bytes = onOneLine(out.take(),
        Text::tr(
            "Line breaks in the arguments are sent as spaces: a message on stdio is one line."),
        text.notes);
    return text;
}

Result<ReadyJson> argumentsFromText(const Bytes &text, const QString &source)
{
    const json::Document document = json::Document::parse(text);
    if (const auto &error = document.error())
        return usageError(
            Text::tr("The content of %1 is not JSON: %2.").arg(source, jsonFault(*error)));
    if (!document.isValid())
        return usageError(Text::tr("The content of %1 is empty, which is not JSON.").arg(source));
    ReadyJson json;
    if (!document.root().isObject())
        json.notes += Text::tr(
            "The arguments are not a JSON object, which MCP requires; Sonde sends them unchanged.");
    json.bytes = onOneLine(text, lineBreakNote(source), json.notes);
    return json;
}

Result<ReadyJson> paramsFromText(const Bytes &text)
{
    if (text.isEmpty())
        return ReadyJson{};
    const json::Document document = json::Document::parse(text);
    if (const auto &error = document.error())
        return usageError(
            Text::tr("PARAMS_JSON %1 is not JSON: %2.").arg(shown(text.view()), jsonFault(*error)));
    if (!document.isValid())
        return usageError(Text::tr("PARAMS_JSON %1 has no value.").arg(shown(text.view())));
    if (!document.root().isObject())
        return usageError(Text::tr("PARAMS_JSON %1 must be a JSON object, for example "
                                   "'{\"name\":\"x\"}': MCP allows no other params.")
                              .arg(shown(text.view())));
    ReadyJson json;
    json.bytes = onOneLine(text, lineBreakNote(QStringLiteral("PARAMS_JSON")), json.notes);
    return json;
}

Result<ArgumentsSource> readArgumentsSource(const std::string &spec)
{
    if (spec.empty() || (spec != "-" && spec[0] != '@'))
        return ArgumentsSource{Bytes::copyOf(spec), QStringLiteral("--args")};

    QFile file;
    ArgumentsSource source;
    if (spec == "-") {
        source.name = QStringLiteral("--args -");
        if (!file.open(0, QIODevice::ReadOnly))
            return usageError(Text::tr("Cannot read standard input: %1.").arg(file.errorString()));
    } else {
        const QString path = QFile::decodeName(QByteArray::fromStdString(spec.substr(1)));
        source.name = QStringLiteral("--args @") + harmlessLine(path);
        file.setFileName(path);
        if (path.isEmpty())
            return usageError(Text::tr("--args @ is missing the file name. Use --args @FILE."));
        if (!file.open(QIODevice::ReadOnly))
            return usageError(Text::tr("Cannot read %1: %2.").arg(source.name, file.errorString()));
    }
    const Result<Bytes> text = readAll(file, source.name);
    if (!text)
        return text.error();
    source.text = *text;
    return source;
}

} // namespace sonde::cli
