// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/manifest.h"

#include "base/domainerror.h"
#include "base/formatting.h"
#include "bundle/bundletr.h"
#include "config/configerror.h"
#include "config/profile.h"
#include "json/document.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace sonde::bundle {

namespace {

using config::typeSentence;
using config::ValueType;

constexpr std::array kKnownFormats{
    QLatin1String("0.1"), QLatin1String("0.2"), QLatin1String("0.3"), QLatin1String("0.4")};
constexpr qsizetype kMaxLine = 200; // characters of a title, an author, …
constexpr qsizetype kMaxBundleNotes = 50;
constexpr qsizetype kMaxShownPlatforms = 8;

// One line for display.
QString line(const QString &text)
{
    QString shown = text.simplified();
    shown.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate(); });
    return shown.left(kMaxLine).trimmed();
}

QString lines(QString text)
{
    text.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate() && c != u'\n'; });
    return text.left(kMaxDescription).trimmed();
}

// The value of a default or of a variable: a string, or a number or boolean as written.
std::optional<QString> scalar(const json::Value &value)
{
    if (value.isString())
        return value.toString();
    if (value.isNumber() || value.isBool())
        return json::toQString(value.raw());
    return std::nullopt;
}

std::optional<Setting::Type> typeOf(const QString &name)
{
    static const std::array kNames{std::pair{QLatin1String("string"), Setting::Type::String},
        std::pair{QLatin1String("number"), Setting::Type::Number},
        std::pair{QLatin1String("boolean"), Setting::Type::Boolean},
        std::pair{QLatin1String("directory"), Setting::Type::Directory},
        std::pair{QLatin1String("file"), Setting::Type::File}};
    for (const auto &[known, type] : kNames) {
        if (known == name)
            return type;
    }
    return std::nullopt;
}

// `sentence` has %1 for the place of the value.
Error errorAt(const json::Value &value, const QString &sentence)
{
    return configError(sentence.arg(value.path().left(kMaxLine)));
}

Error tooMany(const json::Value &value, std::uint32_t most)
{
    return configError(Text::tr("%1 has more than %2 entries.")
                           .arg(value.path().left(kMaxLine), QString::number(most)));
}

class ManifestReader {
public:
    ManifestReader(const json::Value &root, QStringView platform)
        : m_root(root)
        , m_platform(platform.toString())
    {
    }

    Result<Manifest> read()
    {
        for (const auto part :
            {&ManifestReader::readFormat, &ManifestReader::readAbout, &ManifestReader::readServer,
                &ManifestReader::readSettings, &ManifestReader::readCompatibility}) {
            if (const Result<void> done = (this->*part)(); !done)
                return done.error();
        }
        return std::move(m_manifest);
    }

private:
    // The version of the format was called dxt_version before 0.2.
    Result<void> readFormat()
    {
        const json::Value version = m_root["manifest_version"].exists() ? m_root["manifest_version"]
                                                                        : m_root["dxt_version"];
        if (!version.isString())
            return configError(Text::tr("This is not the manifest of an MCPB bundle: "
                                        "manifest_version is missing or not a string."));
        m_manifest.format = line(version.toString());
        if (std::find(kKnownFormats.begin(), kKnownFormats.end(), m_manifest.format)
            != kKnownFormats.end())
            return {};
        static const QRegularExpression later(QStringLiteral("\\A0\\.[1-9][0-9]{0,3}\\z"));
        if (!later.match(m_manifest.format).hasMatch())
            return configError(
                Text::tr("The manifest has the version “%1”. Sonde reads the versions 0.1 to 0.4.")
                    .arg(m_manifest.format.left(config::kMaxShownName)));
        note(Text::tr("The manifest has the version %1. Sonde knows the versions 0.1 to 0.4, and "
                      "ignores what is new in it.")
                 .arg(m_manifest.format));
        return {};
    }

    Result<void> readAbout()
    {
        m_manifest.name = requiredLine(m_root["name"], "name");
        m_manifest.version = requiredLine(m_root["version"], "version");
        requiredLine(m_root["description"], "description");
        m_manifest.description = lines(m_root["description"].toString());
        m_manifest.author = requiredLine(m_root["author"]["name"], "author.name");
        m_manifest.displayName = line(m_root["display_name"].toString());
        if (m_manifest.displayName.isEmpty())
            m_manifest.displayName = m_manifest.name;
        return {};
    }

