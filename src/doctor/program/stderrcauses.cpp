// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/stderrcauses.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxSaid = 300; // characters of a line in a sentence

struct KnownText {
    Kind kind;
    QRegularExpression pattern;
};

// The texts of npm, node, Python, docker, glibc and of the usual libraries, as they print them.
const std::vector<KnownText> &knownTexts()
{
    const auto text = [](Kind kind, const char *pattern) {
        return KnownText{kind, QRegularExpression(QString::fromLatin1(pattern))};
    };
    static const std::vector<KnownText> texts{
        text(Kind::NpmBadEngine, "EBADENGINE|Unsupported engine|requires Node(\\.js)? version"),
        text(Kind::ModuleKind,
            "Cannot use import statement outside a module|ERR_REQUIRE_ESM|require is not defined "
            "in "
            "ES module|exports is not defined in ES module|Unexpected token '?export"),
        text(Kind::CacheBroken, "ENOTEMPTY.*(_npx|npm)|(ERR_MODULE_NOT_FOUND|Cannot find).*_npx/"),
        text(Kind::CacheDenied,
            "EACCES.*(_cacache|\\.npm)|Your cache folder contains root-owned files"),
        text(Kind::PackageUnknown,
            "npm (ERR!|error) (code )?E404|npm (ERR!|error) 404|ETARGET|No matching (version|"
            "distribution)|No solution found when resolving|was not found in the package registry"),
        text(Kind::LibraryMissing, "error while loading shared libraries"),
        text(Kind::LibraryTooOld, "version [`'\"]?(GLIBC|GLIBCXX|CXXABI)_[0-9.]+'? not found"),
        text(Kind::PortUsed, "EADDRINUSE|[Aa]ddress already in use|Errno 98"),
        text(Kind::DockerDaemon,
            "Cannot connect to the Docker daemon|docker.sock.*permission denied|permission denied "
            "while trying to connect to the Docker|Is the docker daemon running|failed to connect "
            "to the docker API"),
        text(Kind::ImageUnknown,
            "pull access denied|manifest unknown|manifest for .* not found|Unable to find image"),
        text(Kind::NeedsTerminal,
            "input device is not a TTY|stdin is not a (tty|terminal)|not a terminal|setRawMode"),
        text(Kind::StderrEncoding, "UnicodeEncodeError|UnicodeDecodeError|'charmap' codec"),
        text(Kind::AuthorityUnknownToServer,
            "SELF_SIGNED_CERT_IN_CHAIN|self[- ]signed certificate in|UNABLE_TO_GET_ISSUER_CERT|"
            "unable to get local issuer|UNABLE_TO_VERIFY_LEAF|CERTIFICATE_VERIFY_FAILED"),
        text(Kind::VariableDemanded,
            "(?i)(environment variable|env var|api[ "
            "_-]?key|token|secret|credential\\w*|[A-Z][A-Z0-9]"
            "+_[A-Z0-9_]+) ?\\S* ?(is |are |was |must be |not )?(required|missing|not set|not "
            "defined|not provided|not found|must be set|must be provided|unset)|(?i)(missing|"
            "required|no|set|provide|please set) (the )?(required )?(env(ironment)? var\\w*|api[ "
            "_-]?key|[A-Z][A-Z0-9]+_(KEY|TOKEN|SECRET|URL|ID|PASSWORD)\\b)|KeyError: "
            "'[A-Z][A-Z0-9_]"
            "+'"),
        text(Kind::PythonModuleMissing, "ModuleNotFoundError|No module named"),
        text(Kind::ModuleMissing,
            "Cannot find (module|package)|ERR_MODULE_NOT_FOUND|can't open file|Module not found"),
        text(Kind::ScriptSyntax,
            "SyntaxError|IndentationError|is not defined in .* scope|ReferenceError: (File|fetch|"
            "crypto|WebSocket|CustomEvent) is not defined|[Ss]yntax error"),
        text(Kind::NameUnresolvedByServer,
            "ENOTFOUND|EAI_AGAIN|getaddrinfo|Name or service not known|Temporary failure in name "
            "resolution"),
        text(Kind::RefusedToServer,
            "ECONNREFUSED|[Cc]onnection refused|Connect call failed|ETIMEDOUT"),
        text(Kind::DatabaseLocked,
            "database is locked|SQLITE_BUSY|[Cc]ould not (get|acquire|obtain) (a |the )?lock|"
            "already running|lock file"),
        text(Kind::OutOfMemory,
            "heap out of memory|MemoryError|std::bad_alloc|Cannot allocate "
            "memory|OutOfMemoryError"),
        text(Kind::PermissionDenied, "EACCES|EPERM|[Pp]ermission denied|PermissionError"),
        text(Kind::UnknownOption,
            "(?i)(unknown|unrecognized|invalid|unexpected|bad) (option|argument|flag|command)|"
            "unrecognized arguments|^usage:|the following arguments are required"),
    };
    return texts;
}

} // namespace

std::vector<DoctorFinding> knownCauses(const std::vector<QString> &lines)
{
    std::vector<DoctorFinding> findings;
    for (const KnownText &text : knownTexts()) {
        const auto line = std::find_if(lines.begin(), lines.end(),
            [&](const QString &each) { return text.pattern.match(each.left(2000)).hasMatch(); });
        if (line != lines.end())
            findings.push_back({text.kind, {line->trimmed().left(kMaxSaid)}});
    }
    return findings;
}

QString tellingLine(const std::vector<QString> &lines)
{
    static const QRegularExpression error(
        QStringLiteral("^\\s*(\\w*(Error|Exception)\\b|error|fatal|panic)"),
        QRegularExpression::CaseInsensitiveOption);
    QString last;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        if (error.match(line->left(2000)).hasMatch())
            return line->trimmed().left(kMaxSaid);
        if (last.isEmpty())
            last = line->trimmed().left(kMaxSaid);
    }
    return last;
}

} // namespace sonde::doctor
