// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/servereditor.h"

#include "config/pastedserver.h"
#include "look/colorlabel.h"
#include "look/metrics.h"
#include "mcp/message/revision.h"
#include "setup/eracheck.h"
#include "widgets/kit/pastefield.h"
#include "widgets/servers/commandfields.h"
#include "widgets/servers/httpfields.h"
#include "widgets/servers/offersedit.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>

namespace sonde::widgets {

using config::ProfileField;
using look::ColorLabel;
using models::ColorRole;
using Group = FieldRows::Group;

namespace {

constexpr double kMaxSeconds = 86'400;
constexpr QSize kFirstSize(960, 680);

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
    columns->addWidget(makeFields(), 3);
    columns->addLayout(makePreview(), 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(columns);
    layout->addLayout(makeButtons());
    fill(profile);

    connect(m_name, &QLineEdit::textChanged, this, &ServerEditor::check);
    connect(m_byUrl, &QRadioButton::toggled, this, &ServerEditor::chooseKind);
    connect(m_command, &CommandFields::changed, this, &ServerEditor::check);
    connect(m_http, &HttpFields::changed, this, &ServerEditor::check);
    connect(m_offers, &OffersEdit::changed, this, &ServerEditor::check);
    connect(m_era, &QComboBox::currentIndexChanged, this, &ServerEditor::check);
    connect(m_revision, &QComboBox::currentTextChanged, this, &ServerEditor::check);
    for (const auto &[field, box] : m_timeouts)
        connect(box, &QDoubleSpinBox::valueChanged, this, &ServerEditor::check);
    chooseKind();
    m_paste->setFocus();
    resize(kFirstSize);
}

ServerEditor *ServerEditor::ofPasted(
    const config::PastedServers &servers, QStringList otherNames, QWidget *parent)
{
    auto *editor = new ServerEditor(config::Profile(), std::move(otherNames), parent);
    editor->fillFrom(servers);
    return editor;
}

QWidget *ServerEditor::makeFields()
{
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(4);
    form->setContentsMargins(0, 3, 6, 3); // room for the focus ring
    m_rows.emplace(form);

    auto *label = new QLabel(tr("Pas&te"), page);
    form->addRow(label, makePaste(page));
    label->setBuddy(m_paste);
    m_pasteNotes = new ColorLabel(ColorRole::Muted, page);
    m_pasteNotes->setWordWrap(true);
    m_pasteNotes->hide();
    form->addRow(QString(), m_pasteNotes);

    m_name = new QLineEdit(page);
    m_rows->add(Group::Common, ProfileField::Name, tr("&Name"), m_name);
    m_rows->add(Group::Common, tr("Connect by"), makeKind(page));
    m_command = new CommandFields(*m_rows, page);
    m_http = new HttpFields(*m_rows, page);
    makeProtocol(page);
    m_offers = new OffersEdit(page);
    m_rows->add(Group::Common, tr("Client capa&bilities"), m_offers);

    auto *scroll = new QScrollArea(this);
    scroll->setFrameStyle(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    return scroll;
}

QLayout *ServerEditor::makePaste(QWidget *form)
{
    m_paste = new PasteField(form);
    m_paste->setObjectName(QStringLiteral("paste"));
    m_paste->setAccessibleName(tr("Paste a command line, a URL or a JSON configuration"));
    m_paste->setPlaceholderText(tr("a command line, a URL or a JSON configuration"));
    m_paste->setToolTip(Qt::convertFromPlainText(
        tr("Fills the fields below: npx -y @example/server --root \"My files\", "
           "https://example.org/mcp, or {\"mcpServers\": …}")));
    auto *parse = new QPushButton(tr("Parse"), form);
    parse->setObjectName(QStringLiteral("parse"));
    parse->setAutoDefault(false);
    const auto typed = [this] { applyPasted(m_paste->text()); };
    connect(parse, &QPushButton::clicked, this, typed);
    connect(m_paste, &PasteField::entered, this, typed);
    connect(m_paste, &PasteField::pasted, this, &ServerEditor::applyPasted);
    m_pasted = new QComboBox(form);
    m_pasted->setObjectName(QStringLiteral("pasted"));
    m_pasted->setAccessibleName(tr("Pasted server to edit"));
    m_pasted->hide();
    connect(m_pasted, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < int(m_pastedProfiles.size()))
            fillFrom(m_pastedProfiles[std::size_t(index)]);
    });
    auto *paste = new QHBoxLayout;
    paste->setSpacing(8);
    paste->addWidget(m_paste, 1);
    paste->addWidget(parse);
    paste->addWidget(m_pasted);
    return paste;
}

QWidget *ServerEditor::makeKind(QWidget *form)
{
    auto *row = new QWidget(form);
    m_byCommand = new QRadioButton(tr("&Command"), row);
    m_byUrl = new QRadioButton(tr("UR&L"), row);
    m_byCommand->setObjectName(QStringLiteral("byCommand"));
    m_byUrl->setObjectName(QStringLiteral("byUrl"));
    m_byCommand->setChecked(true);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_byCommand);
    layout->addWidget(m_byUrl);
    layout->addStretch();
    row->setFocusProxy(m_byCommand);
    return row;
}

