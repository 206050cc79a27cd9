// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/specification.h"

#include "findings/catalogue/catalogue.h"
#include "findings/catalogue/specificationfile.h"
#include "findings/engine/dispatch.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace sonde::findings {

namespace {

constexpr std::string_view kSchema = "schema.";
// What makes a requirement one about a subject, and how much.
constexpr int kOfMethod = 4; // a rule checks it on messages of the method
constexpr int kOfArea = 2;
constexpr int kNamesMember = 8;
constexpr int kShowsMember = 3; // in an example only
constexpr int kOfRevision = 100;
constexpr int kMaxRank = 31;

// "tools" of "tools/call", "progress" of "notifications/progress".
std::string_view areaOf(std::string_view method)
{
    constexpr std::string_view kNotifications = "notifications/";
    if (method.starts_with(kNotifications))
        method.remove_prefix(kNotifications.size());
    method = method.substr(0, method.find('/'));
    static const std::map<std::string_view, std::string_view> others{{"initialize", "lifecycle"},
        {"initialized", "lifecycle"}, {"server", "lifecycle"}, {"cancelled", "cancel"},
        {"message", "logging"}};
    const auto other = others.find(method);
    return other == others.end() ? method : other->second;
}

// Whether the member that a rule needs is that one: "result/nextCursor".
bool isAbout(std::string_view needs, std::string_view member)
{
    if (needs.ends_with('/'))
        needs.remove_suffix(1);
    return !member.empty() && needs.substr(needs.rfind('/') + 1) == member;
}

// By requirement: how close its rules are to the method.
int closenessOfRules(const Requirement &requirement, const Subject &subject)
{
    int closeness = 0;
    for (const BoundRule &bound : boundRules()) {
        if (bound.requirement != &requirement)
            continue;
        if (bound.rule->method == subject.method && !subject.method.empty())
            closeness = std::max(closeness, bound.rule->on == subject.on ? kOfMethod : kOfArea);
        else if (bound.rule->method.empty() && isAbout(bound.rule->needs, subject.member))
            closeness = std::max(closeness, kOfArea);
    }
    return closeness;
}

int closenessOfMember(const Requirement &requirement, const QRegularExpression &name)
{
    if (requirement.summary.contains(name) || requirement.violation.contains(name)
        || QString::fromStdString(requirement.id).contains(name))
        return kNamesMember;
    return requirement.example.contains(name) ? kShowsMember : 0;
}

// The name or the code as a word of its own.
QRegularExpression wordOf(const Subject &subject)
{
    const QString word = subject.errorCode ? QString::number(*subject.errorCode)
                                           : QString::fromStdString(subject.member);
    return QRegularExpression(
        QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(word)));
}

// Parameters of tools have headers of their own, which begin alike.
constexpr QLatin1String kParameterHeader("mcp-param-");

// The name in the case that texts have it in: one that is an ordinary word, too, has no dash.
QRegularExpression wordOfHeader(const std::string &name)
{
    QString word = QString::fromStdString(name).toLower();
    if (word.startsWith(kParameterHeader))
        return QRegularExpression(kParameterHeader, QRegularExpression::CaseInsensitiveOption);
    const bool isOwnWord = word.contains(u'-');
    if (!isOwnWord && !word.isEmpty())
        word[0] = word[0].toUpper();
    return QRegularExpression(
        QStringLiteral("(?<![\\w-])%1(?![\\w-])").arg(QRegularExpression::escape(word)),
        isOwnWord ? QRegularExpression::CaseInsensitiveOption
                  : QRegularExpression::NoPatternOption);
}

// The area that is about nothing but the header; empty: there is none.
std::string_view areaOfHeader(const std::string &name)
{
    return QString::fromStdString(name).compare(u"Mcp-Session-Id", Qt::CaseInsensitive) == 0
        ? "session"
        : "";
}

