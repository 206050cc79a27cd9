// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servereditor.h"

#include "config/commandline.h"
#include "content/metrics.h"
#include "content/tonelabel.h"
#include "mcp/revision.h"
#include "widgets/environmentedit.h"
#include "widgets/stringlistedit.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace sonde::widgets {

using config::ProfileField;
using content::ToneLabel;
using models::Tone;

namespace {

constexpr double kMaxSeconds = 86'400;

std::chrono::milliseconds milliseconds(const QDoubleSpinBox *box)
{
    return std::chrono::milliseconds(qRound64(box->value() * 1000));
}

} // namespace

ServerEditor::ServerEditor(const config::Profile &profile, QStringList otherNames, QWidget *parent)
    : QDialog(parent)
    , m_original(profile)
    , m_otherNames(std::move(otherNames))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(profile.name.isEmpty() ? tr("New server") : tr("Edit server"));
    auto *columns = new QHBoxLayout;
    columns->setSpacing(12);
    columns->addLayout(makeFields(), 3);
    columns->addLayout(makePreview(), 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(columns);
    layout->addLayout(makeButtons());
    fill(profile);

    connect(m_name, &QLineEdit::textChanged, this, &ServerEditor::check);
    connect(m_program, &QLineEdit::textChanged, this, &ServerEditor::check);
    connect(m_folder, &QLineEdit::textChanged, this, &ServerEditor::check);
    connect(m_arguments, &StringListEdit::changed, this, &ServerEditor::check);
    connect(m_environment, &EnvironmentEdit::changed, this, &ServerEditor::check);
    connect(m_era, &QComboBox::currentIndexChanged, this, &ServerEditor::check);
    connect(m_revision, &QComboBox::currentTextChanged, this, &ServerEditor::check);
    for (const auto &[field, box] : m_timeouts)
        connect(box, &QDoubleSpinBox::valueChanged, this, &ServerEditor::check);
    check();
    resize(860, 640);
}

QLayout *ServerEditor::makeFields()
{
    auto *form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);

    m_commandLine = new QLineEdit(this);
    m_commandLine->setObjectName(QStringLiteral("commandLine"));
    m_commandLine->setPlaceholderText(tr("npx -y @example/server --root \"My files\""));
    auto *apart = new QPushButton(tr("Take apart"), this);
    apart->setAutoDefault(false);
    connect(apart, &QPushButton::clicked, this, &ServerEditor::takeApart);
    auto *paste = new QHBoxLayout;
    paste->setSpacing(8);
    paste->addWidget(m_commandLine);
    paste->addWidget(apart);
    auto *label = new QLabel(tr("Paste a &command line"), this);
    label->setBuddy(m_commandLine);
    form->addRow(label, paste);
    m_commandNotes = new ToneLabel(Tone::Muted, this);
    m_commandNotes->setWordWrap(true);
    m_commandNotes->hide();
    form->addRow(m_commandNotes);

    addField(form, ProfileField::Name, tr("&Name"), m_name = new QLineEdit(this));
    m_program = new QLineEdit(this);
    m_program->setFont(content::fixedFont());
    addField(form, ProfileField::Program, tr("&Program"), withChooser(m_program, false));
    m_arguments = new StringListEdit(tr("Arguments, one per row"), this);
    addField(form, ProfileField::Arguments, tr("&Arguments"), m_arguments);
    m_folder = new QLineEdit(this);
    m_folder->setFont(content::fixedFont());
    m_folder->setPlaceholderText(tr("where Sonde was started"));
    addField(form, ProfileField::WorkingDirectory, tr("&Folder"), withChooser(m_folder, true));
    m_environment = new EnvironmentEdit(this);
    addField(form, ProfileField::Environment, tr("&Environment"), m_environment);

    m_era = new QComboBox(this);
    m_era->addItem(tr("auto: ask the server"), int(config::EraMode::Auto));
    m_era->addItem(tr("legacy: handshake"), int(config::EraMode::Legacy));
    m_era->addItem(tr("modern: stateless"), int(config::EraMode::Modern));
    form->addRow(tr("E&ra"), m_era);
    m_revision = new QComboBox(this);
    m_revision->setEditable(true);
    m_revision->addItem(QString());
    m_revision->addItems(mcp::knownRevisions());
    m_revision->lineEdit()->setPlaceholderText(tr("negotiate"));
    addField(form, ProfileField::Revision, tr("Pinned re&vision"), m_revision);

    const auto timeout = [&](ProfileField field, const QString &name) {
        auto *box = new QDoubleSpinBox(this);
        box->setRange(0, kMaxSeconds);
        box->setDecimals(3);
        box->setSuffix(tr(" s"));
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        m_timeouts[field] = box;
        addField(form, field, name, box);
    };
    timeout(ProfileField::HandshakeTimeout, tr("First answer &within"));
    timeout(ProfileField::IdleTimeout, tr("Silence in a call, at &most"));
    timeout(ProfileField::TotalTimeout, tr("A whole call, at m&ost"));
    return form;
}

void ServerEditor::addField(
    QFormLayout *form, ProfileField field, const QString &label, QWidget *widget)
{
    form->addRow(label, widget);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    auto *problem = new ToneLabel(Tone::Error, this);
    problem->setWordWrap(true);
    problem->hide();
    form->addRow(QString(), problem);
    m_problems[field] = problem;
}

