// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingtext.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "base/visiblecharacter.h"
#include "findings/page/rulewords.h"
#include "models/findings/levelcounts.h"
#include "models/signs/modeltext.h"
#include "trace/transfer/redactor.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <string>
#include <utility>

namespace sonde::models {

using findings::Finding;
using findings::Level;

namespace {

constexpr std::size_t kMaxInToolTip = 8;
constexpr std::uint64_t kNoticeable = 1000; // messages: less is done in a moment

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

QString countOf(Level level, int count)
{
    const QString number = countText(count);
    switch (level) {
    case Level::Info:
        return count == 1 ? Text::tr("1 note") : Text::tr("%1 notes", nullptr, count).arg(number);
    case Level::Warning:
        return count == 1 ? Text::tr("1 warning")
                          : Text::tr("%1 warnings", nullptr, count).arg(number);
    case Level::Error:
        break;
    }
    return count == 1 ? Text::tr("1 error") : Text::tr("%1 errors", nullptr, count).arg(number);
}

QString partyText(findings::Party party)
{
    switch (party) {
    case findings::Party::Client:
        return Text::tr("client");
    case findings::Party::Server:
        return Text::tr("server");
    case findings::Party::Both:
        return Text::tr("client and server");
    case findings::Party::AuthorizationServer:
        return Text::tr("authorization server");
    case findings::Party::Host:
        break;
    }
    return Text::tr("host");
}

QString idOf(const Finding &finding)
{
    return QString::fromStdString(finding.requirement->id);
}

// The keyword of the specification, or that it rests on experience only.
QString obligationIn(const findings::Requirement &requirement, findings::Revision revision)
{
    const auto basis = requirement.basis;
    const bool isOwn = basis == findings::Basis::Derived || basis == findings::Basis::Practice;
    const QString &keyword = requirement.keywordIn(revision);
    return isOwn || keyword.isEmpty()
        ? Text::tr("experience", "of servers in practice, where others have MUST or SHOULD")
        : keyword;
}

QString obligationOf(const Finding &finding)
{
    return obligationIn(*finding.requirement, finding.revision);
}

// Text from a message, or about it, without secrets.
QString redacted(const QString &text)
{
    auto redactor = trace::Redactor::create();
    if (!redactor)
        return {};
    std::string utf8 = text.toStdString();
    std::move(redactor).value().redact(utf8);
    return QString::fromStdString(utf8);
}

// As plain text in Markdown.
QString escaped(const QString &text)
{
    QString safe;
    for (const QChar c : text) {
        if (QStringView(u"\\`*_[]<>|#").contains(c))
            safe += u'\\';
        safe += visibleCharacter(c);
    }
    return safe;
}

// No line of the excerpt can end the block: it is indented.
QString codeBlock(const FindingExcerpt &excerpt)
{
    QString text = QStringLiteral("\n%1\n\n").arg(escaped(excerpt.title));
    for (const QString &line : redacted(excerpt.text).split(u'\n'))
        text += QStringLiteral("    ") + line + u'\n';
    return text;
}

} // namespace

Sign levelSign(Level level)
{
    switch (level) {
    case Level::Info:
        return Sign::FindingNote;
    case Level::Warning:
        return Sign::Finding;
    case Level::Error:
        break;
    }
    return Sign::FindingError;
}

QString levelWord(Level level)
{
    switch (level) {
    case Level::Info:
        return Text::tr("note", "level of a finding");
    case Level::Warning:
        return Text::tr("warning", "level of a finding");
    case Level::Error:
        break;
    }
    return Text::tr("error", "level of a finding");
}

QString withoutCodeMarks(const QString &sentence)
{
    if (!sentence.contains(u'`'))
        return sentence;
    static const QRegularExpression code(QStringLiteral("`([^`\n]+)`"));
    return QString(sentence).replace(code, Text::tr("“%1”", "code").arg(QStringLiteral("\\1")));
}

QString violationText(const findings::Requirement &requirement)
{
    return withoutCodeMarks(
        requirement.violation.isEmpty() ? requirement.summary : requirement.violation);
}

QString countsText(const LevelCounts &counts)
{
    QStringList parts;
    for (const Level level : {Level::Error, Level::Warning, Level::Info}) {
        if (counts.of(level) > 0)
            parts << countOf(level, counts.of(level));
    }
    return parts.isEmpty() ? Text::tr("no findings") : listText(parts);
}

QString findingsText(const std::vector<const Finding *> &found)
{
    if (found.empty())
        return {};
    const Finding &first = **std::max_element(found.begin(), found.end(),
        [](const Finding *a, const Finding *b) { return a->level < b->level; });
    const QString id = idOf(first);
    const bool isOne = std::all_of(found.begin(), found.end(),
        [&first](const Finding *each) { return each->requirement == first.requirement; });
    return Text::tr("%1 · %2").arg(
        countText(found.size()), isOne ? id : id + QStringLiteral(", …"));
}

QString findingsToolTip(const std::vector<const Finding *> &found)
{
    QStringList lines;
    for (std::size_t i = 0; i < std::min(found.size(), kMaxInToolTip); ++i) {
        lines << Text::tr("%1: %2").arg(
            levelWord(found[i]->level), withoutCodeMarks(found[i]->sentence));
    }
    if (found.size() > kMaxInToolTip)
        lines << Text::tr("and %1 more").arg(countText(found.size() - kMaxInToolTip));
    return lines.join(u'\n');
}

Properties findingFacts(const Finding &finding)
{
    const findings::Requirement &requirement = *finding.requirement;
    Properties facts{{Text::tr("Level"),
                         Text::tr("%1 · %2").arg(obligationOf(finding), levelWord(finding.level)),
                         false, levelSign(finding.level)},
        {Text::tr("Party"), partyText(requirement.party)}, {Text::tr("Rule"), idOf(finding), true},
        {Text::tr("Revision"), latin(revisionName(finding.revision))}};
    if (const QString &section = requirement.sectionIn(finding.revision); !section.isEmpty())
        facts.push_back({Text::tr("Section"), section, true});
    if (const QString address = requirement.addressIn(finding.revision); !address.isEmpty())
        facts.push_back({Text::tr("Address"), address, true});
    return facts;
}

Properties revisionFacts(const findings::Requirement &requirement, findings::Revision revision)
{
    Properties facts;
    for (auto each = findings::kRevisions.rbegin(); each != findings::kRevisions.rend(); ++each) {
        const QString name = latin(revisionName(*each));
        const bool holds = requirement.revisions.has(*each);
        QStringList words{holds ? obligationIn(requirement, *each) : Text::tr("does not say it")};
        if (holds && !requirement.sectionIn(*each).isEmpty())
            words << requirement.sectionIn(*each);
        if (*each == revision)
            words << Text::tr("negotiated");
        facts.push_back({name, words.join(QStringLiteral(" · ")), false, Sign::None,
            holds ? ColorRole::Normal : ColorRole::Muted});
    }
    return facts;
}

Properties requirementFacts(const findings::Requirement &requirement, findings::Revision revision)
{
    Properties facts{{Text::tr("Requirement"), requirement.summary},
        {Text::tr("Level"),
            Text::tr("%1 · %2").arg(
                obligationIn(requirement, revision), levelWord(requirement.levelIn(revision))),
            false, levelSign(requirement.levelIn(revision))},
        {Text::tr("Party"), partyText(requirement.party)},
        {Text::tr("Rule"), QString::fromStdString(requirement.id), true}};
    const findings::RuleWords words = wordsOf(requirement);
    if (!words.why.isEmpty())
        facts.push_back({Text::tr("Why it matters"), words.why});
    if (!words.fix.isEmpty())
        facts.push_back({Text::tr("How to fix it"), words.fix});
    const Properties revisions = revisionFacts(requirement, revision);
    facts.insert(facts.end(), revisions.begin(), revisions.end());
    if (!requirement.violation.isEmpty())
        facts.push_back({Text::tr("A violation"), requirement.violation});
    if (!requirement.example.isEmpty())
        facts.push_back({Text::tr("Example"), requirement.example, true});
    if (!requirement.checks.isEmpty())
        facts.push_back({Text::tr("Conformance suite"), listText(requirement.checks), true});
    if (const QString address = requirement.addressIn(revision); !address.isEmpty())
        facts.push_back({Text::tr("Address"), address, true});
    return facts;
}

FindingExcerpt ruleExcerpt(const findings::RuleExample &example)
{
    return {latin(revisionName(example.revision)), example.text, int(example.markBegin),
        int(example.markEnd)};
}

Properties acceptedFacts(const findings::Baseline::Entry &entry)
{
    QString text = entry.reason.isEmpty() ? Text::tr("without a reason") : entry.reason;
    if (!entry.date.isEmpty())
        text = Text::tr("%1 (%2)").arg(text, entry.date);
    return {{Text::tr("Accepted"), text}};
}

QString identityText(const findings::Identity &identity)
{
    QString rule = QString::fromStdString(identity.rule);
    if (identity.method.isEmpty())
        return rule;
    const QString place = identity.target.isEmpty()
        ? identity.method
        : Text::tr("%1 %2", "method and target").arg(identity.method, identity.target);
    return Text::tr("%1 in %2").arg(rule, place);
}

QString placeText(const Finding &finding)
{
    const QString number = u'#' + countText(finding.messages.front());
    return finding.pointer.isEmpty() ? number : number + u' ' + finding.pointer;
}

QString behindText(std::uint64_t behind)
{
    return behind < kNoticeable ? QString()
                                : Text::tr("Checking… %1 messages behind").arg(countText(behind));
}

QString pausedText(std::uint64_t waiting)
{
    if (waiting == 0)
        return {};
    return waiting == 1 ? Text::tr("The trace is paused: 1 message is not checked")
                        : Text::tr("The trace is paused: %1 messages are not checked", nullptr,
                            pluralNumber(waiting))
                              .arg(countText(waiting));
}

QString findingMarkdown(
    const Finding &finding, const QString &server, const FindingExcerpts &excerpts)
{
    const findings::Requirement &requirement = *finding.requirement;
    QString text = QStringLiteral("## %1: %2\n\n%3\n")
                       .arg(levelWord(finding.level), escaped(idOf(finding)),
                           escaped(redacted(finding.sentence)));
    const auto add = [&text](const QString &name, const QString &value) {
        text += QStringLiteral("\n- **%1:** %2").arg(name, value);
    };
    if (!server.isEmpty())
        add(Text::tr("Server"), escaped(server));
    add(Text::tr("Message"), escaped(placeText(finding)));
    const QString address = requirement.addressIn(finding.revision);
    add(Text::tr("Requirement"),
        Text::tr("%1 (%2, revision %3)")
            .arg(escaped(requirement.summary), obligationOf(finding),
                latin(revisionName(finding.revision))));
    if (!address.isEmpty())
        add(Text::tr("Address"), u'<' + address + u'>');
    const findings::RuleWords words = wordsOf(requirement);
    add(Text::tr("Why it matters"), escaped(words.why));
    add(Text::tr("How to fix it"), escaped(words.fix));
    if (!finding.remedy.isEmpty())
        add(Text::tr("Remedy"), escaped(redacted(finding.remedy)));
    add(Text::tr("Found by"), QStringLiteral("Sonde " SONDE_VERSION));
    text += u'\n';
    if (excerpts.wrong)
        text += QStringLiteral("\n**%1**\n").arg(Text::tr("What is wrong here"));
    for (const FindingExcerpt &excerpt : excerpts.explaining)
        text += codeBlock(excerpt);
    if (excerpts.wrong)
        text += codeBlock(*excerpts.wrong);
    if (excerpts.instead)
        text += QStringLiteral("\n**%1**\n").arg(Text::tr("Write this instead"))
            + codeBlock(*excerpts.instead);
    return text;
}

} // namespace sonde::models
