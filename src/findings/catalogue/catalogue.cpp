// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"

#include "findings/catalogue/findingstr.h"
#include "findings/catalogue/specificationfile.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::findings {

namespace {

template <typename Enum>
std::optional<Enum> enumOf(
    const json::Value &value, std::size_t count, std::string_view (*name)(Enum))
{
    for (std::size_t i = 0; i < count; ++i) {
        if (value.equals(name(static_cast<Enum>(i))))
            return static_cast<Enum>(i);
    }
    return {};
}

// Reads one entry; `complaint` names the member that is wrong, or is empty.
class Reader {
public:
    explicit Reader(const json::Value &entry)
        : m_entry(entry)
    {
    }

    Requirement run()
    {
        m_made.id = m_entry["id"].text();
        if (m_made.area().empty() || m_made.area().size() == m_made.id.size())
            m_complaint = "id";
        m_made.keyword = required("level");
        m_made.summary = required("summary");
        m_made.violation = required("violation");
        m_made.example = m_entry["example_bad"].toString();
        m_made.party = named("party", 5, &partyName);
        m_made.observable = named("observable", 8, &observableName);
        m_made.basis = named("basis", 6, &basisName);
        m_made.severity = named("severity", 3, &levelName);
        m_made.rank = static_cast<int>(m_entry["rank"].toInt64().value_or(0));
        for (const json::Value other : m_entry["supersedes"])
            m_made.supersedes.push_back(other.text());
        for (const json::Value check : m_entry["conformance_checks"])
            m_made.checks << check.toString();
        readRevisions();
        return std::move(m_made);
    }

    const std::string &complaint() const { return m_complaint; }

private:
    QString required(const char *name)
    {
        const auto value = m_entry[name];
        if (!value.isString() || value.raw().size() <= 2)
            m_complaint = name;
        return value.toString();
    }

    template <typename Enum>
    Enum named(const char *name, std::size_t count, std::string_view (*nameOf)(Enum))
    {
        const auto found = enumOf<Enum>(m_entry[name], count, nameOf);
        if (!found)
            m_complaint = name;
        return found.value_or(Enum());
    }

    void readRevisions()
    {
        for (const json::Value name : m_entry["revisions"]) {
            const auto revision = revisionFromName(name.text());
            if (!revision) {
                m_complaint = "revisions";
                continue;
            }
            const auto place = static_cast<std::size_t>(*revision);
            const auto own = m_entry["levels"][name.text()];
            m_made.revisions.add(*revision);
            m_made.keywords[place] = own ? own.toString() : m_made.keyword;
            m_made.sections[place] = m_entry["sections"][name.text()].toString();
        }
        if (m_made.revisions.isEmpty())
            m_complaint = "revisions";
    }

    json::Value m_entry;
    Requirement m_made;
    std::string m_complaint;
};

Error refusal(const QString &sentence)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = sentence;
    return error;
}

} // namespace

const Catalogue &Catalogue::instance()
{
    static const Catalogue catalogue = [] {
        auto read =
            Catalogue::read({specificationFile(QStringLiteral("requirements/requirements.json")),
                specificationFile(QStringLiteral("requirements/practice.json"))});
        // tst_requirements proves that this does not happen.
        return read ? std::move(read).value() : Catalogue();
    }();
    return catalogue;
}

Result<Catalogue> Catalogue::read(const std::vector<Bytes> &texts)
{
    Catalogue made;
    for (const Bytes &text : texts) {
        if (text.size() > kMaxBytes)
            return refusal(Text::tr("The catalogue is larger than %1 bytes.").arg(kMaxBytes));
        const auto document = json::Document::parse(text);
        if (!document.isValid() || !document.root().isArray())
            return refusal(Text::tr("The catalogue is not a JSON array."));
        if (made.m_all.size() + document.root().count() > kMaxEntries)
            return refusal(Text::tr("The catalogue has more than %1 entries.").arg(kMaxEntries));
        for (const json::Value entry : document.root()) {
            Reader reader(entry);
            made.m_all.push_back(reader.run());
            if (!reader.complaint().empty())
                return refusal(Text::tr("The entry “%1” has no usable “%2”.")
                                   .arg(QString::fromStdString(made.m_all.back().id),
                                       QString::fromStdString(reader.complaint())));
        }
    }
    std::sort(made.m_all.begin(), made.m_all.end(),
        [](const Requirement &a, const Requirement &b) { return a.id < b.id; });
    for (const Requirement &requirement : made.m_all) {
        if (!made.m_byId.emplace(requirement.id, &requirement).second)
            return refusal(Text::tr("Two entries have the id “%1”.")
                               .arg(QString::fromStdString(requirement.id)));
    }
    return made;
}

const Requirement *Catalogue::find(std::string_view id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : found->second;
}

} // namespace sonde::findings
