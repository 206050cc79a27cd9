// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The assertions about a value itself (2020-12 validation 6 and 7; draft-07 validation 6), apart
// from those about numbers.

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "base/regex.h"
#include "schema/compiler.h"
#include "schema/equality.h"
#include "schema/format.h"
#include "schema/plaintext.h"
#include "schema/schematr.h"
#include "schema/shownvalue.h"
#include "json/decimal.h"

#include <QStringList>

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace sonde::schema {

namespace {

constexpr std::array<std::string_view, 7> kTypes{
    "null", "boolean", "integer", "number", "string", "array", "object"};

std::uint64_t lengthOf(const json::Value &string)
{
    const auto text = PlainText::ofString(string);
    std::uint64_t length = 0;
    for (const char c : text.view())
        length += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return length;
}

class Type final : public Check {
public:
    Type(json::Value keyword, unsigned allowed)
        : Check(keyword, othersThan(allowed))
        , m_allowed(allowed)
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        if ((m_allowed & kInteger) && instance.isNumber() && isInteger(instance))
            return true;
        return run.fails(*this, instance, [&] {
            QStringList names;
            for (std::size_t i = 0; i < kTypes.size(); ++i) {
                if (m_allowed & (1U << i))
                    names << QString::fromLatin1(kTypes[i].data(), qsizetype(kTypes[i].size()));
            }
            return Text::tr("Must be of type %1.").arg(names.join(Text::tr(" or ")));
        });
    }

private:
    static constexpr unsigned kInteger = 1U << 2;
    static constexpr unsigned kNumber = 1U << 3;
    static unsigned bitOf(json::Type type)
    {
        switch (type) {
        case json::Type::Null:
            return 1U << 0;
        case json::Type::Bool:
            return 1U << 1;
        case json::Type::Number:
            return kNumber;
        case json::Type::String:
            return 1U << 4;
        case json::Type::Array:
            return 1U << 5;
        case json::Type::Object:
            return 1U << 6;
        }
        return 0;
    }
    static Types othersThan(unsigned allowed)
    {
        Types others = 0;
        for (const json::Type type : {json::Type::Null, json::Type::Bool, json::Type::Number,
                 json::Type::String, json::Type::Array, json::Type::Object}) {
            if (!(allowed & bitOf(type)))
                others |= only(type);
        }
        return others;
    }
    static bool isInteger(const json::Value &number)
    {
        const std::string_view raw = number.raw();
        return raw.find_first_of(".eE") == std::string_view::npos || json::Decimal(raw).isInteger();
    }
    const unsigned m_allowed;
};

// enum, and const as an enum with one value.
class OneOfValues final : public Check {
public:
    OneOfValues(json::Value keyword, std::vector<json::Value> values)
        : Check(keyword)
        , m_values(std::move(values))
    {
        if (m_values.size() > kFew) {
            for (const json::Value &value : m_values)
                m_known.insert(canonical(value));
        }
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        if (!run.spend(instance.raw().size() / 64))
            return false;
        if (m_known.empty()) {
            for (const json::Value &value : m_values) {
                if (equal(value, instance))
                    return true;
            }
        } else if (m_known.contains(canonical(instance))) {
            return true;
        }
        return run.fails(*this, instance, [&] {
            QStringList texts;
            for (const json::Value &value : m_values) {
                if (texts.size() == kFew) {
                    texts << QStringLiteral("…");
                    break;
                }
                texts << shown(value);
            }
            return m_values.size() == 1 ? Text::tr("Must be %1.").arg(texts.first())
                                        : Text::tr("Must be one of %1.").arg(listText(texts));
        });
    }

private:
    static constexpr std::size_t kFew = 8;
    const std::vector<json::Value> m_values;
    std::unordered_set<std::string> m_known;
};

// maxLength, minItems and similar keywords, which limit a count.
class CountLimit final : public Check {
public:
    CountLimit(json::Value keyword, json::Type of, bool isMost)
        : Check(keyword, only(of))
        , m_of(of)
        , m_isMost(isMost)
        , m_limit(json::Decimal(keyword.raw()).toCount())
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        if (m_of == json::Type::String && isEnoughText(instance))
            return true;
        const std::uint64_t count =
            m_of == json::Type::String ? lengthOf(instance) : instance.count();
        if (m_isMost ? count <= m_limit : count >= m_limit)
            return true;
        return run.fails(*this, instance, [&] {
            const QString sentence = m_isMost ? Text::tr("Must have at most %1 (has %2).")
                                              : Text::tr("Must have at least %1 (has %2).");
            return sentence.arg(limitText()).arg(count);
        });
    }

private:
    // The number of bytes decides for most texts: a character has one to four of them.
    bool isEnoughText(const json::Value &string) const
    {
        constexpr std::size_t kMostOfOne = 4;
        const std::size_t bytes = string.raw().size() - 2;
        return !string.node().escaped
            && (m_isMost ? bytes <= m_limit : bytes / kMostOfOne >= m_limit);
    }
    QString limitText() const
    {
        switch (m_of) {
        case json::Type::String:
            return m_limit == 1
                ? Text::tr("1 character")
                : Text::tr("%1 characters", nullptr, pluralNumber(m_limit)).arg(m_limit);
        case json::Type::Array:
            return m_limit == 1 ? Text::tr("1 item")
                                : Text::tr("%1 items", nullptr, pluralNumber(m_limit)).arg(m_limit);
        default:
            return m_limit == 1
                ? Text::tr("1 property")
                : Text::tr("%1 properties", nullptr, pluralNumber(m_limit)).arg(m_limit);
        }
    }

    const json::Type m_of;
    const bool m_isMost;
    const std::uint64_t m_limit;
};