// Other areas mention headers that are none of MCP's.
bool isAboutHttp(const Requirement &requirement)
{
    static constexpr std::string_view kAreas[] = {"http", "headers", "session", "sse", "http-sse",
        "stateless", "version", "meta", "xheader", "auth", "ext-dpop", "ext-tasks"};
    return std::find(std::begin(kAreas), std::end(kAreas), requirement.area()) != std::end(kAreas);
}

int closenessOfHeader(
    const Requirement &requirement, const Subject &subject, const QRegularExpression &word)
{
    const bool isOfArea = requirement.area() == areaOfHeader(subject.header);
    const int ofName = isAboutHttp(requirement) ? closenessOfMember(requirement, word) : 0;
    return ofName + (isOfArea ? kOfArea : 0);
}

// 0: it is not about the subject.
int closeness(
    const Requirement &requirement, const Subject &subject, const QRegularExpression &word)
{
    const int ofRevision = requirement.revisions.has(subject.revision) ? kOfRevision : 0;
    if (!subject.header.empty()) {
        const int ofHeader = closenessOfHeader(requirement, subject, word);
        return ofHeader == 0 ? 0 : ofHeader + ofRevision;
    }
    const bool isOfArea = requirement.area() == areaOf(subject.method);
    const bool isForm = requirement.id == std::string(kSchema) + schemaTypeOf(subject);
    const int ofMethod =
        std::max(closenessOfRules(requirement, subject), isOfArea || isForm ? kOfArea : 0);
    const bool isWhole = subject.member.empty() && !subject.errorCode;
    const int ofMember = isWhole ? 0 : closenessOfMember(requirement, word);
    if (isWhole ? ofMethod == 0 : ofMember == 0)
        return 0;
    // A name in another area is another one, and often a common word.
    if (!isWhole && !subject.errorCode && ofMethod == 0)
        return 0;
    return ofMethod + ofMember + ofRevision;
}

} // namespace

std::string schemaTypeOf(const Subject &subject)
{
    // A rule that needs a member is about the type of a part.
    for (const BoundRule &bound : boundRules()) {
        if (bound.rule->method == subject.method && bound.rule->on == subject.on
            && !subject.method.empty() && bound.rule->id.starts_with(kSchema)
            && bound.rule->needs.empty() && bound.requirement->revisions.has(subject.revision))
            return std::string(bound.rule->id.substr(kSchema.size()));
    }
    return {};
}

std::vector<const Requirement *> requirementsAbout(const Subject &subject)
{
    std::vector<std::pair<int, const Requirement *>> found;
    const QRegularExpression word =
        subject.header.empty() ? wordOf(subject) : wordOfHeader(subject.header);
    for (const Requirement &requirement : Catalogue::instance().all()) {
        if (const int close = closeness(requirement, subject, word); close > 0)
            found.emplace_back(close, &requirement);
    }
    const auto rank = [](const Requirement &one) { return one.rank == 0 ? kMaxRank : one.rank; };
    std::stable_sort(found.begin(), found.end(), [&rank](const auto &a, const auto &b) {
        return std::tuple(-a.first, rank(*a.second), -int(a.second->severity))
            < std::tuple(-b.first, rank(*b.second), -int(b.second->severity));
    });
    std::vector<const Requirement *> requirements;
    for (std::size_t i = 0; i < std::min(found.size(), kMaxAbout); ++i)
        requirements.push_back(found[i].second);
    return requirements;
}

std::shared_ptr<const json::Document> shapeOf(Revision revision, const std::string &type)
{
    const auto name = revisionName(revision);
    const auto document = json::Document::parse(
        specificationFile(QStringLiteral("mcp-schemas/%1.json")
                              .arg(QString::fromLatin1(name.data(), qsizetype(name.size())))));
    for (const char *definitions : {"$defs", "definitions"}) {
        if (const json::Value shape = document.root()[definitions][type])
            return std::make_shared<const json::Document>(
                json::Document::parse(Bytes::copyOf(shape.raw())));
    }
    return nullptr;
}

} // namespace sonde::findings
