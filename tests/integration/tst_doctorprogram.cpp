// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/faultcount.h"
#include "support/faultprogram.h"

#include <QtEndian>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Faults of servers that are started, each set up for real: the doctor names the first cause.
class TestDoctorProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCause_data();
    void namesTheCause();
    void cleanupTestCase();

private:
    FaultCount m_count{"servers that are started"};
};

namespace {

template <typename Number>
void put(QByteArray &bytes, qsizetype at, Number value)
{
    qToLittleEndian(value, bytes.data() + at);
}

// The head of a 64-bit ELF file with a loader.
QByteArray elf(quint16 machine, const QByteArray &loader)
{
    QByteArray bytes(512, '\0');
    bytes.replace(0, 7,
        QByteArray("\x7f"
                   "ELF\x02\x01\x01",
            7));
    put<quint16>(bytes, 16, 2);
    put<quint16>(bytes, 18, machine);
    put<quint64>(bytes, 32, 64); // the table of program headers
    put<quint16>(bytes, 56, 1);
    put<quint32>(bytes, 64, 3); // PT_INTERP
    put<quint64>(bytes, 64 + 8, 256);
    put<quint64>(bytes, 64 + 32, quint64(loader.size() + 1));
    return bytes.replace(256, loader.size(), loader);
}

const std::vector<Fault> &fileFaults()
{
    static const std::vector<Fault> faults{
        {"no program", "no-program", [](const FaultFolder &) { return program({}); }},
        {"not installed", "program-not-found",
            [](const FaultFolder &) { return program(u"no-such-mcp-server"_s); }},
        {"only in the PATH of the shell", "program-only-in-shell",
            [](const FaultFolder &folder) {
                folder.write(u"shell/tool-of-nvm"_s, "#!/bin/sh\n", true);
                return program(u"tool-of-nvm"_s);
            }},
        {"a command line as the program", "command-in-one-word",
            [](const FaultFolder &) { return program(u"node -e 0"_s); }},
        {"the words of a command after sh -c", "shell-code-split",
            [](const FaultFolder &folder) {
                return program(u"sh"_s,
                    {u"-c"_s, u"node"_s,
                        folder.write(u"server.mjs"_s, serving("send(response);"))});
            },
            kShort},
        {"a path that does not exist", "program-file-missing",
            [](const FaultFolder &folder) { return program(folder.path(u"none"_s)); }},
        {"a folder", "program-is-folder",
            [](const FaultFolder &folder) { return program(folder.path()); }},
        {"mode 644", "not-executable",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "#!/bin/sh\ncat\n"));
            }},
        {"an empty file", "program-empty",
            [](const FaultFolder &folder) { return program(folder.write(u"server"_s, {}, true)); }},
        {"CR LF after the interpreter", "shebang-crlf",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "#!/bin/sh\r\ncat\r\n", true));
            }},
        {"CR LF in a script of sh", "script-crlf",
            [](const FaultFolder &folder) {
                return program(u"sh"_s, {folder.write(u"server.sh"_s, "#!/bin/sh\r\ncat\r\n")});
            }},
        {"CR LF in a script of bash", "script-crlf",
            [](const FaultFolder &folder) {
                return program(u"bash"_s, {folder.write(u"server.sh"_s, "set -e\r\ncat\r\n")});
            }},
        {"CR LF after the first line", "script-crlf",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "#!/bin/sh\nexec cat\r\n", true));
            }},
        {"a byte order mark", "shebang-mark",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "\xef\xbb\xbf#!/bin/sh\ncat\n", true));
            }},
        {"no such interpreter", "interpreter-missing",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "#!/opt/none/python\n", true));
            }},
        {"no such interpreter for env", "interpreter-missing",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "#!/usr/bin/env no-such-node\n", true));
            }},
        {"an interpreter of the shell", "interpreter-only-in-shell",
            [](const FaultFolder &folder) {
                folder.write(u"shell/node-of-nvm"_s, "#!/bin/sh\n", true);
                return program(folder.write(u"server"_s, "#!/usr/bin/env node-of-nvm\n", true));
            }},
        {"no first line", "no-shebang",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, "console.log(1)\n", true));
            }},
        {"another architecture", "other-architecture",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, elf(243, "/bin/sh"), true));
            }},
        {"a program for macOS", "other-system",
            [](const FaultFolder &folder) {
                return program(
                    folder.write(u"server"_s, "\xcf\xfa\xed\xfe" + QByteArray(64, 'x'), true));
            }},
        {"a program for Windows", "other-system",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server.exe"_s, "MZ" + QByteArray(64, 'x'), true));
            }},
        {"built for musl", "loader-missing",
            [](const FaultFolder &folder) {
                return program(folder.write(u"server"_s, elf(62, "/lib/ld-musl-none.so.1"), true));
            }},
        {"no working folder", "working-folder-missing",
            [](const FaultFolder &folder) {
                config::Profile profile = program(u"cat"_s);
                profile.workingDirectory = folder.path(u"none"_s);
                return profile;
            }},
        {"a file as the working folder", "working-folder-unusable",
            [](const FaultFolder &folder) {
                config::Profile profile = program(u"cat"_s);
                profile.workingDirectory = folder.write(u"file"_s, "x");
                return profile;
            }},
        {"a server that was not built", "script-missing",
            [](const FaultFolder &folder) {
                config::Profile profile = program(u"node"_s, {u"dist/index.js"_s});
                profile.workingDirectory = folder.path();
                return profile;
            }},
        {"a tap that is gone", "tap-gone",
            [](const FaultFolder &folder) {
                return program(folder.path(u"gone/sonde-cli"_s),
                    {u"tap"_s, u"--name=x"_s, u"--"_s, u"node"_s, u"server.js"_s});
            }},
        {"docker without -i", "docker-no-input",
            [](const FaultFolder &folder) {
                return fake(folder, u"docker"_s, {u"run"_s, u"--rm"_s, u"mcp/time"_s}, "exit 0");
            }},
        {"docker with -t", "docker-terminal",
            [](const FaultFolder &folder) {
                return fake(folder, u"docker"_s, {u"run"_s, u"-it"_s, u"mcp/time"_s},
                    "echo 'the input device is not a TTY' >&2; exit 1");
            }},
        {"docker with -d", "docker-detached",
            [](const FaultFolder &folder) {
                return fake(folder, u"docker"_s, {u"run"_s, u"-i"_s, u"-d"_s, u"mcp/time"_s},
                    "echo 4ed1a77d; exit 0");
            }},
    };
    return faults;
}

