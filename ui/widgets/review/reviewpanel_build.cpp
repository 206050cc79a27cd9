// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How the parts of a review are put together.

#include "content/json/jsoneditor.h"
#include "look/colorlabel.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/splitter.h"
#include "widgets/kit/signlabel.h"
#include "widgets/review/questionpage.h"
#include "widgets/review/remarklist.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/review/roundhistory.h"

#include <QInputDialog>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kListWidth = 200;
// Longer answers are looked at when nothing was typed for a moment, and before they are sent.
constexpr std::size_t kJudgedAtOnce = std::size_t(64) << 10;
constexpr int kJudgeSoonMs = 300;

QString askWords(const review::QueuedRequest &ask)
{
    using review::Kind;
    if (ask.questions.size() != 1)
        return ReviewPanel::tr("%1 requests input").arg(ask.server);
    switch (ask.questions[0].kind) {
    case Kind::Sampling:
        return ReviewPanel::tr("%1 requests sampling").arg(ask.server);
    case Kind::Form:
        return ReviewPanel::tr("%1 requests information").arg(ask.server);
    case Kind::Url:
        return ReviewPanel::tr("%1 requests a visit to a URL").arg(ask.server);
    case Kind::Roots:
        return ReviewPanel::tr("%1 requests roots").arg(ask.server);
    case Kind::Other:
        break;
    }
    return ReviewPanel::tr("%1 sends a request").arg(ask.server);
}

QString causeWords(const review::QueuedRequest &ask)
{
    if (!ask.task.empty() && !ask.isOfTask())
        return ReviewPanel::tr("caused by task %1").arg(QString::fromStdString(ask.task).left(100));
    if (ask.cause.method.empty())
        return ReviewPanel::tr("cause unknown");
    QString call = QString::fromStdString(ask.cause.method);
    if (!ask.cause.target.empty())
        call += u' ' + QString::fromStdString(ask.cause.target).left(100);
    if (!ask.cause.id.empty())
        call += QStringLiteral(" #") % QString::fromStdString(ask.cause.id);
    if (!ask.task.empty())
        return ReviewPanel::tr("caused by task %1 of %2")
            .arg(QString::fromStdString(ask.task).left(100), call);
    return ask.cause.certain ? ReviewPanel::tr("caused by %1").arg(call)
                             : ReviewPanel::tr("probably caused by %1").arg(call);
}

} // namespace

void ReviewPanel::build()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().gap, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addLayout(makeHeading());
    m_message = new look::InlineMessage(this);
    m_message->hide();
    connect(m_message, &look::InlineMessage::buttonClicked, this, &ReviewPanel::nextRequested);
    layout->addWidget(m_message);
    m_judgeSoon.setSingleShot(true);
    m_judgeSoon.setInterval(kJudgeSoonMs);
    connect(&m_judgeSoon, &QTimer::timeout, this, &ReviewPanel::judge);
    m_steps = new StepStrip(this);
    connect(
        m_steps, &StepStrip::chosen, this, [this](int step) { setStep(StepStrip::Step(step)); });
    layout->addWidget(m_steps);
    if (m_ask->isRound() && m_ask->round().facts().kind != mcp::InputRound::Kind::Urls)
        layout->addWidget(new RoundHistory(m_ask->round().facts(), this));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeQuestions());
    m_stack->addWidget(makeCheck());
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeButtons());
}

QLayout *ReviewPanel::makeHeading()
{
    auto *what = new ColorLabel(askWords(*m_ask), ColorRole::Normal, this);
    what->setFont(look::headingFont());
    auto *method = new ColorLabel(
        m_ask->isRound() ? QStringLiteral("input_required") : m_ask->questions[0].method,
        ColorRole::Normal, this);
    if (m_ask->isRound() && m_ask->round().facts().kind == mcp::InputRound::Kind::Urls)
        method->setText(QStringLiteral("−32042 URL elicitation required"));
    if (!m_ask->ownTask().empty()) {
        method->setText(
            tr("%1 as task %2").arg(method->text(), QString::fromStdString(m_ask->ownTask())));
        method->setToolTip(
            tr("The request runs as a task. The server retrieves your response later."));
    }
    method->setFont(look::fixedFont());
    auto *cause = new ColorLabel(causeWords(*m_ask), ColorRole::Muted, this);
    m_waiting = new SignLabel(this);
    auto *patience = new ColorLabel(tr("· no timeout announced"), ColorRole::Muted, this);
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    row->addWidget(what);
    row->addWidget(method);
    row->addWidget(cause, 1);
    row->addWidget(m_waiting);
    row->addWidget(patience);
    return row;
}

QWidget *ReviewPanel::makeQuestions()
{
    m_questions = new QStackedWidget(this);
    for (std::size_t i = 0; i < m_ask->questions.size(); ++i) {
        Part part;
        part.page =
            QuestionPage::make({m_ask, i, m_box->standing(m_ask->server), m_settings}, m_questions);
        // What is written after a choice is meant in its place.
        connect(part.page, &QuestionPage::answerChanged, this, [this, i] {
            if (m_parts[i].chosen.isEmpty() && m_parts[i].page->answer().size() > kJudgedAtOnce)
                m_judgeSoon.start();
            else
                choosePart(i, Bytes(), QString());
        });
        m_questions->addWidget(part.page);
        m_parts.push_back(part);
    }
    if (m_parts.size() == 1)
        return m_questions;
    auto *split = new look::Splitter(Qt::Horizontal, this);
    m_list = new QListWidget(split);
    m_list->setAccessibleName(tr("Requested input"));
    for (const Part &part : m_parts) {
        auto *item = new QListWidgetItem(review::titleOf(part.page->question()), m_list);
        item->setToolTip(
            Qt::convertFromPlainText(QString::fromStdString(part.page->question().key).left(200)));
    }
    connect(m_list, &QListWidget::currentRowChanged, m_questions, &QStackedWidget::setCurrentIndex);
    split->addWidget(m_list);
    split->addWidget(m_questions);
    split->setStretchFactor(1, 1);
    split->setSizes({kListWidth, 4 * kListWidth});
    m_list->setCurrentRow(0);
    return split;
}