QWidget *ServerEditor::withChooser(QLineEdit *field, bool folder)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(field);
    auto *choose = new QPushButton(tr("Choose…"), row);
    choose->setAutoDefault(false);
    choose->setAccessibleName(folder ? tr("Choose the folder") : tr("Choose the program"));
    layout->addWidget(choose);
    row->setFocusProxy(field);
    field->setAccessibleName(folder ? tr("Folder") : tr("Program"));
    connect(choose, &QPushButton::clicked, this, [this, field, folder] {
        auto *dialog = new QFileDialog(this, folder ? tr("Working folder") : tr("Program"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        dialog->show();
    });
    return row;
}

QLayout *ServerEditor::makePreview()
{
    auto *layout = new QVBoxLayout;
    layout->setSpacing(4);
    auto *title = new QLabel(tr("What is started: one argument per row, no shell"), this);
    title->setFont(content::boldFont());
    title->setWordWrap(true);
    m_preview = new QPlainTextEdit(this);
    m_preview->setReadOnly(true);
    m_preview->setFont(content::fixedFont());
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setTabChangesFocus(true);
    m_preview->setAccessibleName(tr("What is started"));
    auto *hint = new ToneLabel(tr("Values of variables are kept in a file that only you can read. "
                                  "They are never recorded."),
        Tone::Muted, this);
    hint->setWordWrap(true);
    layout->addWidget(title);
    layout->addWidget(m_preview);
    layout->addWidget(hint);
    return layout;
}

QLayout *ServerEditor::makeButtons()
{
    auto *layout = new QHBoxLayout;
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_save = new QPushButton(tr("&Save"), this);
    m_save->setAutoDefault(false);
    connect(m_save, &QPushButton::clicked, this, [this] { save(false); });
    m_saveAndConnect = new QPushButton(tr("Save and connec&t"), this);
    m_saveAndConnect->setDefault(true);
    connect(m_saveAndConnect, &QPushButton::clicked, this, [this] { save(true); });
    layout->addStretch();
    layout->addWidget(cancel);
    layout->addWidget(m_save);
    layout->addWidget(m_saveAndConnect);
    return layout;
}

void ServerEditor::fill(const config::Profile &profile)
{
    m_name->setText(profile.name);
    m_program->setText(profile.program);
    m_arguments->setStrings(profile.arguments);
    m_folder->setText(profile.workingDirectory);
    m_environment->setVariables(profile.environment);
    m_era->setCurrentIndex(m_era->findData(int(profile.era)));
    m_revision->setCurrentText(profile.revision);
    const auto seconds = [](std::chrono::milliseconds time) { return double(time.count()) / 1000; };
    m_timeouts[ProfileField::HandshakeTimeout]->setValue(seconds(profile.handshakeTimeout));
    m_timeouts[ProfileField::IdleTimeout]->setValue(seconds(profile.idleTimeout));
    m_timeouts[ProfileField::TotalTimeout]->setValue(seconds(profile.totalTimeout));
}

config::Profile ServerEditor::profile() const
{
    config::Profile profile = m_original;
    profile.name = m_name->text().trimmed();
    profile.program = m_program->text();
    profile.arguments = m_arguments->strings();
    profile.workingDirectory = m_folder->text();
    profile.environment = m_environment->variables();
    profile.era = config::EraMode(m_era->currentData().toInt());
    profile.revision = m_revision->currentText().trimmed();
    profile.handshakeTimeout = milliseconds(m_timeouts.at(ProfileField::HandshakeTimeout));
    profile.idleTimeout = milliseconds(m_timeouts.at(ProfileField::IdleTimeout));
    profile.totalTimeout = milliseconds(m_timeouts.at(ProfileField::TotalTimeout));
    return profile;
}

void ServerEditor::takeApart()
{
    const auto line = config::splitCommandLine(m_commandLine->text());
    const bool usable = line.ok() && !line->words.isEmpty();
    m_commandNotes->setTone(line.ok() ? Tone::Muted : Tone::Error);
    m_commandNotes->setText(!line.ok() ? line.error().sentence
            : !usable                  ? tr("There is no program in it.")
                                       : line->notes.join(QLatin1Char('\n')));
    m_commandNotes->setVisible(!m_commandNotes->text().isEmpty());
    if (!usable)
        return;
    m_program->setText(line->words.first());
    m_arguments->setStrings(line->words.mid(1));
    for (const auto &[name, value] : line->environment)
        m_environment->add(name, value);
    if (m_name->text().isEmpty())
        m_name->setText(line->words.first().section(QLatin1Char('/'), -1));
}

void ServerEditor::check()
{
    const config::Profile now = profile();
    const auto problems = config::validate(now, m_otherNames);
    for (const auto &[field, label] : m_problems) {
        QStringList sentences;
        bool blocks = false;
        for (const config::FieldProblem &problem : problems) {
            if (problem.field == field) {
                sentences << problem.sentence;
                blocks |= problem.blocks;
            }
        }
        // An empty form is not full of mistakes: it says so when there is something in it.
        const bool untouched = now.program.isEmpty() && now.name.isEmpty();
        label->setTone(blocks ? Tone::Error : Tone::Warn);
        label->setText(sentences.join(QLatin1Char('\n')));
        label->setVisible(!sentences.isEmpty() && !untouched);
    }
    QStringList rows{now.program};
    for (const QString &argument : now.arguments)
        rows << (argument.isEmpty() ? tr("(empty)")
                                    : QString(argument).replace(u'\n', QChar(0x21b5)));
    QString text;
    for (qsizetype i = 0; i < rows.size(); ++i)
        text += QStringLiteral("%1  %2\n").arg(i, 2).arg(rows[i]);
    m_preview->setPlainText(text);
    const bool fits = config::canBeSaved(problems);
    m_save->setEnabled(fits);
    m_saveAndConnect->setEnabled(fits);
}

void ServerEditor::save(bool connectNow)
{
    Q_EMIT saved(m_original.name, profile(), connectNow);
    accept();
}

} // namespace sonde::widgets
