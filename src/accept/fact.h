// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::accept {

// What happens to a tool on its way to the model, the worst last.
enum class Level : std::uint8_t {
    Accepted,
    NotKnown, // no source says what the host does with schemas
    Ignored, // a keyword has no effect
    Changed, // the model sees something else than the server sent
    Dropped, // the tool does not reach the model
    Refused, // the host or its API refuses the tool, often with all others
};
std::string_view levelName(Level level); // "not-known": a name for files, never translated
QString levelText(Level level);
inline bool isLost(Level level)
{
    return level >= Level::Dropped;
}

// What a fact is about.
enum class About : std::uint8_t {
    Name, // how the name for the model is made
    NameCharacters, // which characters it may have
    NameLength,
    NameDuplicate, // two tools with one name
    Schema, // a shape of a schema
    Tools, // how many there may be
    Description, // how long it may be
    Result, // the size of results
    Content, // which of content and structuredContent is used
    Media, // images, audio, resources and links in results
    Capabilities, // of the host
    Revision, // that the host declares
};
QString aboutText(About about);

// A shape in a JSON Schema that a host does not take as it is.
enum class Shape : std::uint8_t {
    None, // the fact is about schemas in general
    Keyword, // one of the keywords, anywhere
    OtherKeyword, // a keyword that is none of them
    RootKeyword, // one of the keywords at the root
    RootNotObject, // the type of the root is not object
    NoProperties, // an object without properties
    MissingType,
    MissingItems, // an array without items
    BooleanSchema,
    TypeUnion, // several types
    NullableUnion, // a type, or null
    UnresolvedRef, // it leads nowhere in the schema
    CyclicRef, // what it leads to contains it
    Format, // none of those in `keywords`
    NonStringEnum, // enum of anything but strings
    TupleItems, // items as a list
    SeveralBranches, // one of the keywords with more than one branch
    OpenObject, // without additionalProperties: false
    OptionalProperty, // that is not in required
    PropertyName, // that does not match `pattern`
    UndefinedRequired, // a name in required that properties lacks
    TooDeep, // objects nested more than `max` levels
    TooManyProperties, // more than `max` in all
    TooManyEnumValues, // more than `max` in all
};
QString shapeText(Shape shape);

// Where a shape counts.
enum class Where : std::uint8_t { Anywhere, Root, Property };

// How a part of a name is rewritten, in the order of the members.
struct NameStep {
    bool isLower = false;
    std::optional<QString> spaces; // instead of each run of white space
    std::string keep; // "A-Za-z0-9_-": other characters are replaced; empty: none is
    QString with; // what they are replaced by
    bool asRun = false; // a run of them by one
    QChar trim; // that is removed from both ends
    int max = 0; // characters; 0: no limit
};

enum class Cut : std::uint8_t { None, End, Middle, Hash };

// What one source says that a host does.
struct Fact {
    About about = About::Schema;
    std::optional<Level> level; // none: the fact only informs
    QString means; // what happens, in a sentence
    QString source; // an address
    QString date; // ISO 8601
    QString condition; // "with GPT-4 models"; empty: always

    Shape shape = Shape::None;
    Where where = Where::Anywhere;
    bool isOutput = false; // about outputSchema instead of inputSchema
    bool isOfSchema = false; // about the descriptions in the schema, not that of the tool
    bool isInBytes = false; // `max`, instead of in characters
    std::vector<std::string> keywords;
    std::vector<std::string> types; // only for schemas of these types; empty: all
    std::string pattern;
    std::string allowed; // characters of a name
    std::optional<int> max;

    QString form; // of a name, with {server} and {tool}; empty: not known
    QString measured; // what the limit is for, if that is not the name; as `form`
    NameStep server;
    NameStep tool;
    NameStep whole;
    bool isUnlessPrefixed = false; // a tool whose name begins with the server's stays as it is
    int changedHash = 0; // digits of a hash at the end of a name that a step has changed
    int changedMax = 0; // the length of that name
    Cut cut = Cut::None; // of a name that is too long
    int hash = 0; // digits of the hash at its end
};

// A host, or the API of a model.
struct JudgingHost {
    QString id; // "claude-code"
    QString name;
    QStringList aliases;
    QString version; // that the facts are of; empty: see their dates
    bool isApi = false;
    std::vector<Fact> facts;

    const Fact *find(About about) const; // the first one
    bool knowsSchemas() const; // whether anything is known about the schemas that it takes
};

} // namespace sonde::accept
