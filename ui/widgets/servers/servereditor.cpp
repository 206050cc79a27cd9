// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/servereditor.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "setup/eracheck.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/servers/bundlefields.h"
#include "widgets/servers/commandfields.h"
#include "widgets/servers/httpfields.h"
#include "widgets/servers/offersedit.h"
#include "widgets/servers/pasterow.h"
#include "widgets/servers/protocolfields.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/rulespage.h"
#include "widgets/servers/storagetexts.h"
#include "widgets/servers/watchfields.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using config::ProfileField;
using look::ColorLabel;
using models::ColorRole;
using Group = FieldRows::Group;

namespace {

// With the frame of the window, this fits a screen of 1024 x 700.
constexpr QSize kFirstSize(860, 580);
constexpr int kPreviewLines = 4; // at least

} // namespace

ServerEditor::ServerEditor(const config::Profile &profile, QStringList otherNames, QWidget *parent)
    : QDialog(parent)
    , m_original(profile)
    , m_otherNames(std::move(otherNames))
    , m_note(new look::InlineMessage(this))
    , m_pages(new SettingsPages(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(profile.name.isEmpty() ? tr("New server") : tr("Edit server"));
    m_note->hide();
    makePages();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_note);
    layout->addWidget(m_pages, 1);
    layout->addLayout(makeButtons());
    fill(profile);
    connectFields();
    setSecretStorage(m_storage);
    chooseKind();
    m_paste->setFocus();
    look::setFirstSize(this, kFirstSize);
}

ServerEditor *ServerEditor::ofPasted(const config::Profile &profile,
    const config::PastedServers &servers, QStringList otherNames, QWidget *parent)
{
    auto *editor = new ServerEditor(profile, std::move(otherNames), parent);
    editor->m_paste->setServers(servers);
    return editor;
}

ServerEditor *ServerEditor::ofBundle(
    const config::Profile &profile, bundle::Bundle bundle, QStringList otherNames, QWidget *parent)
{
    auto *editor = new ServerEditor(profile, std::move(otherNames), parent);
    editor->m_bundle->setBundle(std::move(bundle));
    editor->fillFromBundle();
    editor->chooseKind();
    editor->m_pages->showPage(BundlePage);
    editor->m_bundle->focusFirst();
    return editor;
}

ServerEditor *ServerEditor::ofCopy(config::Profile profile, QStringList otherNames, QWidget *parent)
{
    const QString name = config::freeServerName(profile.name, otherNames);
    profile.name.clear();
    auto *editor = new ServerEditor(profile, std::move(otherNames), parent);
    editor->m_name->setText(name);
    editor->m_name->selectAll();
    editor->m_name->setFocus();
    return editor;
}

void ServerEditor::makePages()
{
    const auto addRows = [this](Page page, const QString &title) {
        auto *widget = new QWidget;
        m_rows[page] = std::make_unique<FieldRows>(widget);
        m_pages->add(title, widget);
    };
    m_bundle = new BundleFields;
    m_pages->add(tr("Bundle"), m_bundle);
    addRows(ConnectionPage, tr("Command"));
    addRows(EnvironmentPage, tr("Environment"));
    addRows(WatchPage, tr("Restart on change"));
    addRows(HeadersPage, tr("Headers"));
    addRows(AuthorizationPage, tr("Authorization"));
    addRows(NetworkPage, tr("Network"));
    addRows(ProtocolPage, tr("Protocol"));
    makeConnection();
    m_watch = new WatchFields(*m_rows[WatchPage], *m_rows[NetworkPage]);
    m_protocol = new ProtocolFields(*m_rows[ProtocolPage]);
    for (const Page page : {EnvironmentPage, HeadersPage}) {
        auto *note = new ColorLabel(ColorRole::Muted, m_rows[page]->page());
        note->setWordWrap(true);
        m_rows[page]->add(Group::Common, note);
        m_secretsNotes[page == EnvironmentPage ? 0 : 1] = note;
    }
    makeOffers();
}

void ServerEditor::makeConnection()
{
    FieldRows &rows = *m_rows[ConnectionPage];
    m_paste = new PasteRow(rows.page());
    rows.add(Group::Common, tr("Pas&te"), m_paste);
    m_name = new QLineEdit(rows.page());
    m_name->setObjectName(QStringLiteral("name"));
    rows.add(Group::Common, ProfileField::Name, tr("&Name"), m_name);
    rows.add(Group::Common, tr("Connect by"), makeKind(rows.page()));
    m_command = new CommandFields(rows, *m_rows[EnvironmentPage]);
    m_http = new HttpFields(
        {rows, *m_rows[HeadersPage], *m_rows[AuthorizationPage], *m_rows[NetworkPage]});
    rows.add(Group::Common, makePreview(rows.page()));
}