const std::vector<Fault> &runFaults()
{
    static const std::vector<Fault> faults{
        {"a variable that was not replaced", "placeholder-left",
            [](const FaultFolder &folder) {
                config::Profile profile = shell(folder, "echo 'invalid credentials' >&2; exit 1");
                profile.environment = {{u"TIDE_KEY"_s, Secret(u"${TIDE_KEY}"_s)}};
                return profile;
            }},
        {"an example in the arguments", "placeholder-left",
            [](const FaultFolder &folder) {
                config::Profile profile = shell(folder, "echo 'cannot log in' >&2; exit 1");
                profile.arguments = QStringList{u"--api-key"_s, u"YOUR_API_KEY"_s};
                return profile;
            }},
        {"node is too old for the package", "runtime-too-old",
            [](const FaultFolder &folder) {
                folder.write(u"package.json"_s, R"({"name":"tides","engines":{"node":">=99"}})");
                return node(folder, "const x = ;\n");
            }},
        {"Python is too old for the project", "runtime-too-old",
            [](const FaultFolder &folder) {
                folder.write(u"pyproject.toml"_s, "[project]\nrequires-python = \">=3.99\"\n");
                return python(folder, "raise SystemExit('no')\n");
            }},
        {"uv is too old for the project", "runtime-too-old",
            [](const FaultFolder &folder) {
                folder.write(u"uv.toml"_s, "required-version = \">=99\"\n");
                config::Profile profile = fake(folder, u"uv"_s, {u"run"_s, u"tides"_s},
                    "[ \"$1\" = --version ] && echo 'uv 0.5.1' && exit 0\necho no >&2; exit 2");
                profile.workingDirectory = folder.path();
                return profile;
            }},
        {"another tool of the project has a version, uv fits", "ended-at-once",
            [](const FaultFolder &folder) {
                folder.write(u"pyproject.toml"_s,
                    "[tool.ruff]\nrequired-version = \">=99\"\n\n"
                    "[tool.uv]\nrequired-version = \">=0.5\"\n");
                config::Profile profile = fake(folder, u"uv"_s, {u"run"_s, u"tides"_s},
                    "[ \"$1\" = --version ] && echo 'uv 0.5.1' && exit 0\nexit 2");
                profile.workingDirectory = folder.path();
                return profile;
            }},
        {"uv is too old for its table", "runtime-too-old",
            [](const FaultFolder &folder) {
                folder.write(u"pyproject.toml"_s,
                    "[tool.uv]\nmanaged = true\nrequired-version = \">=99\"\n[tool.ruff]\n");
                config::Profile profile = fake(folder, u"uv"_s, {u"run"_s, u"tides"_s},
                    "[ \"$1\" = --version ] && echo 'uv 0.5.1' && exit 0\nexit 2");
                profile.workingDirectory = folder.path();
                return profile;
            }},
        {"npm refuses the version of node", "npm-bad-engine",
            [](const FaultFolder &folder) {
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides"_s},
                    "echo 'npm error code EBADENGINE' >&2; exit 1");
            }},
        {"a module that is not installed", "module-missing",
            [](const FaultFolder &folder) { return node(folder, "import 'no-such-module';\n"); }},
        {"a Python module that is not installed", "python-module-missing",
            [](const FaultFolder &folder) { return python(folder, "import no_such_module\n"); }},
        {"a syntax error", "script-syntax",
            [](const FaultFolder &folder) { return node(folder, "const x = ;\n"); }},
        {"import in a CommonJS file", "module-kind",
            [](const FaultFolder &folder) {
                return node(folder, "import x from 'node:fs';\n", u"server.cjs"_s);
            }},
        {"a package that does not exist", "package-unknown",
            [](const FaultFolder &folder) {
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides"_s},
                    "echo 'npm error code E404' >&2; exit 1");
            }},
        {"an incomplete npx cache", "cache-incomplete",
            [](const FaultFolder &folder) {
                folder.write(u"npm/_npx/abc/package.json"_s, R"({"dependencies":{"tides":"^1"}})");
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides"_s}, "exit 1");
            }},
        {"npm's cache belongs to root", "cache-denied",
            [](const FaultFolder &folder) {
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides"_s},
                    "echo 'npm error EACCES: permission denied, open ~/.npm/_cacache/x' >&2; "
                    "exit 243");
            }},
        {"a download that takes too long", "still-downloading",
            [](const FaultFolder &folder) {
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides"_s}, "exec sleep 30");
            },
            kShort + kShort / 2},
        {"docker does not run", "docker-daemon",
            [](const FaultFolder &folder) {
                return fake(folder, u"docker"_s, {u"run"_s, u"-i"_s, u"mcp/time"_s},
                    "echo 'docker: Cannot connect to the Docker daemon at unix:///x.' >&2; exit "
                    "125");
            }},
        {"a shared library is missing", "library-missing",
            [](const FaultFolder &folder) {
                return shell(folder,
                    "echo 'server: error while loading shared libraries: libtide.so.1: cannot "
                    "open shared object file' >&2; exit 127");
            }},
        {"a variable that is demanded", "variable-demanded",
            [](const FaultFolder &folder) {
                return node(folder,
                    "if (!process.env.TIDE_KEY_OF_TEST) throw new Error('TIDE_KEY_OF_TEST is "
                    "required');\n");
            }},
        {"a key that Python does not find", "variable-demanded",
            [](const FaultFolder &folder) {
                return python(folder, "import os\nkey = os.environ['TIDE_KEY_OF_TEST']\n");
            }},
        {"a text encoding that is not UTF-8", "text-encoding",
            [](const FaultFolder &folder) {
                config::Profile profile = python(folder, "print('\\u00e9', flush=True)\ninput()\n");
                profile.environment = {{u"PYTHONIOENCODING"_s, Secret(u"ascii"_s)}};
                return profile;
            }},
        {"a file that may not be read", "permission-denied",
            [](const FaultFolder &folder) {
                return shell(folder, "echo '/etc/tides.conf: Permission denied' >&2; exit 1");
            }},
        {"an option that does not exist", "unknown-option",
            [](const FaultFolder &folder) {
                config::Profile profile = node(folder, "0\n");
                profile.arguments.prepend(u"--no-such-option-of-node"_s);
                return profile;
            }},
        {"a database that is locked", "database-locked",
            [](const FaultFolder &folder) {
                return python(folder,
                    "import sqlite3\nfor i in range(2):\n    c = sqlite3.connect('"
                        + folder.path(u"x.db"_s).toUtf8()
                        + "', timeout=0)\n    c.execute('begin exclusive')\n    globals()[str(i)] "
                          "= c\n");
            }},
        {"a service that is not running", "refused-to-server",
            [](const FaultFolder &folder) {
                return node(
                    folder, "import { connect } from 'node:net';\nconnect(1, '127.0.0.1');\n");
            }},
        {"ends without a word", "ended-at-once",
            [](const FaultFolder &folder) { return shell(folder, "exit 3"); }},
        {"ends with unknown words", "reported-on-stderr",
            [](const FaultFolder &folder) {
                return shell(folder, "echo 'the moon is full' >&2; exit 1");
            }},
        {"crashes", "killed-by-signal",
            [](const FaultFolder &folder) { return shell(folder, "kill -SEGV $$"); }},
        {"closes its output", "output-closed",
            [](const FaultFolder &folder) { return shell(folder, "exec >&- ; exec sleep 30"); }},
        {"does not read its input", "input-unread",
            [](const FaultFolder &folder) { return shell(folder, "exec sleep 30"); }, kShort},
        {"reads and says nothing", "silent",
            [](const FaultFolder &folder) {
                return shell(folder, "while read -r line; do :; done");
            },
            kShort},
    };
    return faults;
}

