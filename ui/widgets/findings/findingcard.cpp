// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingcard.h"

#include "base/formatting.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/findings/findingtext.h"
#include "widgets/findings/rulepageview.h"
#include "widgets/findings/wronghere.h"
#include "widgets/kit/button/buttonrow.h"
#include "widgets/kit/table/propertygrid.h"

#include <QDesktopServices>
#include <QLabel>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

namespace sonde::widgets {

FindingCard::FindingCard(QWidget *parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
    , m_sentence(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_wrongHere(new WrongHere(this))
    , m_page(new RulePageView(this))
    , m_facts(new PropertyGrid(this))
    , m_seeAlso(new QLabel(this))
    , m_jump(new QPushButton(look::icon("trace"), tr("Jump to message"), this))
    , m_copy(new QPushButton(look::icon("copy"), tr("Copy as Markdown"), this))
    , m_accept(new QPushButton(look::icon("check"), {}, this))
    , m_open(new QPushButton(look::icon("globe"), tr("Open the specification"), this))
{
    setObjectName(QStringLiteral("findingCard"));
    auto *page = new QWidget(m_scroll);
    page->setBackgroundRole(QPalette::Base);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAccessibleName(tr("What is wrong"));
    auto *lines = new QVBoxLayout(page);
    const int margin = look::metrics().margin;
    lines->setContentsMargins(margin, margin, margin, margin);
    lines->setSpacing(margin);
    lines->addWidget(m_sentence);
    lines->addWidget(m_wrongHere);
    lines->addWidget(m_page);
    lines->addWidget(m_facts);
    m_seeAlso->setTextFormat(Qt::RichText);
    m_seeAlso->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_seeAlso->setFocusPolicy(Qt::StrongFocus);
    m_seeAlso->setWordWrap(true);
    m_seeAlso->setAccessibleName(tr("Other messages of the finding"));
    connect(m_seeAlso, &QLabel::linkActivated, this,
        [this](const QString &link) { Q_EMIT messageRequested(link.toUInt()); });
    lines->addWidget(m_seeAlso);
    lines->addStretch();
    m_scroll->setWidget(page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_scroll->setAccessibleName(tr("Finding"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addWidget(m_scroll, 1);
    makeButtons();
    showFinding({});
}

void FindingCard::makeButtons()
{
    m_jump->setToolTip(tr("Show the message, and the value in it"));
    m_copy->setToolTip(tr("Copy the finding as Markdown for an issue, with secrets redacted"));
    m_open->setToolTip(tr("Open the section of the specification in the browser"));
    auto *row = new ButtonRow(this);
    for (QPushButton *button : {m_jump, m_copy, m_accept, m_open}) {
        button->setAutoDefault(false);
        row->add(button);
    }
    layout()->addWidget(row);
    m_accept->setObjectName(QStringLiteral("acceptFinding"));
    m_accept->hide();
    connect(m_jump, &QPushButton::clicked, this, &FindingCard::jumpRequested);
    connect(m_accept, &QPushButton::clicked, this, &FindingCard::acceptRequested);
    connect(m_copy, &QPushButton::clicked, this, &FindingCard::copyMarkdown);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_finding)
            QDesktopServices::openUrl(
                QUrl(m_finding->requirement->addressIn(m_finding->revision), QUrl::StrictMode));
    });
}

void FindingCard::copyMarkdown() const
{
    if (m_finding)
        look::copyToClipboard(
            models::findingMarkdown(*m_finding, m_server, m_wrongHere->excerpts()));
}

void FindingCard::showFinding(const std::optional<findings::Finding> &finding,
    const QString &server, const models::FindingExcerpts &excerpts,
    const findings::Baseline::Entry *accepted)
{
    m_finding = finding;
    m_server = server;
    for (QPushButton *button : {m_jump, m_copy, m_accept})
        button->setEnabled(finding.has_value());
    m_open->setEnabled(finding && !finding->requirement->addressIn(finding->revision).isEmpty());
    m_sentence->setVisible(finding.has_value());
    m_sentence->setText(finding ? models::withoutCodeMarks(finding->sentence) : QString());
    m_sentence->setSign(finding ? models::levelSign(finding->level) : models::Sign::None);
    m_wrongHere->setExcerpts(excerpts, finding ? finding->level : findings::Level::Error);
    m_page->showRuleOf(finding);
    m_accept->setText(accepted ? tr("Withdraw acceptance") : tr("Accept with a reason…"));
    m_accept->setToolTip(accepted ? tr("Count the finding again (Shift+Del)")
                                  : tr("Stop counting findings like this one of the server "
                                       "(Shift+Del)"));
    showOthers();
    auto facts = finding ? models::findingFacts(*finding) : models::Properties();
    if (!server.isEmpty())
        facts.push_back({tr("Server"), server});
    if (finding && accepted) {
        const auto more = models::acceptedFacts(*accepted);
        facts.insert(facts.begin(), more.begin(), more.end());
    }
    m_facts->setProperties(facts);
}

// The links are made of numbers alone.
void FindingCard::showOthers()
{
    QStringList links;
    if (m_finding) {
        for (std::size_t i = 1; i < m_finding->messages.size(); ++i)
            links << QStringLiteral("<a href=\"%1\">#%2</a>")
                         .arg(m_finding->messages[i])
                         .arg(countText(m_finding->messages[i]));
    }
    m_seeAlso->setVisible(!links.isEmpty());
    m_seeAlso->setText(links.isEmpty() ? QString() : tr("See also %1").arg(listText(links)));
}

} // namespace sonde::widgets
