// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/commandfields.h"

#include "look/access/focuspass.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/field/pathfield.h"
#include "widgets/kit/field/stringlistedit.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/servers/fieldrows.h"

#include <QComboBox>
#include <QHBoxLayout>

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
    m_arguments->setObjectName(QStringLiteral("arguments"));
    command.add(kGroup, ProfileField::Arguments, tr("&Arguments"), m_arguments);
    m_folder->setPlaceholderText(tr("the folder where Sonde was started"));
    command.add(kGroup, ProfileField::WorkingDirectory, tr("&Folder"), m_folder);
    command.track(m_folder);
    makeDebugger(command);
    m_environment->setAccessibleName(tr("Environment"));
    m_environment->setObjectName(QStringLiteral("environment"));
    environment.add(FieldRows::Group::Common, ProfileField::Environment, QString(), m_environment);
    environment.track(m_environment, tr("none"), [this] { return !m_environment->rows().empty(); });
    connect(m_program, &PathField::changed, this, &CommandFields::changed);
    connect(m_arguments, &StringListEdit::changed, this, &CommandFields::changed);
    connect(m_folder, &PathField::changed, this, &CommandFields::changed);
    connect(m_environment, &SecretTable::changed, this, &CommandFields::changed);
}

void CommandFields::makeDebugger(FieldRows &command)
{
    using config::Debugger;
    auto *row = new QWidget(command.page());
    m_debugger = new QComboBox(row);
    m_debugger->setObjectName(QStringLiteral("debugger"));
    m_debugger->setAccessibleName(tr("Start in a debugger"));
    m_debugger->addItem(QString(), int(Debugger::None)); // named by showProposal()
    m_debugger->addItem(QString(), int(Debugger::Node));
    m_debugger->addItem(QString(), int(Debugger::Python));
    m_debugger->addItem(QString(), int(Debugger::Gdbserver));
    m_port = new BoundedSpin(row);
    m_port->setObjectName(QStringLiteral("debuggerPort"));
    m_port->setAccessibleName(tr("Port on which the debugger waits"));
    m_port->setRange(0, config::kMaxDebuggerPort);
    m_port->setPrefix(tr("port "));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_debugger, 1);
    layout->addWidget(m_port);
    look::passFocus(*row, *m_debugger);
    command.add(FieldRows::Group::Command, ProfileField::Debugger, tr("De&bugger"), row);
    command.track(row, tr("none"), [this] { return m_debugger->currentIndex() > 0; });
    connect(m_debugger, &QComboBox::currentIndexChanged, this, &CommandFields::changed);
    connect(m_port, &BoundedSpin::valueChanged, this, &CommandFields::changed);
}

config::DebugSettings CommandFields::debugSettings() const
{
    const auto debugger = config::Debugger(m_debugger->currentData().toInt());
    return {debugger, debugger == config::Debugger::None ? 0 : m_port->value()};
}

void CommandFields::showProposal(const config::Profile &profile)
{
    using config::Debugger;
    const Debugger proposed = config::proposedDebugger(profile.program);
    const auto name = [&](Debugger debugger, const QString &text) {
        const QString shown = debugger == proposed && proposed != Debugger::None
            ? tr("%1, fits this program").arg(text)
            : text;
        m_debugger->setItemText(m_debugger->findData(int(debugger)), shown);
    };
    name(Debugger::None, tr("none"));
    name(Debugger::Node, QStringLiteral("node --inspect-brk"));
    name(Debugger::Python, QStringLiteral("python -m debugpy"));
    name(Debugger::Gdbserver, QStringLiteral("gdbserver"));
    const Debugger chosen = profile.debug.debugger;
    m_port->setVisible(chosen != Debugger::None);
    m_port->setSpecialValueText(tr("port %1").arg(config::usualPort(chosen)));
}

void CommandFields::fill(const config::Profile &profile)
{
    m_program->setText(profile.program);
    m_arguments->setStrings(profile.arguments);
    m_folder->setText(profile.workingDirectory);
    m_port->setValue(profile.debug.port);
    m_debugger->setCurrentIndex(m_debugger->findData(int(profile.debug.debugger)));
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
    profile.debug = debugSettings();
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
    const config::DebugLaunch launch =
        config::debugLaunch(profile.debug, profile.program, profile.arguments);
    QStringList rows{launch.program};
    for (const QString &argument : launch.arguments)
        rows << (argument.isEmpty() ? tr("(empty)")
                                    : QString(argument).replace(u'\n', QChar(0x21b5)));
    QString text;
    for (qsizetype i = 0; i < rows.size(); ++i)
        text += QStringLiteral("%1  %2\n").arg(i, 2).arg(rows[i]);
    return text;
}

} // namespace sonde::widgets
