// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/bundleserver.h"

#include "bundle/bundletr.h"
#include "config/configerror.h"

#include <QDir>

#include <algorithm>
#include <optional>

namespace sonde::bundle {

namespace {

constexpr QLatin1String kSettingPrefix("user_config.");

QString numberText(double value)
{
    return QString::number(value, 'g', 15);
}

// The value of a variable that does not depend on the user's settings.
std::optional<QString> placeOf(const QString &name, const Places &places)
{
    if (name == QLatin1String("__dirname"))
        return places.folder;
    if (name == QLatin1String("HOME"))
        return places.home;
    if (name == QLatin1String("DESKTOP"))
        return places.desktop;
    if (name == QLatin1String("DOCUMENTS"))
        return places.documents;
    if (name == QLatin1String("DOWNLOADS"))
        return places.downloads;
    if (name == QLatin1String("pathSeparator") || name == QLatin1String("/"))
        return QString(QDir::separator());
    return std::nullopt;
}

// Replaces each ${NAME} for which `valueOf` has a value. Stops growing behind the longest text that
// the system takes.
template <typename ValueOf>
QString replaced(const QString &text, const ValueOf &valueOf)
{
    QString made;
    qsizetype at = 0;
    while (made.size() <= config::kMaxArgumentBytes) {
        const qsizetype open = text.indexOf(QLatin1String("${"), at);
        const qsizetype close = open < 0 ? -1 : text.indexOf(u'}', open);
        if (close < 0)
            break;
        made += text.mid(at, open - at);
        const std::optional<QString> value = valueOf(text.mid(open + 2, close - open - 2));
        made += value ? *value : text.mid(open, close + 1 - open);
        at = close + 1;
    }
    return made + text.mid(at);
}

class ServerMaker {
public:
    ServerMaker(const Manifest &manifest, const Places &places, const Values &values)
        : m_manifest(manifest)
        , m_places(places)
        , m_values(values)
        , m_notes(manifest.notes)
    {
    }

    Result<config::PastedServers> make()
    {
        config::Profile profile;
        profile.name = m_manifest.displayName;
        profile.workingDirectory = m_places.folder; // the format's examples have relative paths
        profile.program = fill(m_manifest.program).text;
        if (profile.program.contains(u'/') && QDir::isRelativePath(profile.program))
            profile.program = QDir::cleanPath(m_places.folder + u'/' + profile.program);
        for (const QString &argument : m_manifest.arguments)
            addArgument(profile, argument);
        for (const auto &[name, value] : m_manifest.environment) {
            const Filled filled = fill(value);
            if (filled.incomplete)
                continue;
            profile.environment.emplace_back(name, Secret(filled.text));
            if (filled.sensitive)
                profile.secretVariables << name;
        }
        config::markSecretVariables(profile);
        profile.secretVariables.removeDuplicates();
        if (isTooLong(profile))
            return configError(
                Text::tr("With these values an argument or a variable of the server is longer than "
                         "%1 characters.")
                    .arg(config::kMaxArgumentBytes));
        config::PastedServers servers;
        servers.profiles.push_back(std::move(profile));
        servers.notes = m_notes;
        return servers;
    }

private:
    struct Filled {
        QString text;
        bool sensitive = false; // has the value of a sensitive setting
        bool incomplete = false; // has a setting without a value
    };

    const Setting *settingOf(const QString &variable) const
    {
        if (!variable.startsWith(kSettingPrefix))
            return nullptr;
        const QString key = variable.sliced(kSettingPrefix.size());
        const auto found = std::find_if(m_manifest.settings.begin(), m_manifest.settings.end(),
            [&](const Setting &setting) { return setting.key == key; });
        return found == m_manifest.settings.end() ? nullptr : &*found;
    }

    QStringList textsOf(const Setting &setting) const
    {
        QStringList texts;
        if (const auto found = m_values.find(setting.key); found != m_values.end()) {
            for (const Secret &value : found->second) {
                if (!value.isEmpty())
                    texts << value.reveal();
            }
        }
        return texts;
    }

    Filled fill(const QString &text)
    {
        Filled filled;
        filled.text = replaced(text, [&](const QString &name) -> std::optional<QString> {
            if (const Setting *setting = settingOf(name)) {
                const QStringList values = textsOf(*setting);
                filled.sensitive = filled.sensitive || setting->sensitive;
                filled.incomplete = filled.incomplete || values.isEmpty();
                if (values.size() > 1)
                    note(Text::tr("%1 has several values where the format has room for one: they "
                                  "are joined with commas.")
                             .arg(setting->title));
                return values.join(u',');
            }
            std::optional<QString> place = placeOf(name, m_places);
            if (!place)
                note(Text::tr("${%1} is not a variable of the format, and stays as it is.")
                         .arg(name.left(config::kMaxShownName)));
            return place;
        });
        return filled;
    }

