// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/fact.h"

#include "accept/accepttr.h"

#include <algorithm>

namespace sonde::accept {

std::string_view levelName(Level level)
{
    switch (level) {
    case Level::Accepted:
        return "accepted";
    case Level::NotKnown:
        return "not-known";
    case Level::Ignored:
        return "ignored";
    case Level::Changed:
        return "changed";
    case Level::Dropped:
        return "dropped";
    case Level::Refused:
        return "refused";
    }
    return {};
}

QString levelText(Level level)
{
    switch (level) {
    case Level::Accepted:
        return Text::tr("accepted");
    case Level::NotKnown:
        return Text::tr("not known");
    case Level::Ignored:
        return Text::tr("ignored");
    case Level::Changed:
        return Text::tr("changed");
    case Level::Dropped:
        return Text::tr("dropped");
    case Level::Refused:
        return Text::tr("refused");
    }
    return {};
}

QString aboutText(About about)
{
    switch (about) {
    case About::Name:
        return Text::tr("Name");
    case About::NameCharacters:
        return Text::tr("Characters of names");
    case About::NameLength:
        return Text::tr("Length of names");
    case About::NameDuplicate:
        return Text::tr("Equal names");
    case About::Schema:
        return Text::tr("Schemas");
    case About::Tools:
        return Text::tr("Number of tools");
    case About::Description:
        return Text::tr("Descriptions");
    case About::Result:
        return Text::tr("Size of results");
    case About::Content:
        return Text::tr("Content of results");
    case About::Media:
        return Text::tr("Images, audio and links");
    case About::Capabilities:
        return Text::tr("Capabilities");
    case About::Revision:
        return Text::tr("Revision");
    }
    return {};
}

QString shapeText(Shape shape)
{
    switch (shape) {
    case Shape::None:
    case Shape::Keyword:
    case Shape::OtherKeyword:
        return {};
    case Shape::RootKeyword:
        return Text::tr("at the root");
    case Shape::RootNotObject:
        return Text::tr("type of the root is not object");
    case Shape::NoProperties:
        return Text::tr("object without properties");
    case Shape::MissingType:
        return Text::tr("schema without type");
    case Shape::MissingItems:
        return Text::tr("array without items");
    case Shape::BooleanSchema:
        return Text::tr("boolean as a schema");
    case Shape::TypeUnion:
        return Text::tr("several types");
    case Shape::NullableUnion:
        return Text::tr("type with null");
    case Shape::UnresolvedRef:
        return Text::tr("$ref that leads nowhere");
    case Shape::CyclicRef:
        return Text::tr("$ref that leads back to itself");
    case Shape::Format:
        return Text::tr("format that is not supported");
    case Shape::NonStringEnum:
        return Text::tr("enum of other values than strings");
    case Shape::TupleItems:
        return Text::tr("items as a list");
    case Shape::SeveralBranches:
        return Text::tr("with several branches");
    case Shape::OpenObject:
        return Text::tr("object without additionalProperties: false");
    case Shape::OptionalProperty:
        return Text::tr("property that is not in required");
    case Shape::PropertyName:
        return Text::tr("name of a property");
    case Shape::UndefinedRequired:
        return Text::tr("required names a property that is not defined");
    case Shape::TooDeep:
        return Text::tr("objects nested too deep");
    case Shape::TooManyProperties:
        return Text::tr("too many properties");
    case Shape::TooManyEnumValues:
        return Text::tr("too many values of enum");
    }
    return {};
}

const Fact *JudgingHost::find(About about) const
{
    const auto found = std::find_if(
        facts.begin(), facts.end(), [about](const Fact &fact) { return fact.about == about; });
    return found == facts.end() ? nullptr : &*found;
}

bool JudgingHost::knowsSchemas() const
{
    return find(About::Schema) != nullptr;
}

} // namespace sonde::accept