QWidget *ServerEditor::makeKind(QWidget *page)
{
    auto *row = new QWidget(page);
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
    look::passFocus(*row, *m_byCommand);
    return row;
}

QWidget *ServerEditor::makePreview(QWidget *page)
{
    auto *part = new QWidget(page);
    m_previewTitle = new QLabel(part);
    m_previewTitle->setFont(look::boldFont());
    m_previewTitle->setWordWrap(true);
    m_preview = new QPlainTextEdit(part);
    m_preview->setReadOnly(true);
    m_preview->setFont(look::fixedFont());
    m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_preview->setTabChangesFocus(true);
    m_preview->setMinimumHeight(kPreviewLines * m_preview->fontMetrics().lineSpacing() + 12);
    part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_previewTitle);
    layout->addWidget(m_preview, 1);
    return part;
}

void ServerEditor::makeOffers()
{
    m_offers = new OffersEdit;
    m_pages->add(tr("Client capabilities"), m_offers);
    m_rulesPage = new RulesPage;
    m_pages->add(tr("Response rules"), m_rulesPage);
}

QLayout *ServerEditor::makeButtons()
{
    auto *layout = new QHBoxLayout;
    const auto make = [&](const QString &text, const char *name) {
        auto *button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        return button;
    };
    m_showProblem = make(tr("Show the problem"), "showProblem");
    m_showProblem->setIcon(look::signIcon(models::Sign::ProtocolError));
    m_showProblem->setFlat(true);
    m_showProblem->hide();
    connect(m_showProblem, &QPushButton::clicked, this, &ServerEditor::leadToProblem);
    m_runDoctor = make(tr("Find t&he cause"), "runDoctor");
    m_runDoctor->setIcon(look::icon("doctor"));
    m_runDoctor->setToolTip(tr("Check these settings step by step, without saving them"));
    connect(
        m_runDoctor, &QPushButton::clicked, this, [this] { Q_EMIT doctorRequested(profile()); });
    QPushButton *cancel = make(tr("Cancel"), "cancel");
    connect(cancel, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    connect(m_note, &look::InlineMessage::buttonClicked, this, [this] { QDialog::reject(); });
    m_save = make(tr("&Save"), "save");
    connect(m_save, &QPushButton::clicked, this, [this] { save(false); });
    m_saveAndConnect = make(tr("Save and connect"), "saveAndConnect");
    m_saveAndConnect->setDefault(true);
    connect(m_saveAndConnect, &QPushButton::clicked, this, [this] { save(true); });
    layout->addWidget(m_runDoctor);
    layout->addWidget(m_showProblem);
    layout->addStretch();
    for (QPushButton *button : {cancel, m_save, m_saveAndConnect})
        layout->addWidget(button);
    return layout;
}

void ServerEditor::connectFields()
{
    connect(m_paste, &PasteRow::chosen, this, &ServerEditor::fillFrom);
    connect(m_paste, &PasteRow::saveRequested, m_saveAndConnect, &QPushButton::click);
    connect(m_paste, &PasteRow::bundlePasted, this, [this](const QString &path) {
        Q_EMIT bundleRequested(path);
        if (m_original.name.isEmpty())
            QDialog::reject(); // another editor opens
    });
    connect(m_bundle, &BundleFields::changed, this, &ServerEditor::fillFromBundle);
    connect(m_name, &QLineEdit::textChanged, this, &ServerEditor::takeChange);
    connect(m_byUrl, &QRadioButton::toggled, this, &ServerEditor::chooseKind);
    connect(m_command, &CommandFields::changed, this, &ServerEditor::takeChange);
    connect(m_http, &HttpFields::changed, this, &ServerEditor::takeChange);
    connect(m_watch, &WatchFields::changed, this, &ServerEditor::takeChange);
    connect(m_protocol, &ProtocolFields::changed, this, &ServerEditor::takeChange);
    connect(m_offers, &OffersEdit::changed, this, &ServerEditor::takeChange);
    connect(m_rulesPage, &RulesPage::changed, this, &ServerEditor::takeChange);
    connect(m_pages, &SettingsPages::currentChanged, this, &ServerEditor::showStates);
}

RulesEdit &ServerEditor::rules()
{
    return m_rulesPage->rules();
}

void ServerEditor::showRules(const std::optional<review::RuleDraft> &rule)
{
    m_pages->showWidget(ResponseRulesPage, m_rulesPage);
    if (!rule)
        return;
    m_rulesPage->byRules().setChecked(true);
    rules().addFirst(*rule);
    showNote(tr("A rule was made from the review. It responds to the next requests that it matches "
                "once you save; the request under review still waits for you."));
    // A new connection would end the request under review.
    m_saveAndConnect->hide();
    m_save->setText(tr("&Save rule"));
    m_save->setDefault(true);
}

void ServerEditor::setConnected(bool connected)
{
    m_isConnected = connected;
    chooseKind();
}

void ServerEditor::showWatch()
{
    m_pages->showWidget(WatchPage, m_rows[WatchPage]->widgetOf(ProfileField::WatchedPaths));
}

void ServerEditor::setSecretStorage(SecretStorage storage)
{
    m_storage = storage;
    m_http->setSecretStorage(storage);
    m_secretsNotes[0]->setText(variableStorageText(storage));
    m_secretsNotes[1]->setText(headerStorageText(storage));
}

void ServerEditor::showNote(const QString &sentence)
{
    m_note->showMessage(look::InlineMessage::Kind::Info, sentence);
}

void ServerEditor::fill(const config::Profile &profile)
{
    m_name->setText(profile.name);
    m_byUrl->setChecked(!profile.hasProcess());
    m_byCommand->setChecked(profile.hasProcess());
    m_command->fill(profile);
    m_http->fill(profile.http() ? *profile.http() : config::HttpSettings());
    m_watch->fill(profile.watch);
    m_protocol->fill(profile);
    m_offers->fill(profile.offers);
    m_rulesPage->fill(profile.offers);
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
    profile.reachByCommand();
    if (isUrl())
        profile.reachByUrl(m_http->settings());
    profile.watch = m_watch->settings();
    m_protocol->putInto(profile);
    profile.offers = m_offers->offers();
    m_rulesPage->putInto(profile.offers);
    return profile;
}

void ServerEditor::applyPasted(const QString &text)
{
    m_paste->apply(text);
}

// A paste leaves other fields as they are: the name of an existing server, and the settings of the
// other kind of connection.
void ServerEditor::fillFrom(const config::Profile &pasted)
{
    config::Profile filled = profile();
    filled.name = m_original.name.isEmpty() ? config::freeServerName(pasted.name, m_otherNames)
                                            : m_original.name;
    pasted.visit(
        [&](const config::ProgramSettings &command) {
            static_cast<config::ProgramSettings &>(filled) = command;
            m_command->fill(filled);
        },
        [this](const config::HttpSettings &http) { m_http->fill(http); });
    m_name->setText(filled.name);
    (pasted.hasProcess() ? m_byCommand : m_byUrl)->setChecked(true);
    check();
}

// What the settings of the bundle make of the command; a name that was entered stays.
void ServerEditor::fillFromBundle()
{
    const Result<config::PastedServers> server = m_bundle->server();
    if (!server)
        return; // the page says why
    config::Profile filled = server->profiles.front();
    if (!m_name->text().isEmpty())
        filled.name = m_name->text();
    fillFrom(filled);
}

void ServerEditor::chooseKind()
{
    FieldRows &rows = *m_rows[ConnectionPage];
    rows.setGroupVisible(Group::Command, !isUrl());
    rows.setGroupVisible(Group::Url, isUrl());
    m_pages->setTitle(ConnectionPage, isUrl() ? tr("URL") : tr("Command"));
    m_pages->setListed(BundlePage, !isUrl() && m_bundle->hasBundle());
    m_pages->setTitle(WatchPage, isUrl() ? tr("Reconnect on change") : tr("Restart on change"));
    m_pages->setListed(EnvironmentPage, !isUrl());
    for (const Page page : {HeadersPage, AuthorizationPage, NetworkPage})
        m_pages->setListed(page, isUrl());
    m_previewTitle->setText(isUrl() ? tr("Connection and headers of every request")
                                    : tr("Command to start: one argument per row, no shell"));
    m_preview->setAccessibleName(isUrl() ? tr("Connection") : tr("Command to start"));
    m_saveAndConnect->setText(!m_isConnected ? tr("Save and connect")
            : isUrl()                        ? tr("Save and reconnect") // nothing is restarted
                                             : tr("Save and restart"));
    check();
}

void ServerEditor::takeChange()
{
    m_touched = true;
    check();
}

// By Escape, or by the window's own close button. Cancel means it.
void ServerEditor::reject()
{
    if (!m_touched && m_paste->isEmpty())
        return QDialog::reject();
    m_note->showMessage(look::InlineMessage::Kind::Warning, tr("These settings are not saved."),
        tr("&Discard them"));
}

void ServerEditor::check()
{
    const config::Profile now = profile();
    auto problems = config::validate(now, m_otherNames);
    if (const QString sentence = setup::eraContradiction(now); !sentence.isEmpty())
        problems.push_back({config::ProfileField::Revision, -1, true, sentence});
    // An untouched form shows no problems.
    const bool untouched = now.name.isEmpty() && now.isEmpty();
    for (const auto &rows : m_rows) {
        if (!rows)
            continue;
        rows->showProblems(problems, untouched);
        rows->showChanges();
    }
    m_watch->showProposal(now);
    m_command->showProposal(now);
    m_preview->setPlainText(
        now.visit([&](const config::ProgramSettings &) { return CommandFields::preview(now); },
            [](const config::HttpSettings &http) { return HttpFields::preview(http); }));
    const bool fits = config::canBeSaved(problems) && m_offers->problem().isEmpty()
        && m_rulesPage->problem().isEmpty() && (isUrl() || m_bundle->problemCount() == 0);
    m_save->setEnabled(fits);
    m_saveAndConnect->setEnabled(fits);
    showStates();
}

int ServerEditor::problemsOf(int page) const
{
    if (page == BundlePage)
        return m_bundle->problemCount();
    if (page == CapabilitiesPage)
        return m_offers->problem().isEmpty() ? 0 : 1;
    if (page == ResponseRulesPage)
        return m_rulesPage->problem().isEmpty() ? 0 : 1;
    return m_rows[std::size_t(page)]->problemCount();
}

// The list of the pages, and the button that leads to a problem on a page that is not shown.
void ServerEditor::showStates()
{
    int elsewhere = -1;
    for (int page = 0; page < PageCount; ++page) {
        const int changes = page == CapabilitiesPage ? m_offers->changeCount()
            : page == ResponseRulesPage              ? m_rulesPage->changeCount()
            : page == BundlePage                     ? 0
                                                     : m_rows[std::size_t(page)]->changeCount();
        const int problems = problemsOf(page);
        m_pages->setState(page, changes, problems);
        if (problems > 0 && m_pages->isListed(page) && page != m_pages->current() && elsewhere < 0)
            elsewhere = page;
    }
    const bool leads = elsewhere >= 0 && problemsOf(m_pages->current()) == 0;
    m_showProblem->setVisible(leads);
    m_runDoctor->setVisible(!leads);
    if (elsewhere >= 0)
        m_showProblem->setToolTip(tr("Show the problem in “%1”").arg(m_pages->title(elsewhere)));
}

QString ServerEditor::problemAt(config::ProfileField field) const
{
    for (const auto &rows : m_rows) {
        if (rows && rows->widgetOf(field))
            return rows->problemAt(field);
    }
    return {};
}

void ServerEditor::lead(config::ProfileField field)
{
    for (int page = 0; page < PageCount; ++page) {
        const auto &rows = m_rows[std::size_t(page)];
        if (QWidget *widget = rows ? rows->widgetOf(field) : nullptr)
            m_pages->showWidget(page, widget);
    }
}

bool ServerEditor::leadToProblem()
{
    for (int page = 0; page < PageCount; ++page) {
        if (problemsOf(page) == 0 || !m_pages->isListed(page))
            continue;
        const auto &rows = m_rows[std::size_t(page)];
        m_pages->showWidget(page,
            rows                           ? rows->firstProblem()
                : page == BundlePage       ? m_bundle->firstProblem()
                : page == CapabilitiesPage ? static_cast<QWidget *>(m_offers)
                                           : m_rulesPage);
        return true;
    }
    return false;
}

void ServerEditor::save(bool connectNow)
{
    Q_EMIT saved(m_original.name, profile(), connectNow);
    accept();
}

} // namespace sonde::widgets