class UniqueItems final : public Check {
public:
    explicit UniqueItems(json::Value keyword)
        : Check(keyword, only(json::Type::Array))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        if (!run.spend(instance.raw().size() / 16))
            return false;
        const bool isSmall = instance.count() <= kFew && instance.raw().size() <= kShort;
        return isSmall ? compareEach(run, instance) : lookUpEach(run, instance);
    }

private:
    static constexpr std::uint32_t kFew = 8;
    static constexpr std::size_t kShort = 1024; // bytes
    bool compareEach(Evaluation &run, const json::Value &items) const
    {
        for (const json::Value item : items) {
            std::uint32_t index = 0;
            for (auto other = items.first(); other.id() != item.id(); other = other.next()) {
                if (equal(other, item))
                    return isTwin(run, item, index);
                ++index;
            }
        }
        return true;
    }
    bool lookUpEach(Evaluation &run, const json::Value &items) const
    {
        std::unordered_map<std::string, std::uint32_t> seen;
        std::uint32_t index = 0;
        for (const json::Value item : items) {
            const auto [place, isNew] = seen.try_emplace(canonical(item), index++);
            if (!isNew)
                return isTwin(run, item, place->second);
        }
        return true;
    }
    bool isTwin(Evaluation &run, const json::Value &item, std::uint32_t of) const
    {
        return run.fails(*this, item,
            [&] { return Text::tr("Duplicates item %1; items must be unique.").arg(of); });
    }
};

class Pattern final : public Check {
public:
    Pattern(json::Value keyword, Regex regex)
        : Check(keyword, only(json::Type::String))
        , m_regex(std::move(regex))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        const auto match = m_regex.find(PlainText::ofString(instance).view());
        if (match == Regex::Match::TooComplex)
            return run.tooComplex(
                Text::tr("The regular expression %1 takes too long.").arg(shown(keyword())));
        if (match == Regex::Match::Unknown)
            return run.tooComplex(
                Text::tr("Sonde cannot run the regular expression %1.").arg(shown(keyword())));
        return match == Regex::Match::Yes || run.fails(*this, instance, [&] {
            return Text::tr("Must match the pattern %1.").arg(shown(keyword()));
        });
    }

private:
    const Regex m_regex;
};

class FormatCheck final : public Check {
public:
    FormatCheck(json::Value keyword, std::string name)
        : Check(keyword, only(json::Type::String))
        , m_name(std::move(name))
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        return fitsFormat(m_name, instance.text()) || run.fails(*this, instance, [&] {
            return Text::tr("Must match the format “%1”.").arg(json::toQString(m_name));
        });
    }