    Result<void> readServer()
    {
        const json::Value server = m_root["server"];
        if (!server.isObject())
            return configError(Text::tr("server is missing or not an object: the manifest does not "
                                        "say how to start the server."));
        const QString type = server["type"].toString();
        const json::Value entry = server["entry_point"];
        requiredLine(entry, "server.entry_point");
        static const QStringList types{QStringLiteral("node"), QStringLiteral("python"),
            QStringLiteral("binary"), QStringLiteral("uv")};
        if (!types.contains(type))
            note(Text::tr("A host refuses this bundle: server.type is “%1”, but must be node, "
                          "python, binary or uv.")
                     .arg(line(type).left(config::kMaxShownName)));
        const json::Value command = server["mcp_config"];
        // 0.4: the type uv needs no mcp_config; uv starts the entry point in the bundle's project.
        if (!command.exists() && type == QLatin1String("uv") && !entry.text().empty()) {
            m_manifest.program = QStringLiteral("uv");
            m_manifest.arguments = QStringList{QStringLiteral("run"), QStringLiteral("--directory"),
                QStringLiteral("${__dirname}"), entry.toString()};
            return {};
        }
        if (!command.isObject())
            return configError(
                Text::tr("server.mcp_config is missing or not an object: the manifest does not say "
                         "how to start the server."));
        if (Result<void> done = readCommand(command); !done)
            return done;
        const json::Value own = command["platform_overrides"][m_platform.toStdString()];
        if (own.exists() && !own.isObject())
            return errorAt(own, typeSentence(ValueType::Object));
        if (Result<void> done = readCommand(own); !done)
            return done;
        if (m_manifest.program.trimmed().isEmpty())
            return configError(Text::tr("server.mcp_config.command is missing or empty."));
        return {};
    }

    // What an override does not have stays; its variables are added.
    Result<void> readCommand(const json::Value &command)
    {
        const json::Value program = command["command"];
        if (program.exists()) {
            if (!program.isString())
                return errorAt(program, typeSentence(ValueType::String));
            m_manifest.program = program.toString();
        }
        if (const json::Value arguments = command["args"]; arguments.exists()) {
            const Result<QStringList> words = strings(arguments);
            if (!words)
                return words.error();
            m_manifest.arguments = *words;
        }
        return readEnvironment(command["env"]);
    }

    Result<void> readEnvironment(const json::Value &variables)
    {
        if (!variables.exists())
            return {};
        if (!variables.isObject())
            return errorAt(variables, typeSentence(ValueType::Object));
        if (variables.count() > kMaxBundleEntries)
            return tooMany(variables, kMaxBundleEntries);
        auto &environment = m_manifest.environment;
        for (const json::Value variable : variables) {
            const std::optional<QString> value = scalar(variable);
            if (!value)
                return errorAt(variable, typeSentence(ValueType::String));
            const QString name = json::toQString(variable.key());
            const auto known = std::find_if(environment.begin(), environment.end(),
                [&](const auto &each) { return each.first == name; });
            if (known != environment.end())
                known->second = *value;
            else
                environment.emplace_back(name, *value);
        }
        if (environment.size() > kMaxBundleEntries) // with those that an override adds
            return tooMany(variables, kMaxBundleEntries);
        return {};
    }

    Result<void> readSettings()
    {
        const json::Value settings = m_root["user_config"];
        if (!settings.exists())
            return {};
        if (!settings.isObject())
            return errorAt(settings, typeSentence(ValueType::Object));
        if (settings.count() > kMaxSettings)
            return tooMany(settings, kMaxSettings);
        for (const json::Value member : settings) {
            const Result<Setting> setting = readSetting(member);
            if (!setting)
                return setting.error();
            // Of duplicate names the last one counts, as in most parsers.
            std::erase_if(
                m_manifest.settings, [&](const Setting &each) { return each.key == setting->key; });
            m_manifest.settings.push_back(*setting);
        }
        return {};
    }

