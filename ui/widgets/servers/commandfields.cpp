// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/commandfields.h"

#include "widgets/kit/pathfield.h"
#include "widgets/kit/secrettable.h"
#include "widgets/kit/stringlistedit.h"
#include "widgets/servers/fieldrows.h"

namespace sonde::widgets {

using config::ProfileField;

CommandFields::CommandFields(FieldRows &command, FieldRows &environment)
    : QObject(command.page())
    , m_program(new PathField(PathField::Kind::File, tr("Program"), command.page()))
    , m_arguments(new StringListEdit(tr("Arguments, one per row"), command.page()))
    , m_folder(new PathField(PathField::Kind::Folder, tr("Folder"), command.page()))
    , m_environment(new SecretTable({tr("Environment variables"), tr("Variable"),
                                        tr("Add a variable"), tr("Remove the variable"), {}, {}},
          config::isSecretVariable, SecretTable::Mark::WithValue, environment.page()))
{
    constexpr auto kGroup = FieldRows::Group::Command;
    command.add(kGroup, ProfileField::Program, tr("&Program"), m_program);
    command.add(kGroup, ProfileField::Arguments, tr("&Arguments"), m_arguments);
    m_folder->setPlaceholderText(tr("the folder where Sonde was started"));
    command.add(kGroup, ProfileField::WorkingDirectory, tr("&Folder"), m_folder);
    command.track(m_folder);
    m_environment->setAccessibleName(tr("Environment"));
    m_environment->setObjectName(QStringLiteral("environment"));
    environment.add(FieldRows::Group::Common, ProfileField::Environment, QString(), m_environment);
    environment.track(m_environment, tr("none"), [this] { return !m_environment->rows().empty(); });
    connect(m_program, &PathField::changed, this, &CommandFields::changed);
    connect(m_arguments, &StringListEdit::changed, this, &CommandFields::changed);
    connect(m_folder, &PathField::changed, this, &CommandFields::changed);
    connect(m_environment, &SecretTable::changed, this, &CommandFields::changed);
}

void CommandFields::fill(const config::Profile &profile)
{
    m_program->setText(profile.program);
    m_arguments->setStrings(profile.arguments);
    m_folder->setText(profile.workingDirectory);
    std::vector<SecretTable::Row> rows;
    for (const auto &[name, value] : profile.environment)
        rows.push_back({name, value, profile.secretVariables.contains(name)});
    m_environment->setRows(rows);
}

void CommandFields::putInto(config::Profile &profile) const
{
    profile.program = m_program->text();
    profile.arguments = m_arguments->strings();
    profile.workingDirectory = m_folder->text();
    profile.environment.clear();
    profile.secretVariables.clear();
    for (const SecretTable::Row &row : m_environment->rows()) {
        profile.environment.emplace_back(row.name, row.value);
        if (row.secret)
            profile.secretVariables << row.name;
    }
}

QString CommandFields::preview(const config::Profile &profile)
{
    if (profile.program.isEmpty() && profile.arguments.isEmpty())
        return {};
    QStringList rows{profile.program};
    for (const QString &argument : profile.arguments)
        rows << (argument.isEmpty() ? tr("(empty)")
                                    : QString(argument).replace(u'\n', QChar(0x21b5)));
    QString text;
    for (qsizetype i = 0; i < rows.size(); ++i)
        text += QStringLiteral("%1  %2\n").arg(i, 2).arg(rows[i]);
    return text;
}

} // namespace sonde::widgets