    void addArgument(config::Profile &profile, const QString &argument)
    {
        const bool isVariable = argument.startsWith(QLatin1String("${"))
            && argument.indexOf(u'}') == argument.size() - 1;
        const Setting *whole =
            isVariable ? settingOf(argument.mid(2, argument.size() - 3)) : nullptr;
        if (whole) {
            profile.arguments += textsOf(*whole);
            noteArgument(whole->sensitive && !textsOf(*whole).isEmpty());
            return;
        }
        const Filled filled = fill(argument);
        if (filled.incomplete)
            return;
        profile.arguments << filled.text;
        noteArgument(filled.sensitive);
    }

    void noteArgument(bool sensitive)
    {
        if (sensitive)
            note(Text::tr("The bundle passes a sensitive setting as an argument: every process of "
                          "this machine can read it, and Sonde stores it in the file of the "
                          "servers, not in the keychain."));
    }

    static bool isTooLong(const config::Profile &profile)
    {
        const auto isLong = [](const QString &text) {
            return text.toUtf8().size() > config::kMaxArgumentBytes;
        };
        return isLong(profile.program)
            || std::any_of(profile.arguments.begin(), profile.arguments.end(), isLong)
            || std::any_of(profile.environment.begin(), profile.environment.end(),
                [&](const auto &each) { return isLong(each.second.reveal()); });
    }

    void note(const QString &sentence)
    {
        if (!m_notes.contains(sentence))
            m_notes << sentence;
    }

    const Manifest &m_manifest;
    const Places &m_places;
    const Values &m_values;
    QStringList m_notes;
};

QString numberProblem(const Setting &setting, const QString &text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (!isNumber)
        return Text::tr("%1 must be a number.").arg(setting.title);
    if (setting.minimum && number < *setting.minimum)
        return Text::tr("%1 must be at least %2.").arg(setting.title, numberText(*setting.minimum));
    if (setting.maximum && number > *setting.maximum)
        return Text::tr("%1 must be at most %2.").arg(setting.title, numberText(*setting.maximum));
    return {};
}

} // namespace

Values defaultValues(const Manifest &manifest, const Places &places)
{
    Values values;
    for (const Setting &setting : manifest.settings) {
        for (const QString &text : setting.defaults)
            values[setting.key].emplace_back(
                replaced(text, [&](const QString &name) { return placeOf(name, places); }));
    }
    return values;
}

QString checkValues(const Setting &setting, const std::vector<Secret> &values)
{
    const bool isEmpty = std::all_of(
        values.begin(), values.end(), [](const Secret &value) { return value.isEmpty(); });
    if (isEmpty)
        return setting.required ? Text::tr("%1 needs a value.").arg(setting.title) : QString();
    if (values.size() > 1 && !setting.multiple)
        return Text::tr("%1 takes one value (has %2).").arg(setting.title).arg(values.size());
    for (const Secret &value : values) {
        const QString &text = value.reveal();
        if (setting.type == Setting::Type::Boolean && text != QLatin1String("true")
            && text != QLatin1String("false"))
            return Text::tr("%1 must be true or false.").arg(setting.title);
        if (setting.type == Setting::Type::Number) {
            if (QString problem = numberProblem(setting, text); !problem.isEmpty())
                return problem;
        }
    }
    return {};
}

std::vector<SettingProblem> checkValues(const Manifest &manifest, const Values &values)
{
    std::vector<SettingProblem> problems;
    QStringList keys;
    for (const Setting &setting : manifest.settings) {
        keys << setting.key;
        const auto found = values.find(setting.key);
        const QString problem =
            checkValues(setting, found == values.end() ? std::vector<Secret>() : found->second);
        if (!problem.isEmpty())
            problems.push_back({setting.key, problem});
    }
    for (const auto &[key, value] : values) {
        if (!keys.contains(key))
            problems.push_back({key, Text::tr("The bundle has no setting %1.").arg(key)});
    }
    return problems;
}

Result<config::PastedServers> serverOf(
    const Manifest &manifest, const Places &places, const Values &values)
{
    return ServerMaker(manifest, places, values).make();
}

} // namespace sonde::bundle
