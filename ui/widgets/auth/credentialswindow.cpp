// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/credentialswindow.h"

#include "content/json/jsontreeview.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"
#include "json/document.h"

#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sonde::widgets {

using Kind = look::InlineMessage::Kind;
using models::CredentialModel;

namespace {

std::shared_ptr<const json::Document> parsed(const Bytes &text)
{
    return std::make_shared<const json::Document>(json::Document::parse(text));
}

} // namespace

CredentialsWindow::CredentialsWindow(auth::CredentialCache &cache, QWidget *parent)
    : QDialog(parent)
    , m_cache(cache)
    , m_model(cache)
    , m_message(new look::InlineMessage(this))
    , m_empty(new look::EmptyState(this))
    , m_table(new PlainTable(&m_model, this))
{
    setWindowTitle(tr("Stored credentials"));
    look::setFirstSize(this, QSize(860, 560));
    m_empty->setText(tr("The tokens and clients of all servers appear here."),
        tr("No credentials are stored: no server has requested authorization yet."));
    m_table->setAccessibleName(tr("Stored credentials"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(CredentialModel::KindColumn, 10);
    m_table->setUsualWidth(CredentialModel::ScopesColumn, 20);
    m_table->setUsualWidth(CredentialModel::ExpiryColumn, 32);
    m_detail = makeDetail();
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(m_table);
    parts->addWidget(m_detail);
    parts->setDefaultSizes({140, 380});
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_message);
    layout->addWidget(m_empty);
    layout->addWidget(parts, 1);
    layout->addLayout(makeButtons());
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &CredentialsWindow::showChosen);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &CredentialsWindow::refresh);
    connect(&cache, &auth::CredentialCache::problemChanged, this, &CredentialsWindow::refresh);
    m_message->setObjectName(QStringLiteral("credentialsMessage"));
    connect(m_message, &look::InlineMessage::buttonClicked, this, [this] {
        m_cache.dropAll();
        refresh();
    });
    cache.load(this, [this] { refresh(); }); // where no server has asked yet
    refresh();
}

QWidget *CredentialsWindow::makeDetail()
{
    auto *page = new QWidget(this);
    m_facts = new PropertyGrid(page);
    auto *factsPage = new QWidget(page);
    auto *inner = new QVBoxLayout(factsPage);
    inner->setContentsMargins(8, 8, 8, 8);
    inner->addWidget(m_facts);
    inner->addStretch();
    auto *scroll = new QScrollArea(page);
    scroll->setAccessibleName(tr("Selected credentials"));
    scroll->setWidgetResizable(true);
    scroll->setWidget(factsPage);
    m_header = new content::JsonTreeView(page);
    m_claims = new content::JsonTreeView(page);
    m_header->setObjectName(QStringLiteral("tokenHeader"));
    m_claims->setObjectName(QStringLiteral("tokenClaims"));
    m_header->setAccessibleName(tr("Token header"));
    m_claims->setAccessibleName(tr("Token claims"));
    auto *jwt = new look::Splitter(Qt::Vertical, page);
    jwt->addWidget(look::titled(new look::PanelTitle(tr("Token header")), m_header));
    jwt->addWidget(look::titled(new look::PanelTitle(tr("Token claims")), m_claims));
    jwt->setDefaultSizes({100, 240});
    m_jwt = jwt;
    auto *both = new look::Splitter(Qt::Horizontal, page);
    both->addWidget(scroll);
    both->addWidget(jwt);
    both->setDefaultSizes({420, 420});
    m_token = new QLineEdit(page);
    m_token->setReadOnly(true);
    m_token->setFont(look::fixedFont());
    m_token->setAccessibleName(tr("Access token"));
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both, 1);
    layout->addWidget(m_token);
    return page;
}

QLayout *CredentialsWindow::makeButtons()
{
    m_reveal = new QPushButton(look::icon("lock"), tr("&Reveal the access token"), this);
    m_reveal->setObjectName(QStringLiteral("revealToken"));
    m_forget = new QPushButton(look::icon("remove"), tr("Re&move credentials"), this);
    m_forget->setObjectName(QStringLiteral("removeCredentials"));
    m_forgetAll = new QPushButton(look::icon("clear"), tr("Remove &all…"), this);
    m_forgetAll->setObjectName(QStringLiteral("removeAllCredentials"));
    auto *close = new QPushButton(tr("&Close"), this);
    connect(m_reveal, &QPushButton::clicked, this, &CredentialsWindow::reveal);
    connect(m_forget, &QPushButton::clicked, this,
        [this] { m_model.forget(m_table->currentIndex().row()); });
    connect(m_forgetAll, &QPushButton::clicked, this, &CredentialsWindow::forgetAll);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(look::metrics().gap);
    for (QPushButton *button : {m_reveal, m_forget, m_forgetAll}) {
        button->setAutoDefault(false);
        layout->addWidget(button);
    }
    layout->addStretch();
    layout->addWidget(close);
    return layout;
}

void CredentialsWindow::choose(int row)
{
    m_table->setCurrentIndex(m_model.index(row, 0));
}

QString CredentialsWindow::shownToken() const
{
    return m_token->text();
}

void CredentialsWindow::refresh()
{
    const bool any = m_model.rowCount() > 0;
    m_empty->setVisible(!any);
    m_table->parentWidget()->setVisible(any);
    if (m_cache.problem().isEmpty())
        m_message->hide();
    else
        m_message->showMessage(Kind::Warning,
            tr("Credentials are kept in memory for this run only: %1").arg(m_cache.problem()));
    if (any && !m_table->currentIndex().isValid())
        choose(0);
    showChosen();
}

void CredentialsWindow::showChosen()
{
    const int row = m_table->currentIndex().row();
    const auth::Tokens *const tokens = m_model.tokens(row);
    m_facts->setProperties(m_model.facts(row));
    m_token->clear();
    m_token->hide();
    m_reveal->setEnabled(tokens != nullptr);
    m_forget->setEnabled(row >= 0);
    m_forgetAll->setEnabled(m_model.rowCount() > 0);
    const auto jwt = tokens ? auth::readJwt(tokens->accessToken) : std::nullopt;
    m_jwt->setVisible(jwt.has_value());
    m_header->setDocument(jwt ? parsed(jwt->header) : nullptr);
    m_claims->setDocument(jwt ? parsed(jwt->claims) : nullptr);
}

void CredentialsWindow::reveal()
{
    const auth::Tokens *const tokens = m_model.tokens(m_table->currentIndex().row());
    if (!tokens)
        return;
    m_token->setText(tokens->accessToken.reveal());
    m_token->setCursorPosition(0);
    m_token->show();
    m_token->setFocus();
    m_token->selectAll();
}

// Signed in servers go on with what they have in memory until it ends; nothing brings these back.
void CredentialsWindow::forgetAll()
{
    m_message->showMessage(Kind::Warning,
        m_model.isPersistent()
            ? tr("This removes all tokens and clients of all servers from the keychain.")
            : tr("This removes all tokens and clients of all servers. Sonde keeps them in memory."),
        tr("Remove all"), tr("Remove all?"));
}

} // namespace sonde::widgets
