// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authstepview.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/auth/authattemptmodel.h"
#include "models/auth/authstepmodel.h"
#include "widgets/auth/authexchangeview.h"
#include "widgets/auth/authproblembox.h"
#include "widgets/auth/authquestion.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"

#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using AttemptModel = models::AuthAttemptModel;
using Phase = models::AuthState::Phase;

namespace {

constexpr qsizetype kMaxFact = 4000; // characters
constexpr int kMaxFactsHeight = 150;

QScrollArea *scrolled(QWidget *page, const QString &name)
{
    auto *scroll = new QScrollArea;
    scroll->setAccessibleName(name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    return scroll;
}

} // namespace

AuthStepView::AuthStepView(QWidget *parent)
    : QWidget(parent)
    , m_empty(new look::EmptyState(this))
    , m_page(new QWidget(this))
    , m_problem(new AuthProblemBox(this))
    , m_question(new AuthQuestion(this))
    , m_model(new AttemptModel(this))
    , m_exchange(new AuthExchangeView(this))
{
    m_attempts = new PlainTable(m_model, this);
    m_attempts->setAccessibleName(tr("Requested URLs"));
    m_attempts->setSelectionMode(QAbstractItemView::SingleSelection);
    m_attempts->setMonospace(AttemptModel::PlaceColumn);
    m_attempts->setUsualWidth(AttemptModel::NumberColumn, 5);
    m_attempts->setUsualWidth(AttemptModel::StatusColumn, 9);
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(m_attempts);
    parts->addWidget(m_exchange);
    parts->setDefaultSizes({90, 420});
    parts->setChildrenCollapsible(false);
    m_parts = parts;
    auto *page = new QVBoxLayout(m_page);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(look::metrics().gap);
    page->addLayout(makeHeading());
    page->addWidget(m_problem);
    page->addWidget(m_question);
    page->addWidget(makeProperties());
    page->addWidget(m_parts, 1);
    page->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty);
    look::passFocus(*this, [this] { return m_empty->isHidden() ? nullptr : m_empty; });
    connect(m_empty, &look::EmptyState::buttonClicked, this, &AuthStepView::nextStepRequested);
    layout->addWidget(m_page, 1);
    connect(m_attempts->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &AuthStepView::showAttempt);
}

QLayout *AuthStepView::makeHeading()
{
    m_heading = new ColorLabel(ColorRole::Normal, this);
    m_heading->setFont(look::headingFont());
    m_editButton = new QPushButton(look::icon("edit"), tr("Edit &and send…"), this);
    m_editButton->setObjectName(QStringLiteral("editAndSend"));
    m_repeat = new QPushButton(look::icon("restart"), tr("Repeat fro&m here"), this);
    m_repeat->setObjectName(QStringLiteral("repeatFromHere"));
    auto *report = new QPushButton(look::icon("copy"), tr("Cop&y report"), this);
    report->setObjectName(QStringLiteral("copyAuthReport"));
    report->setToolTip(tr("Copy every request and decision of the run, secrets redacted"));
    connect(m_editButton, &QPushButton::clicked, this, &AuthStepView::editRequested);
    connect(m_repeat, &QPushButton::clicked, this, &AuthStepView::repeatRequested);
    connect(report, &QPushButton::clicked, this, &AuthStepView::reportRequested);
    auto *layout = new QHBoxLayout;
    layout->setContentsMargins(0, 0, 3, 0); // room for the focus ring
    layout->addWidget(m_heading, 1);
    for (QPushButton *button : {m_editButton, m_repeat, report})
        layout->addWidget(button);
    return layout;
}

QWidget *AuthStepView::makeProperties()
{
    m_facts = new PropertyGrid(this);
    auto *scroll = scrolled(m_facts, tr("Decision"));
    scroll->setMaximumHeight(kMaxFactsHeight);
    return scroll;
}

QString AuthStepView::heading() const
{
    return m_heading->text();
}

void AuthStepView::showNothing(const QString &what, const QString &why, const QString &button)
{
    m_page->hide();
    m_empty->setText(what, why);
    m_empty->setButton(button);
    m_empty->show();
}

void AuthStepView::showStep(int number, const auth::Step &step, const QUrl &page)
{
    m_empty->hide();
    m_page->show();
    m_heading->setText(
        tr("Step %1: %2").arg(number).arg(models::AuthStepModel::stepName(step.kind)));
    m_problem->setStep(step);
    models::Properties facts;
    if (!step.decision.isEmpty() && step.state != auth::StepState::Failed)
        facts.push_back({tr("Decision"), step.decision});
    if (!step.basis.isEmpty() && step.state != auth::StepState::Failed)
        facts.push_back({tr("Specification"), step.basis});
    if (!page.isEmpty())
        facts.push_back({tr("URL"), page.toString(QUrl::FullyEncoded).left(kMaxFact), true});
    for (const auto &[name, value] : step.facts)
        facts.push_back({name, value.left(kMaxFact), true});
    m_facts->setProperties(facts);
    m_hasFacts = !facts.empty();
    showFacts();
    m_model->setAttempts(step.attempts);
    const bool any = !step.attempts.empty();
    m_parts->setVisible(any || isEditing());
    m_attempts->setVisible(any); // an editor needs its room
    const int last = m_model->rowCount() - 1;
    if (any && (!m_attempts->currentIndex().isValid() || m_attempts->currentIndex().row() > last))
        m_attempts->setCurrentIndex(m_model->index(last, 0));
    showAttempt();
}

void AuthStepView::showAttempt()
{
    const int row = m_attempts->currentIndex().row();
    if (const auth::Attempt *attempt = m_model->attempt(row))
        m_exchange->showAttempt(*attempt, row + 1);
}

void AuthStepView::setState(
    const models::AuthState &state, const QStringList &issuers, bool isNewest)
{
    const bool held = state.phase == Phase::Held || state.phase == Phase::WantsPerson;
    m_editButton->setEnabled(isNewest && held);
    m_editButton->setToolTip(m_editButton->isEnabled()
            ? QString()
            : tr("When the run stops before a request, you can edit the request here."));
    if (isNewest)
        m_question->setState(state, issuers);
    else
        m_question->hide();
    if (!isNewest || !held)
        endEdit();
}

void AuthStepView::edit(const auth::FlowAction &held)
{
    m_parts->show();
    m_exchange->edit(held);
    showFacts();
}

void AuthStepView::endEdit()
{
    m_exchange->endEdit();
    showFacts();
}

// Not beside an editor, which needs their room, and shows the URL itself.
void AuthStepView::showFacts()
{
    m_facts->parentWidget()->parentWidget()->setVisible(m_hasFacts && !isEditing());
}

bool AuthStepView::isEditing() const
{
    return m_exchange->isEditing();
}

} // namespace sonde::widgets
