// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/factreader.h"

#include <QDate>
#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::accept {

namespace {

constexpr std::array<std::string_view, 12> kAbouts{"name", "name-characters", "name-length",
    "name-duplicate", "schema", "tools", "description", "result", "content", "media",
    "capabilities", "revision"};
constexpr std::array<std::string_view, 24> kShapes{"", "keyword", "other-keyword", "root-keyword",
    "root-not-object", "no-properties", "missing-type", "missing-items", "boolean-schema",
    "type-union", "nullable-union", "unresolved-ref", "cyclic-ref", "format", "non-string-enum",
    "tuple-items", "several-branches", "open-object", "optional-property", "property-name",
    "undefined-required", "too-deep", "too-many-properties", "too-many-enum-values"};
constexpr std::array<std::string_view, 3> kWheres{"", "root", "property"};
constexpr std::array<std::string_view, 4> kCuts{"", "end", "middle", "hash"};
constexpr std::array kLevels{Level::Ignored, Level::Changed, Level::Dropped, Level::Refused};

// The enumerator whose name is the value's text; nothing if there is none.
template <typename Enum, std::size_t count>
std::optional<Enum> named(
    const json::Value &value, const std::array<std::string_view, count> &names)
{
    const auto found = std::find(names.begin(), names.end(), value.text());
    if (found == names.end())
        return {};
    return static_cast<Enum>(found - names.begin());
}

} // namespace

void FactReader::require(bool isGood, const char *member)
{
    if (!isGood && m_complaint.isEmpty())
        m_complaint = QString::fromLatin1(member);
}

int FactReader::number(const char *member) const
{
    return static_cast<int>(m_entry[member].toInt64().value_or(0));
}

std::vector<std::string> FactReader::words(const char *member) const
{
    std::vector<std::string> words;
    for (const json::Value word : m_entry[member])
        words.push_back(word.text());
    return words;
}

NameStep FactReader::step(const char *member) const
{
    const json::Value entry = m_entry[member];
    NameStep step;
    step.isLower = entry["case"].equals("lower");
    if (entry["spaces"])
        step.spaces = entry["spaces"].toString();
    step.keep = entry["keep"].text();
    step.with = entry["with"].toString();
    step.asRun = entry["runs"].toBool().value_or(false);
    const QString trim = entry["trim"].toString();
    if (!trim.isEmpty())
        step.trim = trim.front();
    step.max = static_cast<int>(entry["max"].toInt64().value_or(0));
    return step;
}

Fact FactReader::read()
{
    Fact fact;
    const auto about = named<About>(m_entry["about"], kAbouts);
    require(about.has_value(), "about");
    fact.about = about.value_or(About::Schema);
    readSource(fact);
    readShape(fact);
    readName(fact);
    if (m_entry["max"])
        fact.max = number("max");
    fact.isInBytes = m_entry["unit"].equals("bytes");
    require(!fact.max || *fact.max > 0, "max");
    return fact;
}

void FactReader::readSource(Fact &fact)
{
    if (const json::Value level = m_entry["level"]) {
        const auto found = std::find_if(kLevels.begin(), kLevels.end(),
            [&level](Level each) { return level.equals(levelName(each)); });
        require(found != kLevels.end(), "level");
        fact.level = found == kLevels.end() ? Level::NotKnown : *found;
    }
    fact.means = m_entry["means"].toString();
    fact.source = m_entry["source"].toString();
    fact.date = m_entry["date"].toString();
    fact.condition = m_entry["condition"].toString();
    require(!fact.means.isEmpty(), "means");
    const QUrl url(fact.source, QUrl::StrictMode);
    require(url.isValid() && url.scheme() == QLatin1String("https"), "source");
    require(QDate::fromString(fact.date, Qt::ISODate).isValid(), "date");
}

void FactReader::readShape(Fact &fact)
{
    const auto shape = named<Shape>(m_entry["shape"], kShapes);
    require(shape.has_value(), "shape");
    fact.shape = shape.value_or(Shape::None);
    const auto where = named<Where>(m_entry["where"], kWheres);
    require(where.has_value(), "where");
    fact.where = where.value_or(Where::Anywhere);
    fact.isOutput = m_entry["schema"].equals("outputSchema");
    fact.isOfSchema = m_entry["of"].equals("schema");
    fact.keywords = words("keywords");
    fact.types = words("types");
    fact.pattern = m_entry["pattern"].text();
    require(fact.shape == Shape::None || fact.level, "level");
    const bool needsKeywords = fact.shape == Shape::Keyword || fact.shape == Shape::OtherKeyword
        || fact.shape == Shape::RootKeyword || fact.shape == Shape::SeveralBranches
        || fact.shape == Shape::Format;
    require(!needsKeywords || !fact.keywords.empty(), "keywords");
    require(fact.shape != Shape::PropertyName || !fact.pattern.empty(), "pattern");
    require(fact.shape < Shape::TooDeep || m_entry["max"].exists(), "max");
}

void FactReader::readName(Fact &fact)
{
    fact.form = m_entry["form"].toString();
    fact.measured = m_entry["measured"].toString();
    fact.allowed = m_entry["allowed"].text();
    fact.server = step("server");
    fact.tool = step("tool");
    fact.whole = step("whole");
    fact.isUnlessPrefixed = m_entry["unlessPrefixed"].toBool().value_or(false);
    fact.changedHash = number("changedHash");
    fact.changedMax = number("changedMax");
    const auto cut = named<Cut>(m_entry["cut"], kCuts);
    require(cut.has_value(), "cut");
    fact.cut = cut.value_or(Cut::None);
    fact.hash = number("hash");
    require(fact.about != About::Name || fact.form.contains(QLatin1String("{tool}")), "form");
    require(fact.about != About::NameLength || m_entry["max"].exists(), "max");
    require(fact.about != About::NameCharacters || !fact.allowed.empty(), "allowed");
    require(fact.cut != Cut::Hash || fact.hash > 0, "hash");
}

} // namespace sonde::accept