QWidget *ReviewPanel::makeCheck()
{
    auto *page = new QWidget(this);
    m_remarks = new RemarkList(page);
    m_size = new ColorLabel(ColorRole::Muted, page);
    m_exact = new content::JsonEditor(page);
    m_exact->setReadOnly(true);
    m_exact->setAccessibleName(tr("Response as sent"));
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_remarks);
    layout->addWidget(m_size);
    layout->addWidget(m_exact, 1);
    return page;
}

QWidget *ReviewPanel::makeButtons()
{
    m_buttons = new QWidget(this);
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(3, 0, 3, look::metrics().gap);
    m_verdict = new ColorLabel(ColorRole::Muted, m_buttons);
    row->addWidget(m_verdict, 1);
    addRefusals(row);
    addChoices(row);
    auto *line = new QFrame(m_buttons);
    line->setFrameShape(QFrame::VLine);
    line->setForegroundRole(QPalette::Mid);
    row->addWidget(line);
    m_go = new QPushButton(m_buttons);
    m_go->setDefault(true);
    m_go->setObjectName(QStringLiteral("go"));
    connect(m_go, &QPushButton::clicked, this, &ReviewPanel::goOn);
    row->addWidget(m_go);
    return m_buttons;
}

// Decline and cancel of the question that is shown.
void ReviewPanel::addChoices(QHBoxLayout *row)
{
    const bool urls =
        m_ask->isRound() && m_ask->round().facts().kind == mcp::InputRound::Kind::Urls;
    if (urls || m_parts.empty())
        return;
    std::size_t most = 0;
    for (const Part &part : m_parts)
        most = std::max(most, part.page->choices().size());
    for (std::size_t i = 0; i < most; ++i) {
        auto *button = new QPushButton(m_buttons);
        button->setAutoDefault(false);
        const auto show = [this, button, i] {
            const auto index = std::size_t(std::max(0, m_questions->currentIndex()));
            const auto choices = m_parts[index].page->choices();
            button->setVisible(i < choices.size());
            if (i >= choices.size())
                return;
            button->setText(choices[i].text);
            button->setToolTip(choices[i].toolTip);
        };
        connect(m_questions, &QStackedWidget::currentChanged, button, show);
        connect(button, &QPushButton::clicked, this,
            [this, i] { choose(std::size_t(std::max(0, m_questions->currentIndex())), i); });
        show();
        row->addWidget(button);
        m_answers.push_back(button);
    }
}

void ReviewPanel::addRefusals(QHBoxLayout *row)
{
    const auto add = [&](const QString &text, const QString &toolTip, auto action) {
        auto *button = new QPushButton(text, m_buttons);
        button->setToolTip(toolTip);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, action);
        row->addWidget(button);
        m_answers.push_back(button);
    };
    if (m_ask->isOfTask())
        return add(tr("Cancel the &task"), tr("Sends tasks/cancel instead of a response"),
            [this] { stop(); });
    if (m_ask->isRound()) {
        addExperiments(row);
        add(tr("S&top here"), tr("Ends the call with the input_required result"),
            [this] { stop(); });
        return;
    }
    add(tr("Respond with &error…"), tr("Sends a JSON-RPC error with your code and message"),
        [this] { askRefusal(); });
    if (m_ask->questions[0].kind == review::Kind::Sampling)
        add(tr("Re&fuse"), tr("Error −1: User rejected sampling request"),
            [this] { refuse(review::rejectedSampling()); });
}

// Against the rules, to see how a server takes it (2026-07-28 basic/patterns/mrtr).
void ReviewPanel::addExperiments(QHBoxLayout *row)
{
    if (m_ask->round().facts().kind != mcp::InputRound::Kind::Input
        || !m_ask->round().facts().asked->root()["requestState"])
        return;
    auto *button = new QPushButton(look::icon("warning"), tr("E&xperiment"), m_buttons);
    button->setToolTip(tr("Do what the specification forbids with requestState"));
    button->setAutoDefault(false);
    auto *menu = new QMenu(button);
    menu->addAction(tr("Send with a changed requestState…"), this, [this] { askChangedState(); });
    menu->addAction(tr("Send without the requestState"), this, [this] {
        send({mcp::StateEcho::Mode::Dropped, {}});
    });
    button->setMenu(menu);
    row->addWidget(button);
    m_answers.push_back(button);
}

void ReviewPanel::askChangedState()
{
    const json::Value state = m_ask->round().facts().asked->root()["requestState"];
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Experiment: a changed requestState"));
    dialog->setLabelText(tr("JSON to send instead of requestState"));
    dialog->setTextValue(json::toQString(state.raw()));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        send({mcp::StateEcho::Mode::Changed, text.toStdString()});
    });
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

void ReviewPanel::askRefusal()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Respond with an error"));
    dialog->setLabelText(tr("Code and message, for example “-1 Not now”"));
    dialog->setTextValue(QStringLiteral("%1 %2")
                             .arg(review::rejectedSampling().code)
                             .arg(review::rejectedSampling().message));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        const QString code = text.trimmed().section(u' ', 0, 0);
        bool number = false;
        const int value = code.toInt(&number);
        refuse({number ? value : -1, number ? text.trimmed().section(u' ', 1) : text});
    });
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

} // namespace sonde::widgets
