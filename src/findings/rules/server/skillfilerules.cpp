// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

// The rules of the extension io.modelcontextprotocol/skills (SEP-2640) about the files themselves.
namespace sonde::findings {

namespace {

// Runs `check` on each file of a skill that the result has, with its bytes and its entry.
template <typename Check>
void visitFiles(const Context &context, Report &report, const Check &check)
{
    bool isThere = false;
    for (const json::Value content : report.untilFull(context.result()["contents"])) {
        const auto *file = context.connection.skillFiles.find(content["uri"].text());
        const auto text = content["text"];
        const auto blob = content["blob"];
        if (!file || (!text.isString() && !blob.isString()))
            continue;
        isThere = true;
        check(content,
            text ? QByteArray::fromStdString(text.text())
                 : QByteArray::fromBase64(QByteArray::fromStdString(blob.text())),
            *file);
    }
    if (!isThere)
        report.notTested();
}

void asListed(const Context &context, Report &report)
{
    visitFiles(context, report,
        [&report](
            const json::Value &content, const QByteArray &bytes, const SkillFiles::File &file) {
            const QByteArray digest =
                "sha256:" + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
            const bool isSameSize = !file.size || *file.size == bytes.size();
            if (!isSameSize)
                report
                    .at(content,
                        Text::tr("The file %1 has %2 bytes, but %3 in the entry of its skill.")
                            .arg(shown(content["uri"]))
                            .arg(bytes.size())
                            .arg(*file.size))
                    .messages.push_back(file.number);
            else if (file.digest.starts_with("sha256:") && file.digest != digest.toStdString())
                report
                    .at(content,
                        Text::tr("The file %1 has another digest than in the entry of its skill.")
                            .arg(shown(content["uri"])))
                    .messages.push_back(file.number);
        });
}

// The fields of front matter that are a line each, as text; nothing if there is no front matter.
std::optional<std::map<QByteArray, QByteArray>> fieldsOf(const QByteArray &file)
{
    constexpr qsizetype kMaxLines = 1000;
    const auto lines = file.left(SkillFiles::kMaxText).split('\n');
    std::map<QByteArray, QByteArray> fields;
    if (lines.front().trimmed() != "---")
        return {};
    for (qsizetype i = 1; i < std::min(lines.size(), kMaxLines); ++i) {
        const QByteArray line = lines[i].trimmed();
        if (line == "---")
            return fields;
        const bool isOwn = !lines[i].startsWith(' ') && !lines[i].startsWith('\t');
        if (const auto colon = line.indexOf(':'); colon > 0 && isOwn)
            fields.emplace(line.left(colon), line.mid(colon + 1).trimmed());
    }
    return {};
}

// Whether the value means itself in YAML, on one line: no quotes, block, comment or reference.
bool isPlain(const QByteArray &value)
{
    static const QByteArray kSpecial("\"'|>&*!%@`[{#");
    return !value.isEmpty() && !kSpecial.contains(value.front()) && !value.contains(" #");
}

void frontMatter(const Context &context, Report &report)
{
    visitFiles(context, report,
        [&report](
            const json::Value &content, const QByteArray &bytes, const SkillFiles::File &file) {
            if (!file.isMain)
                return report.notTested();
            const bool isMarked = bytes.startsWith("\xEF\xBB\xBF");
            const auto fields = fieldsOf(isMarked ? bytes.mid(3) : bytes);
            if (!fields) {
                report.at(content,
                    Text::tr("%1 does not begin with front matter.").arg(shown(content["uri"])));
                return;
            }
            const auto compare = [&](const char *name, const std::string &listed) {
                const auto found = fields->find(name);
                const bool isThere = found != fields->end();
                if (isThere && (!isPlain(found->second) || found->second.toStdString() == listed))
                    return;
                report
                    .at(content,
                        isThere ? Text::tr("`%1` in the front matter of %2 is “%3”, but “%4” in "
                                           "the entry of the skill.")
                                      .arg(QLatin1String(name), shown(content["uri"]),
                                          shown(found->second.toStdString()), shown(listed))
                                : Text::tr("The front matter of %2 has no `%1`.")
                                      .arg(QLatin1String(name), shown(content["uri"])))
                    .messages.push_back(file.number);
            };
            compare("name", file.name);
            compare("description", file.description);
        });
}

constexpr Rule kRules[] = {
    {"skills.file-as-listed", On::Result, "resources/read", &asListed, "result/contents/"},
    {"skills.front-matter", On::Result, "resources/read", &frontMatter, "result/contents/"},
};

} // namespace

std::span<const Rule> skillFileRules()
{
    return kRules;
}

} // namespace sonde::findings