void ServerEditor::makeProtocol(QWidget *form)
{
    m_era = new QComboBox(form);
    m_era->addItem(tr("Automatic: detect"), int(config::EraMode::Auto));
    m_era->addItem(tr("Legacy: handshake"), int(config::EraMode::Legacy));
    m_era->addItem(tr("Modern: stateless"), int(config::EraMode::Modern));
    m_rows->add(Group::Common, tr("E&ra"), m_era);
    m_revision = new QComboBox(form);
    m_revision->setEditable(true);
    m_revision->addItem(QString());
    m_revision->addItems(mcp::knownRevisions());
    m_revision->lineEdit()->setPlaceholderText(tr("negotiate"));
    m_rows->add(Group::Common, ProfileField::Revision, tr("Pinned re&vision"), m_revision);

    const auto timeout = [&](ProfileField field, const QString &name) {
        auto *box = new QDoubleSpinBox(form);
        box->setRange(0, kMaxSeconds);
        box->setDecimals(3);
        box->setSuffix(tr(" s"));
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        m_timeouts[field] = box;
        m_rows->add(Group::Common, field, name, box);
    };
    timeout(ProfileField::HandshakeTimeout, tr("Handshake time&out"));
    timeout(ProfileField::IdleTimeout, tr("&Idle timeout"));
    timeout(ProfileField::TotalTimeout, tr("Tot&al timeout"));
}

QLayout *ServerEditor::makePreview()
{
    auto *layout = new QVBoxLayout;
    layout->setSpacing(4);
    m_previewTitle = new QLabel(this);
    m_previewTitle->setFont(look::boldFont());
    m_previewTitle->setWordWrap(true);
    m_preview = new QPlainTextEdit(this);
    m_preview->setReadOnly(true);
    m_preview->setFont(look::fixedFont());
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setTabChangesFocus(true);
    m_secretsNote = new ColorLabel(ColorRole::Muted, this);
    m_secretsNote->setWordWrap(true);
    layout->addWidget(m_previewTitle);
    layout->addWidget(m_preview);
    layout->addWidget(m_secretsNote);
    return layout;
}

QLayout *ServerEditor::makeButtons()
{
    auto *layout = new QHBoxLayout;
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("cancel"));
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_save = new QPushButton(tr("&Save"), this);
    m_save->setObjectName(QStringLiteral("save"));
    m_save->setAutoDefault(false);
    connect(m_save, &QPushButton::clicked, this, [this] { save(false); });
    m_saveAndConnect = new QPushButton(tr("Save and connect"), this);
    m_saveAndConnect->setObjectName(QStringLiteral("saveAndConnect"));
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
    m_byUrl->setChecked(profile.http.has_value());
    m_byCommand->setChecked(!profile.http.has_value());
    m_command->fill(profile);
    m_http->fill(profile.http.value_or(config::HttpSettings()));
    m_offers->fill(profile.offers);
    m_era->setCurrentIndex(m_era->findData(int(profile.era)));
    m_revision->setCurrentText(profile.revision);
    const auto seconds = [](std::chrono::milliseconds time) { return double(time.count()) / 1000; };
    m_timeouts[ProfileField::HandshakeTimeout]->setValue(seconds(profile.handshakeTimeout));
    m_timeouts[ProfileField::IdleTimeout]->setValue(seconds(profile.idleTimeout));
    m_timeouts[ProfileField::TotalTimeout]->setValue(seconds(profile.totalTimeout));
}

bool ServerEditor::isUrl() const
{
    return m_byUrl->isChecked();
}

