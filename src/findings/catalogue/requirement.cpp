// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/requirement.h"

#include <QStringBuilder>

#include <algorithm>
#include <span>

namespace sonde::findings {

namespace {

constexpr std::array<std::string_view, 3> kLevels{"info", "warning", "error"};
constexpr std::array<std::string_view, 5> kParties{
    "client", "server", "both", "authorization-server", "host"};
constexpr std::array<std::string_view, 8> kObservables{
    "wire", "wire-history", "timing", "http", "process", "auth", "ui", "no"};
constexpr std::array<std::string_view, 6> kBases{
    "keyword", "schema", "prose", "json-rpc", "derived", "practice"};

// The repository with the text of an extension.
QString extensionAddress(QStringView section)
{
    const QString repository = section.startsWith(u"extensions/apps") ? QStringLiteral("ext-apps")
        : section.startsWith(u"extensions/tasks")                     ? QStringLiteral("ext-tasks")
        : section.startsWith(u"extensions/skills")                    ? QStringLiteral("ext-skills")
                                                                      : QStringLiteral("ext-auth");
    return QStringLiteral("https://github.com/modelcontextprotocol/") % repository;
}

} // namespace

std::string_view levelName(Level level)
{
    return kLevels[static_cast<std::size_t>(level)];
}

std::optional<Level> levelFromName(std::string_view name)
{
    const auto *found = std::find(kLevels.begin(), kLevels.end(), name);
    return found == kLevels.end() ? std::nullopt
                                  : std::optional(static_cast<Level>(found - kLevels.begin()));
}

std::string_view partyName(Party party)
{
    return kParties[static_cast<std::size_t>(party)];
}

std::string_view observableName(Observable observable)
{
    return kObservables[static_cast<std::size_t>(observable)];
}

std::string_view basisName(Basis basis)
{
    return kBases[static_cast<std::size_t>(basis)];
}

std::string_view Requirement::area() const
{
    return std::string_view(id).substr(0, id.find('.'));
}

Level Requirement::levelIn(Revision revision) const
{
    // A requirement that became stricter is no error in the revisions in which it was a SHOULD.
    const QString &here = keywordIn(revision);
    const bool isWeaker = keyword.startsWith(u"MUST") && !here.startsWith(u"MUST");
    return isWeaker ? std::min(severity, Level::Warning) : severity;
}

const QString &Requirement::keywordIn(Revision revision) const
{
    return keywords[static_cast<std::size_t>(revision)];
}

const QString &Requirement::sectionIn(Revision revision) const
{
    return sections[static_cast<std::size_t>(revision)];
}

QString Requirement::addressIn(Revision revision) const
{
    const QString &section = sectionIn(revision);
    if (!revisions.has(revision) || basis == Basis::Practice)
        return {};
    if (section.startsWith(u"extensions/"))
        return extensionAddress(section);
    const auto name = revisionName(revision);
    const QString number = QString::fromLatin1(name.data(), qsizetype(name.size()));
    if (section.startsWith(u"schema.ts"))
        return QStringLiteral("https://github.com/modelcontextprotocol/modelcontextprotocol/blob/"
                              "main/schema/")
            % number % u'/' % section;
    return QStringLiteral("https://modelcontextprotocol.io/specification/") % number
        % (section.isEmpty() ? QString() : u'/' % section);
}

} // namespace sonde::findings
