// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/callcheck.h"

#include "base/nearest.h"
#include "cli/output/clitr.h"
#include "cli/output/errordetail.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/resultform.h"
#include "cli/output/terminaltext.h"
#include "mcp/message/repeatedmembers.h"
#include "schema/validator.h"

namespace sonde::cli {

namespace {

constexpr std::size_t kMaxListed = 3; // places of an output that does not match

QString wide(const std::string &utf8)
{
    return harmlessLine(QString::fromStdString(utf8));
}

// The only type of a property that is not "string"; empty when a string may fit.
std::string otherType(const json::Value &property)
{
    const json::Value type = property["type"];
    if (!type.isString() || type.equals("string"))
        return {};
    return type.text();
}

// A list that names what a command asks for.
struct NamedKind {
    const char *method;
    const char *member;
    const char *key;
    QString unknown; // %1: the name
};

std::optional<NamedKind> namedKind(Command command)
{
    switch (command) {
    case Command::ToolsCall:
        return NamedKind{"tools/list", "tools", "name", Text::tr("There is no tool “%1”.")};
    case Command::PromptsGet:
        return NamedKind{"prompts/list", "prompts", "name", Text::tr("There is no prompt “%1”.")};
    case Command::ResourcesRead:
        return NamedKind{
            "resources/list", "resources", "uri", Text::tr("The server lists no resource “%1”.")};
    default:
        return {};
    }
}

} // namespace

QString outputProblem(const json::Value &result, const json::Value &tool)
{
    const json::Value schema = tool["outputSchema"];
    if (!schema.exists())
        return {};
    const json::Value structured = result["structuredContent"];
    if (!structured.exists())
        return Text::tr("The tool has an output schema, so its result must have structured "
                        "content, but has none.");
    const auto validator = schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(schema.raw()))));
    if (!validator.ok())
        return Text::tr("The output schema of the tool cannot be used: %1")
            .arg(harmlessLine(sentenceWithDetail(validator.error())));
    const schema::Outcome outcome = validator->validate(structured);
    if (outcome.verdict != schema::Outcome::Verdict::Invalid)
        return {};
    const auto structuredAt = QLatin1String("/result/structuredContent");
    QStringList places;
    for (const schema::Unit &unit : outcome.errors) {
        if (std::size_t(places.size()) == kMaxListed) {
            places += QStringLiteral("…");
            break;
        }
        // The location is one in the whole response.
        const QString at = harmlessLine(unit.instanceLocation.mid(structuredAt.size()));
        QString sentence = harmlessLine(unit.sentence);
        if (sentence.endsWith(u'.'))
            sentence.chop(1);
        places += at.isEmpty() ? sentence : Text::tr("%1: %2").arg(at, sentence);
    }
    return Text::tr("The structured content does not match the tool's output schema: %1.")
        .arg(places.join(QStringLiteral("; ")));
}

json::Value findItem(const mcp::Listing &listing, const char *key, const QString &name)
{
    for (const mcp::ListItem &item : listing.items) {
        if (item.value()[key].toString() == name)
            return item.value();
    }
    return {};
}

QString nameHint(
    const mcp::Listing &listing, const char *key, const QString &name, const QString &what)
{
    if (findItem(listing, key, name).exists())
        return {};
    QStringList names;
    for (const mcp::ListItem &item : listing.items)
        names += item.value()[key].toString();
    const QString near = nearest(name, names);
    return near.isEmpty() ? QString()
                          : joinSentences({what.arg(harmlessLine(name)),
                              Text::tr("Did you mean “%1”?").arg(harmlessLine(near))});
}

QStringList typeHints(const json::Value &inputSchema, const std::vector<std::string> &words)
{
    QStringList hints;
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0 || word[equals - 1] == ':')
            continue;
        const std::string name = word.substr(0, equals);
        const std::string type = otherType(inputSchema["properties"].member(name));
        if (!type.empty())
            hints +=
                Text::tr("The tool's schema has the type %1 for “%2”, and %2=… sends a string. "
                         "Use %2:=%3 to send JSON.")
                    .arg(wide(type), wide(name), wide(word.substr(equals + 1)));
    }
    return hints;
}

CallCheck::CallCheck(const Options &options, mcp::Client &client, Output &err)
    : m_options(options)
    , m_client(client)
    , m_err(err)
{
}

void CallCheck::noteRepeated(const rpc::Message &response, std::string_view method)
{
    for (const QString &note : mcp::repeatedMemberNotes(response.document, method))
        m_err.note(harmlessLine(note));
}

void CallCheck::noteRepeated(const mcp::Listing &listing, std::string_view method)
{
    for (const auto &page : listing.responses)
        noteRepeated(*page, method);
}

RequestHandle CallCheck::explainRefusal(
    const mcp::CallOptions &options, QObject *context, std::function<void()> done)
{
    const auto kind = namedKind(m_options.command);
    if (!kind) {
        done();
        return {};
    }
    const auto hint = [this, kind = *kind, done = std::move(done)](const mcp::Listing &listing) {
        const QString name = nameHint(listing, kind.key, m_options.name, kind.unknown);
        if (!name.isEmpty())
            m_err.complain(name);
        if (m_options.command == Command::ToolsCall)
            complainOfTypes(listing);
        done();
    };
    return m_client.list(
        {QLatin1String(kind->method), QLatin1String(kind->member)}, options, context, hint);
}

RequestHandle CallCheck::judge(const mcp::Response &response, int code,
    const mcp::CallOptions &options, QObject *context, std::function<void(int code)> done)
{
    const json::Value result = response.result();
    const QStringList problems = callResultProblems(result, m_client.negotiated().revision);
    for (const QString &problem : problems)
        m_err.complain(problem);
    if (code == kFine && !problems.isEmpty())
        code = kInvalidResult;
    const bool comparable =
        code == kToolError ? !m_options.words.empty() : result["structuredContent"].exists();
    if (!comparable) {
        done(code);
        return {};
    }
    const auto compare = [this, response, code, done = std::move(done)](
                             const mcp::Listing &listing) {
        if (code == kToolError) {
            complainOfTypes(listing);
            return done(code);
        }
        const QString problem =
            outputProblem(response.result(), findItem(listing, "name", m_options.name));
        if (!problem.isEmpty())
            m_err.complain(problem);
        done(problem.isEmpty() ? code : int(kInvalidResult));
    };
    return m_client.list(
        {QLatin1String("tools/list"), QLatin1String("tools")}, options, context, compare);
}

void CallCheck::complainOfTypes(const mcp::Listing &listing)
{
    const json::Value tool = findItem(listing, "name", m_options.name);
    for (const QString &hint : typeHints(tool["inputSchema"], m_options.words))
        m_err.complain(hint);
}

} // namespace sonde::cli
