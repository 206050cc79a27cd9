// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands that make one request, or list something, and end.

#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/server/runner.h"
#include "cli/validate/validatecommand.h"

namespace sonde::cli {

namespace {

int runRequest(const ServerJob &job)
{
    Runner runner(job.options, job.json, job.traffic, job.out, job.err);
    return carryOut(runner);
}

} // namespace

// The examples of all commands are run by tst_readme, with the demo server in place of
// https://example.org.
CommandRow toolsListCommand()
{
    return {
        .words = QLatin1String("tools list"),
        .commands = Command::ToolsList,
        .usage = u"tools list SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "lists the tools of the server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the name, the title and the description of every tool, of all pages of the "
            "list. On a terminal the table fits it; in a pipe nothing is wrapped."),
        .examples = u"sonde-cli tools list -- sonde-demo-server\n"
                    "sonde-cli tools list --output-format name -- sonde-demo-server\n"
                    "sonde-cli tools list --url https://example.org/mcp",
        .runWithServer = runRequest,
    };
}

CommandRow toolsShowCommand()
{
    return {
        .words = QLatin1String("tools show"),
        .commands = Command::ToolsShow,
        .usage = u"tools show NAME SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "shows the whole definition of a tool"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the description, the arguments with their types and limits, the schema of the "
            "result and the annotations of the tool NAME."),
        .examples = u"sonde-cli tools show get_weather -- sonde-demo-server\n"
                    "sonde-cli --json tools show get_weather -- sonde-demo-server",
        .most = 1,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“tools show” needs the name of a tool. Use tools show NAME; tools list shows the "
            "names."))},
        .runWithServer = runRequest,
    };
}

CommandRow toolsCallCommand()
{
    return {
        .words = QLatin1String("tools call"),
        .commands = Command::ToolsCall,
        .usage = u"tools call NAME [key=text|key:=json]… SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "calls a tool"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Calls the tool NAME, and prints its result. key=text sends a string, key:=json sends "
            "the JSON byte for byte: count:=3 flag:=true list:='[1,2]'. The result is checked "
            "against the specification and the tool's output schema. Progress and log messages "
            "appear on standard error."),
        .examples = u"sonde-cli tools call get_weather city=Oulu days:=3 -- sonde-demo-server\n"
                    "sonde-cli --json tools call echo note='any text' -- sonde-demo-server\n"
                    "sonde-cli tools call slow_count n=3 --typed -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“tools call” needs the name of a tool. Use tools call NAME; tools list shows the "
            "names."))},
        .runWithServer = runRequest,
    };
}

CommandRow resourcesListCommand()
{
    return {
        .words = QLatin1String("resources list"),
        .commands = Command::ResourcesList,
        .usage = u"resources list SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "lists the resources of the server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the URI, the name, the type and the description of every resource, of all "
            "pages of the list."),
        .examples = u"sonde-cli resources list -- sonde-demo-server\n"
                    "sonde-cli resources list --output-format csv -- sonde-demo-server",
        .runWithServer = runRequest,
    };
}

CommandRow resourcesTemplatesCommand()
{
    return {
        .words = QLatin1String("resources templates"),
        .commands = Command::ResourcesTemplates,
        .usage = u"resources templates SERVER",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "lists the resource templates of the server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the URI templates (RFC 6570) from which resources read makes a URI."),
        .examples = u"sonde-cli resources templates -- sonde-demo-server\n"
                    "sonde-cli resources templates --json -- sonde-demo-server",
        .runWithServer = runRequest,
    };
}

CommandRow resourcesReadCommand()
{
    return {
        .words = QLatin1String("resources read"),
        .commands = Command::ResourcesRead,
        .usage = u"resources read URI [variable=text]… SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "reads a resource"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the content of a resource, or writes it to files with --output. With "
            "variables, the URI is a template (RFC 6570): id=17 list:='[\"a\",\"b\"]'."),
        .examples = u"sonde-cli resources read 'demo://stations/{id}' id=17 -- sonde-demo-server\n"
                    "sonde-cli resources read demo://chart.png --json -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“resources read” needs a URI. Use resources read URI; resources list shows the "
            "URIs."))},
        .runWithServer = runRequest,
    };
}

CommandRow resourcesSubscribeCommand()
{
    return {
        .words = QLatin1String("resources subscribe"),
        .commands = Command::ResourcesSubscribe,
        .usage = u"resources subscribe URI SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "prints each update of a resource"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Subscribes to the resource, and prints a line for each update until you interrupt "
            "it."),
        .examples = u"sonde-cli resources subscribe demo://pulse -- sonde-demo-server\n"
                    "sonde-cli resources subscribe demo://pulse --json -- sonde-demo-server",
        .most = 1,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“resources subscribe” needs a URI. Use resources subscribe URI; resources list shows "
            "the URIs."))},
        .runWithServer = runRequest,
    };
}

CommandRow promptsListCommand()
{
    return {
        .words = QLatin1String("prompts list"),
        .commands = Command::PromptsList,
        .usage = u"prompts list SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "lists the prompts of the server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the name, the arguments and the description of every prompt, of all pages of "
            "the list."),
        .examples = u"sonde-cli prompts list -- sonde-demo-server\n"
                    "sonde-cli prompts list --one-page --no-header -- sonde-demo-server",
        .runWithServer = runRequest,
    };
}