private:
    const std::string m_name;
};

class ValueMaker {
public:
    ValueMaker(Compiler &compiler, Schema &schema)
        : m_compiler(compiler)
        , m_schema(schema)
    {
    }
    void add()
    {
        addType();
        addValues();
        addNumberChecks(m_compiler, m_schema);
        addCounts();
        addStrings();
    }
    void addFormat()
    {
        const json::Value format = m_schema.source["format"];
        if (format.isString() && m_compiler.assertsFormat(m_schema.resource->dialect))
            m_schema.checks.push_back(std::make_unique<FormatCheck>(format, format.text()));
    }

private:
    void addType()
    {
        const json::Value keyword = m_schema.source["type"];
        if (!keyword)
            return;
        unsigned allowed = 0;
        const auto allow = [&](const json::Value &name) {
            for (std::size_t i = 0; i < kTypes.size(); ++i) {
                if (name.equals(kTypes[i])) {
                    allowed |= 1U << i;
                    return true;
                }
            }
            return false;
        };
        bool good = keyword.isString() ? allow(keyword) : keyword.isArray();
        if (keyword.isArray()) {
            for (const json::Value name : keyword)
                good = allow(name) && good;
        }
        if (!good)
            return m_compiler.malformed(keyword,
                Text::tr("must be one or more of null, boolean, integer, number, string, array, "
                         "object"));
        m_schema.checks.push_back(std::make_unique<Type>(keyword, allowed));
    }
    void addValues()
    {
        if (const json::Value keyword = m_schema.source["enum"]) {
            if (!keyword.isArray())
                return m_compiler.malformed(keyword, Text::tr("must be an array"));
            m_schema.checks.push_back(std::make_unique<OneOfValues>(
                keyword, std::vector<json::Value>(keyword.begin(), keyword.end())));
        }
        if (const json::Value keyword = m_schema.source["const"])
            m_schema.checks.push_back(
                std::make_unique<OneOfValues>(keyword, std::vector<json::Value>{keyword}));
    }
    void addCounts()
    {
        struct Limit {
            std::string_view name;
            json::Type of;
            bool isMost;
        };
        constexpr std::array kLimits{Limit{"maxLength", json::Type::String, true},
            Limit{"minLength", json::Type::String, false},
            Limit{"maxItems", json::Type::Array, true}, Limit{"minItems", json::Type::Array, false},
            Limit{"maxProperties", json::Type::Object, true},
            Limit{"minProperties", json::Type::Object, false}};
        for (const Limit &limit : kLimits) {
            const json::Value keyword = m_schema.source[limit.name];
            if (!keyword)
                continue;
            const bool good = keyword.isNumber() && json::Decimal(keyword.raw()).isInteger()
                && json::Decimal(keyword.raw()) >= json::Decimal("0");
            if (!good)
                return m_compiler.malformed(keyword, Text::tr("must be a non-negative integer"));
            m_schema.checks.push_back(
                std::make_unique<CountLimit>(keyword, limit.of, limit.isMost));
        }
        if (const json::Value keyword = m_schema.source["uniqueItems"];
            keyword.toBool().value_or(false))
            m_schema.checks.push_back(std::make_unique<UniqueItems>(keyword));
    }
    void addStrings()
    {
        const json::Value keyword = m_schema.source["pattern"];
        if (!keyword)
            return;
        if (!keyword.isString())
            return m_compiler.malformed(keyword, Text::tr("must be a string"));
        auto regex = Regex::compileForeign(keyword.text());
        if (!regex)
            return m_compiler.refuse(regex.error(), keyword);
        m_schema.checks.push_back(std::make_unique<Pattern>(keyword, std::move(regex).value()));
    }

    Compiler &m_compiler;
    Schema &m_schema;
};

} // namespace

void addValueChecks(Compiler &compiler, Schema &schema)
{
    ValueMaker maker(compiler, schema);
    if (schema.resource->dialect.validation)
        maker.add();
    maker.addFormat();
}

} // namespace sonde::schema