const std::vector<Fault> &outputFaults()
{
    static const std::vector<Fault> faults{
        {"text on stdout", "foreign-output",
            [](const FaultFolder &folder) {
                return node(
                    folder, serving("send(response);", "console.log('Connected to db');\n"));
            }},
        {"Content-Length", "header-framing",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("const text = JSON.stringify(response);\nprocess.stdout.write("
                            "`Content-Length: ${text.length}\\r\\n\\r\\n${text}`);"));
            },
            kShort},
        {"messages over several lines", "broken-lines",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("process.stdout.write(JSON.stringify(response, null, 2) + '\\n');"));
            },
            kShort},
        {"no line end", "no-line-end",
            [](const FaultFolder &folder) {
                return node(folder, serving("process.stdout.write(JSON.stringify(response));"));
            },
            kShort},
        {"bytes that are not UTF-8", "output-encoding",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("result.serverInfo.name = 'caf\\u00e9';\nprocess.stdout.write("
                            "Buffer.from(JSON.stringify(response) + '\\n', 'latin1'));"));
            },
            kShort},
        {"the id as a string", "wrong-id",
            [](const FaultFolder &folder) {
                return node(folder, serving("send({ ...response, id: String(request.id) });"));
            },
            kShort},
        {"JSON that is no message", "not-protocol",
            [](const FaultFolder &folder) { return node(folder, serving("send({ ok: true });")); },
            kShort},
        {"an error to initialize", "initialize-refused",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("send({ jsonrpc: '2.0', id: request.id, error: { code: -32603, "
                            "message: 'database is down' } });"));
            }},
        {"ends after initialize", "ends-after-initialize",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("process.stdout.write(JSON.stringify(response) + '\\n', () => "
                            "process.exit(1));"));
            }},
        {"output in a buffer", "output-buffered",
            [](const FaultFolder &folder) {
                config::Profile profile = python(folder, R"(import json, sys
for line in sys.stdin:
    if line.strip():
        request = json.loads(line)
        if 'id' in request:
            print(json.dumps({'jsonrpc': '2.0', 'id': request['id'], 'result': {
                'protocolVersion': '2025-11-25', 'capabilities': {},
                'serverInfo': {'name': 'x', 'version': '1'}}}))
)");
                profile.environment = {{u"PYTHONUNBUFFERED"_s, Secret()}};
                return profile;
            },
            kShort},
        {"a revision that does not exist", "revision-unknown",
            [](const FaultFolder &folder) {
                return node(folder, serving("result.protocolVersion = '1.0';\nsend(response);"));
            }},
        {"another era than chosen", "other-era",
            [](const FaultFolder &folder) {
                config::Profile profile = node(folder,
                    serving("send(request.method === 'server/discover' ? { jsonrpc: '2.0', id: "
                            "request.id, error: { code: -32601, message: 'Method not found' } } : "
                            "response);"));
                profile.era = config::EraMode::Modern;
                return profile;
            }},
    };
    return faults;
}

std::vector<Fault> allFaults()
{
    std::vector<Fault> all = fileFaults();
    all.insert(all.end(), runFaults().begin(), runFaults().end());
    all.insert(all.end(), outputFaults().begin(), outputFaults().end());
    return all;
}

} // namespace

void TestDoctorProgram::namesTheCause_data()
{
    QTest::addColumn<Fault>("fault");
    for (const Fault &fault : allFaults())
        QTest::newRow(fault.name) << fault;
}

void TestDoctorProgram::namesTheCause()
{
    QFETCH(Fault, fault);
    const FaultFolder folder;
    QString report;
    const doctor::Verdict verdict =
        examine(fault.prepare(folder), fault.patience, machineOf(folder), &report);
    const bool isRight = m_count.add(QLatin1String(fault.cause), causeOf(verdict));
    QVERIFY2(isRight, qPrintable(causeOf(verdict) + u'\n' + report));
    QVERIFY2(!verdict.sentence().isEmpty() && !verdict.sentence().contains(u'%'),
        qPrintable(verdict.sentence()));
    QVERIFY(!verdict.whatToDo().isEmpty());
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
}

void TestDoctorProgram::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorProgram)
#include "tst_doctorprogram.moc"