CommandRow promptsGetCommand()
{
    return {
        .words = QLatin1String("prompts get"),
        .commands = Command::PromptsGet,
        .usage = u"prompts get NAME [key=text]… SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "gets a prompt"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the messages of the prompt NAME with these arguments: key=text, or key:=json "
            "as in tools call."),
        .examples = u"sonde-cli prompts get packing_list city=Oulu -- sonde-demo-server\n"
                    "sonde-cli --json prompts get packing_list city=Oulu -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“prompts get” needs the name of a prompt. Use prompts get NAME; prompts list shows "
            "the names."))},
        .runWithServer = runRequest,
    };
}

CommandRow completePromptCommand()
{
    return {
        .words = QLatin1String("complete prompt"),
        .commands = Command::CompletePrompt,
        .usage = u"complete prompt NAME arg=text… SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "lists suggested values of a prompt's argument"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Lists the values that the server suggests for the first argument; the other arguments "
            "are sent as context."),
        .examples = u"sonde-cli complete prompt review_station station=1 -- sonde-demo-server\n"
                    "sonde-cli complete prompt packing_list city=O -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“complete prompt” needs the name of a prompt. Use complete prompt NAME "
                        "ARGUMENT=TEXT.")),
            QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                "“complete prompt” needs the argument to complete. Use complete prompt NAME "
                "ARGUMENT=TEXT."))},
        .runWithServer = runRequest,
    };
}

CommandRow completeResourceCommand()
{
    return {
        .words = QLatin1String("complete resource"),
        .commands = Command::CompleteResource,
        .usage = u"complete resource TEMPLATE var=text… SERVER",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "lists suggested values of a template's variable"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Lists the values that the server suggests for the first variable of the URI template; "
            "the other variables are sent as context."),
        .examples =
            u"sonde-cli complete resource 'demo://stations/{id}' id=1 -- sonde-demo-server\n"
            "sonde-cli complete resource 'demo://stations/{id}' id= -- sonde-demo-server",
        .most = kAnyNumber,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                        "“complete resource” needs a URI template. Use complete resource TEMPLATE "
                        "VARIABLE=TEXT.")),
            QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
                "“complete resource” needs the argument to complete. Use complete resource "
                "TEMPLATE VARIABLE=TEXT."))},
        .runWithServer = runRequest,
    };
}

CommandRow requestCommand()
{
    return {
        .words = QLatin1String("request"),
        .commands = Command::Request,
        .usage = u"request METHOD [PARAMS_JSON] SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "sends any request"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends the request with PARAMS_JSON byte for byte, and prints its result. The method "
            "need not be one of MCP."),
        .examples = u"sonde-cli request prompts/list -- sonde-demo-server\n"
                    "sonde-cli request tools/call '{\"name\":\"echo\"}' -- sonde-demo-server",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“request” needs a method. Use request METHOD [PARAMS_JSON], for example request "
            "prompts/list."))},
        .runWithServer = runRequest,
    };
}

CommandRow notifyCommand()
{
    return {
        .words = QLatin1String("notify"),
        .commands = Command::Notify,
        .usage = u"notify METHOD [PARAMS_JSON] SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "sends any notification"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends the notification with PARAMS_JSON byte for byte, and ends."),
        .examples = u"sonde-cli notify notifications/roots/list_changed -- sonde-demo-server\n"
                    "sonde-cli --trace notify x/y '{\"a\":1}' -- sonde-demo-server",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“notify” needs a method. Use notify METHOD [PARAMS_JSON], for example notify "
            "notifications/roots/list_changed."))},
        .runWithServer = runRequest,
    };
}

CommandRow infoCommand()
{
    return {
        .words = QLatin1String("info"),
        .commands = Command::Info,
        .usage = u"info SERVER",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "shows what was negotiated, and how"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Shows the revision that was negotiated and how it was detected, the capabilities of "
            "both sides, and the connection."),
        .examples = u"sonde-cli info -- sonde-demo-server\n"
                    "sonde-cli info --url https://example.org/mcp\n"
                    "sonde-cli info --config .mcp.json --server NAME --clean-env\n"
                    "sonde-cli info weather.mcpb --setting api_key=KEY",
        .runWithServer = runRequest,
    };
}

CommandRow validateCommand()
{
    return {
        .words = QLatin1String("validate"),
        .commands = {Command::Validate, Command::ValidateFiles},
        .usage = u"validate --tool NAME [FILE]… SERVER\nvalidate --schema FILE [options] INSTANCE…",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "checks JSON files against a JSON Schema"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Checks JSON files against a JSON Schema (2020-12 or draft-07), without a server. With "
            "--tool NAME: against the schemas of that tool of a server; without a FILE, the "
            "schemas themselves. - is standard input."),
        .examples = u"sonde-cli validate --schema schema.json data.json\n"
                    "sonde-cli validate --tool get_weather -- sonde-demo-server\n"
                    "sonde-cli validate --tool echo data.json -- sonde-demo-server",
        .most = kAnyNumber,
        .serverOptions = QLatin1String("--tool"),
        .run = runValidate,
        .runWithServer = runRequest,
    };
}

} // namespace sonde::cli