    Result<Setting> readSetting(const json::Value &member)
    {
        if (!member.isObject())
            return errorAt(member, typeSentence(ValueType::Object));
        Setting setting;
        setting.key = json::toQString(member.key());
        const std::optional<Setting::Type> type = typeOf(member["type"].toString());
        if (!type)
            note(Text::tr("The setting %1 has the type “%2”, which Sonde takes as a string.")
                     .arg(line(setting.key), line(member["type"].toString())));
        setting.type = type.value_or(Setting::Type::String);
        setting.title = line(member["title"].toString());
        if (setting.title.isEmpty())
            setting.title = line(setting.key);
        setting.description = lines(member["description"].toString());
        for (const auto &[name, flag] :
            {std::pair{"required", &setting.required}, std::pair{"multiple", &setting.multiple},
                std::pair{"sensitive", &setting.sensitive}}) {
            const json::Value value = member[name];
            if (value.exists() && !value.isBool())
                return errorAt(value, typeSentence(ValueType::Flag));
            *flag = value.toBool().value_or(false);
        }
        for (const auto &[name, bound] :
            {std::pair{"min", &setting.minimum}, std::pair{"max", &setting.maximum}}) {
            const json::Value value = member[name];
            if (value.exists() && !value.isNumber())
                return errorAt(value, Text::tr("%1 must be a number."));
            *bound = value.toDouble();
        }
        if (const Result<void> done = readDefault(setting, member["default"]); !done)
            return done.error();
        return setting;
    }

    static Result<void> readDefault(Setting &setting, const json::Value &value)
    {
        if (!value.exists() || value.isNull())
            return {};
        if (value.isArray()) {
            const Result<QStringList> list = strings(value);
            if (!list)
                return list.error();
            setting.defaults = *list;
            setting.multiple = true; // as hosts take it
            return {};
        }
        const std::optional<QString> text = scalar(value);
        if (!text)
            return errorAt(value,
                Text::tr("%1 must be a string, a number, a boolean or an array of strings."));
        if (!text->isEmpty())
            setting.defaults = QStringList{*text};
        return {};
    }

    Result<void> readCompatibility()
    {
        const json::Value compatibility = m_root["compatibility"];
        const json::Value platforms = compatibility["platforms"];
        QStringList names;
        bool isForThis = false;
        for (const json::Value platform : platforms) {
            isForThis = isForThis || platform.toString() == m_platform;
            if (names.size() < kMaxShownPlatforms)
                names << line(platform.toString());
        }
        if (platforms.isArray() && !isForThis)
            note(Text::tr("The bundle is made for %1, not for %2.")
                     .arg(names.isEmpty() ? QStringLiteral("[]") : listText(names), m_platform));
        for (const char *runtime : {"node", "python"}) {
            const QString version = line(compatibility["runtimes"][runtime].toString());
            if (!version.isEmpty())
                note(Text::tr("The bundle needs %1 %2.").arg(QLatin1String(runtime), version));
        }
        return {};
    }

    // Empty, and noted, if it is missing.
    QString requiredLine(const json::Value &value, const char *member)
    {
        QString text = line(value.toString());
        if (text.isEmpty())
            note(Text::tr("A host refuses this bundle: %1 of the manifest is missing, empty or not "
                          "a string.")
                     .arg(QLatin1String(member)));
        return text;
    }

    static Result<QStringList> strings(const json::Value &array)
    {
        if (!array.isArray())
            return errorAt(array, typeSentence(ValueType::Strings));
        if (array.count() > kMaxBundleEntries)
            return tooMany(array, kMaxBundleEntries);
        QStringList texts;
        for (const json::Value element : array) {
            const std::optional<QString> text = scalar(element);
            if (!text)
                return errorAt(array, typeSentence(ValueType::Strings));
            texts << *text;
        }
        return texts;
    }

    void note(const QString &sentence)
    {
        if (m_manifest.notes.size() < kMaxBundleNotes)
            m_manifest.notes << sentence;
    }

    json::Value m_root;
    QString m_platform;
    Manifest m_manifest;
};

} // namespace

Result<Manifest> readManifest(std::string_view json, QStringView platform)
{
    if (json.size() > kMaxManifestBytes)
        return configError(
            Text::tr("The manifest is larger than %1.").arg(bytesText(kMaxManifestBytes)));
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (json.starts_with(kMark)) // some editors write it
        json.remove_prefix(kMark.size());
    const json::Document document =
        json::Document::parse(json, {kMaxManifestBytes, kMaxManifestDepth});
    if (const auto &error = document.error())
        return configError(Text::tr("The manifest is not valid JSON (line %1, column %2: %3).")
                               .arg(error->line)
                               .arg(error->column)
                               .arg(error->reason));
    if (!document.root().isObject())
        return configError(Text::tr("The manifest is not a JSON object."));
    return ManifestReader(document.root(), platform).read();
}

QString thisPlatform()
{
#if defined(Q_OS_MACOS)
    return QStringLiteral("darwin");
#elif defined(Q_OS_WIN)
    return QStringLiteral("win32");
#else
    return QStringLiteral("linux");
#endif
}

} // namespace sonde::bundle
