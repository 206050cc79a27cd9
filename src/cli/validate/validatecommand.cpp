// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/validate/validatecommand.h"

#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/errordetail.h"
#include "cli/output/usageerror.h"
#include "json/builder.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sonde::cli {

namespace {

constexpr qint64 kMaxFile = qint64(1) << 30;
constexpr int kMaxRemotes = 100'000;

Result<std::shared_ptr<const json::Document>> readJson(const QString &path)
{
    QFile file(path);
    const bool isOpen = path == QLatin1String("-") ? file.open(0, QIODevice::ReadOnly)
                                                   : file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    const QByteArray text = file.read(kMaxFile + 1);
    if (text.size() > kMaxFile)
        return usageError(Text::tr("%1 is larger than 1 GiB.").arg(path));
    return std::make_shared<const json::Document>(
        json::Document::parse(Bytes::fromByteArray(text)));
}

// JSON files against a JSON Schema, without a server and without the network.
struct ValidateOptions {
    QString schemaFile;
    // Where what a schema refers to lies: files below the folder have the URL and their path.
    std::vector<std::pair<std::string, QString>> remotes;
    QStringList instances;
    bool assertFormat = false;
    bool draft7 = false; // for a schema that names no dialect
    bool json = false;
};

Result<schema::Remotes> readRemotes(const ValidateOptions &options)
{
    schema::Remotes remotes;
    for (const auto &[url, folder] : options.remotes) {
        QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            if (remotes.size() >= kMaxRemotes)
                return usageError(Text::tr("--remote: the folder %2 contains more than %1 files.")
                                      .arg(kMaxRemotes)
                                      .arg(folder));
            auto document = readJson(path);
            if (!document)
                return document.error();
            const QString inside = path.mid(folder.size());
            const std::string name =
                (inside.startsWith(u'/') ? inside.mid(1) : inside).toStdString();
            std::string address = url;
            if (!address.ends_with('/'))
                address += '/';
            address += name;
            remotes.emplace(std::move(address), std::move(document).value());
        }
    }
    return remotes;
}

// "12:5", counted in bytes, as editors take it.
QString lineAndColumn(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto lineBegin = before.rfind('\n');
    const auto column = lineBegin == std::string_view::npos ? offset + 1 : offset - lineBegin;
    return QStringLiteral("%1:%2").arg(line).arg(column);
}

void printText(const QString &path, const json::Document &document, const schema::Outcome &outcome,
    Output &out)
{
    QString text;
    if (outcome.isValid())
        text = Text::tr("%1: valid\n").arg(path);
    for (const schema::Unit &unit : outcome.errors) {
        const QString place =
            unit.instanceLocation.isEmpty() ? QStringLiteral("/") : unit.instanceLocation;
        text += path + u':' + lineAndColumn(document.text(), unit.begin) + QStringLiteral(": ")
            + place + QStringLiteral(": ") + unit.sentence + QStringLiteral(" (#")
            + unit.keywordLocation + QStringLiteral(")\n");
    }
    if (!outcome.sentence.isEmpty())
        text += path + QStringLiteral(": ") + outcome.sentence + u'\n';
    out.write(QStringView(text));
}

// One line for each instance, with the output units of 2020-12 core 12.4.
void printJson(const QString &path, const schema::Outcome &outcome, Output &out)
{
    json::Builder line;
    line.beginObject().member("file", QStringView(path)).member("valid", outcome.isValid());
    if (!outcome.sentence.isEmpty())
        line.member("problem", QStringView(outcome.sentence));
    line.key("errors").beginArray();
    for (const schema::Unit &unit : outcome.errors) {
        line.beginObject()
            .member("keywordLocation", QStringView(unit.keywordLocation))
            .member("absoluteKeywordLocation", QStringView(unit.absoluteLocation))
            .member("instanceLocation", QStringView(unit.instanceLocation))
            .member("begin", static_cast<std::int64_t>(unit.begin))
            .member("end", static_cast<std::int64_t>(unit.end))
            .member("error", QStringView(unit.sentence))
            .endObject();
    }
    line.endArray().endObject();
    out.write(line.takeString() + '\n');
}

QString notJson(const QString &path, const json::Document &document)
{
    const auto &error = document.error();
    if (!error)
        return Text::tr("%1 is empty, which is not JSON.").arg(path);
    return Text::tr("%1 is not JSON: %2 (line %3, column %4)")
        .arg(path, error->reason)
        .arg(error->line)
        .arg(error->column);
}

} // namespace

int validateInstance(
    const QString &path, const schema::Validator &validator, bool json, Output &out, Output &err)
{
    const auto document = readJson(path);
    if (!document)
        return complainOf(document.error(), err);
    if (!(*document)->isValid()) {
        err.complain(notJson(path, **document));
        return kInvalid;
    }
    const schema::Outcome outcome = validator.validate((*document)->root());
    if (json)
        printJson(path, outcome, out);
    else
        printText(path, **document, outcome, out);
    return outcome.isValid() ? kFine : kInvalid;
}

namespace {

Result<void> addRemote(const std::string &value, ValidateOptions &options)
{
    const auto equals = value.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == value.size())
        return usageError(
            Text::tr("The value “%1” of --remote is not URL=FOLDER.").arg(decodedWord(value)));
    options.remotes.emplace_back(value.substr(0, equals), decodedWord(value.substr(equals + 1)));
    return {};
}

Result<ValidateOptions> validateOptions(const Line &line)
{
    ValidateOptions options;
    options.schemaFile = line.text("--schema");
    options.assertFormat = line.has("--format");
    options.draft7 = line.has("--draft7");
    options.json = line.has("--json");
    for (const std::string &word : line.arguments())
        options.instances << decodedWord(word);
    const auto add = [&](const std::string &value) { return addRemote(value, options); };
    if (const Result<void> done = line.take("--remote", add); !done)
        return done.error();
    if (options.schemaFile.isEmpty())
        return usageError(Text::tr("validate needs --schema FILE, or --tool NAME and a server."));
    if (options.instances.isEmpty())
        return usageError(Text::tr("validate needs a file to check, or - for standard input."));
    if (options.instances.count(QStringLiteral("-"))
            + (options.schemaFile == QLatin1String("-") ? 1 : 0)
        > 1)
        return usageError(Text::tr("- is standard input, which can be read only once."));
    return options;
}

int validateFiles(const ValidateOptions &options, Output &out, Output &err)
{
    const auto source = readJson(options.schemaFile);
    const auto remotes = readRemotes(options);
    if (!source || !remotes)
        return complainOf(source ? remotes.error() : source.error(), err);
    if (!(*source)->isValid()) {
        err.complain(notJson(options.schemaFile, **source));
        return kUnusableSchema;
    }
    schema::ValidatorOptions settings;
    settings.assertFormat = options.assertFormat;
    settings.fallback = options.draft7 ? schema::Draft::Draft7 : schema::Draft::Draft2020;
    const auto validator = schema::Validator::make(*source, *remotes, settings);
    if (!validator) {
        err.complain(
            options.schemaFile + QStringLiteral(": ") + sentenceWithDetail(validator.error()));
        return kUnusableSchema;
    }
    int exitCode = kFine;
    for (const QString &path : options.instances)
        exitCode = std::max(exitCode, validateInstance(path, *validator, options.json, out, err));
    return exitCode;
}

} // namespace

Result<int> runValidate(const Line &line, Output &out, Output &err)
{
    const Result<ValidateOptions> options = validateOptions(line);
    if (!options)
        return options.error();
    return validateFiles(*options, out, err);
}

} // namespace sonde::cli
