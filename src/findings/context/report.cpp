// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/report.h"

#include "base/visiblecharacter.h"
#include "findings/catalogue/findingstr.h"
#include "trace/transfer/redactor.h"

#include <QStringList>

#include <algorithm>
#include <string>

namespace sonde::findings {

namespace {

constexpr std::size_t kMaxShown = 80; // characters of a value in a sentence
constexpr std::size_t kMaxRead = 4096; // bytes of it in which secrets are looked for

// The bytes as they may be in a sentence, which goes into reports.
std::string withoutSecrets(std::string_view utf8)
{
    // Without patterns of a person it can always be created.
    thread_local trace::Redactor redactor = trace::Redactor::create().value();
    std::string text(utf8);
    redactor.redact(text);
    return text;
}

// Whether one of the two values contains the other one.
bool touches(const QString &a, const QString &b)
{
    const QString &outer = a.size() <= b.size() ? a : b;
    const QString &inner = a.size() <= b.size() ? b : a;
    return inner.startsWith(outer) && (inner.size() == outer.size() || inner[outer.size()] == u'/');
}

// Whether it is about the form of a type of the official schema: "schema.Tool".
bool isAboutForm(const Finding &finding)
{
    const auto name =
        std::string_view(finding.requirement->id).substr(finding.requirement->area().size() + 1);
    return finding.requirement->area() == "schema" && name.front() >= 'A' && name.front() <= 'Z';
}

// Whether another rule says the same in its own words: about the same value, or about one around it
// that is not the whole message, params or result. A value may lack several members.
bool saysMore(const Finding &other, const Finding &form)
{
    if (!other.missing.empty() && other.missing != form.missing)
        return false;
    const bool isInside = other.pointer.count(u'/') >= 2 && touches(other.pointer, form.pointer)
        && form.pointer.size() > other.pointer.size();
    return !isAboutForm(other) && other.requirement->basis != Basis::Practice
        && (other.pointer == form.pointer || isInside);
}

bool supersedes(const Finding &specific, const Finding &general)
{
    const auto &others = specific.requirement->supersedes;
    return std::find(others.begin(), others.end(), general.requirement->id) != others.end()
        && touches(specific.pointer, general.pointer);
}

} // namespace

void Report::begin(trace::Number number, const About &about, Revision revision, Party sender)
{
    m_findings.clear();
    m_number = number;
    m_about = about;
    m_sender = sender;
    m_revision = revision;
}

void Report::setRequirement(const Requirement *requirement)
{
    m_requirement = requirement;
    m_ofRule = 0;
    m_isTested = true;
}

Finding &Report::whole(QString sentence)
{
    if (++m_ofRule > kMaxOfRule || m_findings.size() >= kMaxFindings)
        return m_dropped = {};
    Finding &made = m_findings.emplace_back();
    made.requirement = m_requirement;
    made.level = m_requirement->levelIn(m_revision);
    made.revision = m_revision;
    made.party = m_sender == Party::Both ? m_requirement->party : m_sender;
    made.messages.push_back(m_number);
    made.about = m_about;
    made.sentence = std::move(sentence);
    return made;
}

Finding &Report::at(const json::Value &value, QString sentence)
{
    Finding &made = whole(std::move(sentence));
    if (value && made.requirement) {
        made.pointer = value.pointer();
        made.begin = value.node().begin;
        made.end = value.node().end;
    }
    return made;
}

Finding &Report::missing(const json::Value &value, std::string_view member, QString sentence)
{
    Finding &made = at(value, std::move(sentence));
    made.missing = member;
    return made;
}

std::vector<Finding> Report::finish(rpc::StreamId stream)
{
    const auto isSuperseded = [this](const Finding &finding) {
        return std::any_of(m_findings.begin(), m_findings.end(), [&finding](const Finding &other) {
            return supersedes(other, finding) || (isAboutForm(finding) && saysMore(other, finding));
        });
    };
    std::vector<Finding> kept;
    for (const Finding &finding : m_findings) {
        if (!isSuperseded(finding))
            kept.emplace_back(finding).stream = stream;
    }
    m_findings.clear();
    return kept;
}

QString shown(std::string_view utf8)
{
    if (utf8.empty())
        return Text::tr("(empty)");
    QString text = json::toQString(withoutSecrets(utf8.substr(0, kMaxRead)));
    const bool isCut = text.size() > qsizetype(kMaxShown) || utf8.size() > kMaxRead;
    text.truncate(qsizetype(kMaxShown));
    for (QChar &c : text)
        c = visibleCharacter(c);
    return isCut ? text + u'…' : text;
}

QString shown(const json::Value &value)
{
    if (!value)
        return Text::tr("(missing)");
    return isSecretPlace(value) ? QString(kHidden) : shown(value.raw());
}

bool isSecretPlace(const json::Value &value)
{
    for (json::Value at = value; at && at.parent(); at = at.parent()) {
        if (!at.parent().isArray() && trace::Redactor::isSecret(at.key()))
            return true;
    }
    return false;
}

bool isSecretPlace(const QString &pointer)
{
    const QStringList names = pointer.split(u'/');
    return std::any_of(names.begin(), names.end(),
        [](const QString &name) { return trace::Redactor::isSecret(name.toStdString()); });
}

} // namespace sonde::findings