config::Profile ServerEditor::profile() const
{
    config::Profile profile = m_original;
    profile.name = m_name->text().trimmed();
    m_command->putInto(profile);
    profile.http.reset();
    if (isUrl())
        profile.http = m_http->settings();
    profile.offers = m_offers->offers();
    profile.era = config::EraMode(m_era->currentData().toInt());
    profile.revision = m_revision->currentText().trimmed();
    profile.handshakeTimeout = milliseconds(m_timeouts.at(ProfileField::HandshakeTimeout));
    profile.idleTimeout = milliseconds(m_timeouts.at(ProfileField::IdleTimeout));
    profile.totalTimeout = milliseconds(m_timeouts.at(ProfileField::TotalTimeout));
    return profile;
}

void ServerEditor::applyPasted(const QString &text)
{
    const auto servers = config::readPastedServers(text);
    if (servers.ok()) {
        fillFrom(*servers);
        return;
    }
    m_pasted->hide();
    showPasteNotes(ColorRole::Error, servers.error().sentence);
}

void ServerEditor::fillFrom(const config::PastedServers &servers)
{
    m_pastedProfiles = servers.profiles;
    const bool several = m_pastedProfiles.size() > 1;
    m_pasted->clear();
    for (const config::Profile &profile : m_pastedProfiles)
        m_pasted->addItem(profile.name);
    m_pasted->setVisible(several);
    QStringList notes = servers.notes;
    if (several)
        notes.prepend(tr("The pasted text describes %1 servers; this is the first. Choose another "
                         "one beside “Parse”.")
                          .arg(m_pastedProfiles.size()));
    showPasteNotes(ColorRole::Muted, notes.join(QLatin1Char('\n')));
    fillFrom(m_pastedProfiles.front());
}

void ServerEditor::showPasteNotes(ColorRole tone, const QString &text)
{
    m_pasteNotes->setColorRole(tone);
    m_pasteNotes->setText(text);
    m_pasteNotes->setVisible(!text.isEmpty());
}

// A paste leaves other fields as they are: the name of an existing server, and the settings of the
// other kind of connection.
void ServerEditor::fillFrom(const config::Profile &pasted)
{
    config::Profile filled = profile();
    filled.name = m_original.name.isEmpty() ? config::freeServerName(pasted.name, m_otherNames)
                                            : m_original.name;
    if (pasted.http) {
        filled.http = pasted.http;
        m_http->fill(*pasted.http);
    } else {
        filled.program = pasted.program;
        filled.arguments = pasted.arguments;
        filled.workingDirectory = pasted.workingDirectory;
        filled.environment = pasted.environment;
        filled.secretVariables = pasted.secretVariables;
        m_command->fill(filled);
    }
    m_name->setText(filled.name);
    (pasted.http ? m_byUrl : m_byCommand)->setChecked(true);
    check();
}

void ServerEditor::chooseKind()
{
    m_rows->setGroupVisible(Group::Command, !isUrl());
    m_http->setVisible(isUrl());
    m_previewTitle->setText(isUrl() ? tr("Connection and headers of every request")
                                    : tr("Command to start: one argument per row, no shell"));
    m_preview->setAccessibleName(isUrl() ? tr("Connection") : tr("Command to start"));
    m_secretsNote->setText(isUrl()
            ? tr("Secret header values and the proxy password are stored in the keychain, redacted "
                 "wherever they are shown, and never recorded. The other settings are stored in a "
                 "file that only you can read.")
            : tr("Secret values of variables are stored in the keychain, the other values in a "
                 "file that only you can read. No value is ever recorded."));
    check();
}

void ServerEditor::check()
{
    const config::Profile now = profile();
    auto problems = config::validate(now, m_otherNames);
    if (const QString sentence = setup::eraContradiction(now); !sentence.isEmpty())
        problems.push_back({config::ProfileField::Revision, -1, true, sentence});
    // An untouched form shows no problems.
    const bool untouched = now.name.isEmpty() && (now.http ? now.http->url : now.program).isEmpty();
    m_rows->showProblems(problems, untouched);
    m_http->showProblemPlaces();
    m_preview->setPlainText(
        now.http ? HttpFields::preview(*now.http) : CommandFields::preview(now));
    const bool fits = config::canBeSaved(problems) && m_offers->problem().isEmpty();
    m_save->setEnabled(fits);
    m_saveAndConnect->setEnabled(fits);
}

void ServerEditor::save(bool connectNow)
{
    Q_EMIT saved(m_original.name, profile(), connectNow);
    accept();
}

} // namespace sonde::widgets
