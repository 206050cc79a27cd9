// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/reviewpanel.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/access/focuspass.h"
#include "look/access/menutext.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/plaintooltip.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/session/requestmodel.h"
#include "review/responsecheck.h"
#include "widgets/review/questionpages.h"
#include "widgets/review/remarklist.h"
#include "widgets/review/reviewbuttons.h"
#include "widgets/review/reviewheading.h"
#include "widgets/review/roundhistory.h"
#include "widgets/review/urlpage.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;
using Message = look::InlineMessage;

namespace {

bool goesOn(const QKeyEvent &key)
{
    return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)
        && (key.modifiers() & ~Qt::KeypadModifier) == Qt::ControlModifier;
}

constexpr int kListWidth = 200;
// Longer responses are looked at when nothing was typed for a moment, and before they are sent.
constexpr std::size_t kJudgedAtOnce = std::size_t(64) << 10;
constexpr int kJudgeSoonMs = 300;

} // namespace

ReviewPanel::ReviewPanel(
    review::ServerRequestQueue *box, quint64 number, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_box(box)
    , m_number(number)
    , m_settings(settings)
    , m_ask(box->find(number))
    , m_response(m_ask)
{
    build();
    connect(box, &review::ServerRequestQueue::changed, this, [this](quint64 changed) {
        if (changed == m_number)
            showClosed();
    });
    m_clock = new QTimer(this);
    m_clock->setInterval(1000);
    connect(m_clock, &QTimer::timeout, this, &ReviewPanel::showWaiting);
    m_clock->start();
    setStep(StepStrip::Response);
    if (isClosed())
        showClosed();
    showWaiting();
}

ReviewPanel::~ReviewPanel() = default;

void ReviewPanel::build()
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().gap, 0, 0);
    layout->setSpacing(look::metrics().gap);
    m_heading = new ReviewHeading(*m_ask, this);
    layout->addWidget(m_heading);
    connect(m_heading, &ReviewHeading::callRequested, this, &ReviewPanel::callRequested);
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
    if (m_ask->isRound() && !m_response.hasOnlyUrls())
        layout->addWidget(new RoundHistory(m_ask->round().facts(), this));
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeQuestions());
    m_stack->addWidget(makeCheck());
    layout->addWidget(m_stack, 1);
    m_buttons = makeButtons();
    layout->addWidget(m_buttons);
    look::passFocus(*this, [this]() -> QWidget * {
        return m_stack->currentIndex() == 0 ? m_questions->currentWidget() : m_exact;
    });
}

QWidget *ReviewPanel::makeQuestions()
{
    m_questions = new QStackedWidget(this);
    for (std::size_t i = 0; i < m_ask->questions.size(); ++i) {
        QuestionPage *const page =
            makeQuestionPage({m_ask, i, m_box->standing(m_ask->server), m_settings}, m_questions);
        // What is written after a choice is meant in its place.
        connect(page, &QuestionPage::responseChanged, this, [this, i] {
            const ReviewedResponse::Part &part = m_response.parts()[i];
            if (part.chosen.isEmpty() && part.page->response().size() > kJudgedAtOnce)
                m_judgeSoon.start();
            else
                choosePart(i, Bytes(), QString());
        });
        m_questions->addWidget(page);
        m_response.addPage(page);
    }
    if (m_response.parts().size() == 1)
        return m_questions;
    auto *split = new look::Splitter(Qt::Horizontal, this);
    m_list = new QListWidget(split);
    m_list->setAccessibleName(tr("Requested input"));
    for (const ReviewedResponse::Part &part : m_response.parts()) {
        auto *item = new QListWidgetItem(review::titleOf(part.page->question()), m_list);
        item->setToolTip(
            look::plainToolTip(QString::fromStdString(part.page->question().key).left(200)));
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
    m_size = new look::ColorLabel(ColorRole::Muted, page);
    m_exact = new content::JsonEditor(page);
    m_exact->setObjectName(QStringLiteral("exactResponse"));
    m_exact->setReadOnly(true);
    m_exact->setAccessibleName(tr("Response as sent"));
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_remarks);
    layout->addWidget(m_size);
    layout->addWidget(m_exact, 1);
    return page;
}

ReviewButtons *ReviewPanel::makeButtons()
{
    std::size_t most = 0;
    for (const ReviewedResponse::Part &part : m_response.parts())
        most = std::max(most, part.page->choices().size());
    auto *buttons = new ReviewButtons(m_ask, m_response.hasOnlyUrls() ? 0 : most, this);
    const auto shown = [this] { return std::size_t(std::max(0, m_questions->currentIndex())); };
    const auto showChoices = [this, buttons, shown] {
        if (!m_response.parts().empty())
            buttons->showChoices(page(shown())->choices());
    };
    connect(m_questions, &QStackedWidget::currentChanged, buttons, showChoices);
    showChoices();
    connect(buttons, &ReviewButtons::chosen, this,
        [this, shown](std::size_t choice) { choose(shown(), choice); });
    connect(buttons, &ReviewButtons::refused, this, &ReviewPanel::refuse);
    connect(buttons, &ReviewButtons::stopRequested, this, &ReviewPanel::stop);
    connect(buttons, &ReviewButtons::sendRequested, this, &ReviewPanel::experiment);
    connect(buttons, &ReviewButtons::ruleRequested, this, &ReviewPanel::makeRule);
    buttons->rule().setVisible(!m_response.hasOnlyUrls() && !m_response.parts().empty());
    connect(&buttons->go(), &QPushButton::clicked, this, &ReviewPanel::goOn);
    return buttons;
}

void ReviewPanel::makeRule()
{
    const auto &part = m_response.parts()[std::size_t(std::max(0, m_questions->currentIndex()))];
    Q_EMIT ruleRequested(review::ruleFor(part.page->question(), m_ask->cause.target,
        std::string(m_response.responseOf(part).view())));
}

QString ReviewPanel::title() const
{
    const QString what = m_ask->questions.size() == 1
        ? review::titleOf(m_ask->questions[0]).left(40).toLower()
        : tr("input");
    return m_ask->id().isEmpty() ? tr("Review: %1").arg(what)
                                 : tr("Review: %1 #%2").arg(what, m_ask->id());
}

void ReviewPanel::setStep(StepStrip::Step step)
{
    if (step == StepStrip::Send && m_ask->waits())
        return;
    if (step == StepStrip::Request || step == StepStrip::Response)
        m_response.takeBack();
    const bool inPages = m_stack->currentWidget()->isAncestorOf(focusWidget());
    m_steps->setStep(step);
    m_steps->setReachable(m_ask->waits() ? StepStrip::Check : StepStrip::Send);
    for (const ReviewedResponse::Part &part : m_response.parts()) {
        part.page->setMaking(step != StepStrip::Request);
        if (step == StepStrip::Check && part.chosen.isEmpty()
            && m_response.kind() == ReviewedResponse::Kind::Response)
            part.page->judge();
    }
    m_stack->setCurrentIndex(step == StepStrip::Check || step == StepStrip::Send ? 1 : 0);
    // The focus would go to any control beside the hidden one, even to one that sends.
    if (inPages && m_stack->currentIndex() == 1)
        m_exact->setFocus(Qt::OtherFocusReason);
    judge();
    Q_EMIT changed();
}

void ReviewPanel::judge()
{
    m_response.judge();
    refresh();
}

void ReviewPanel::refresh()
{
    const Bytes exact = m_response.exact();
    if (m_response.kind() != ReviewedResponse::Kind::Stop)
        m_size->setText(tr("%1, exactly as sent").arg(bytesText(exact.size())));
    else
        m_size->setText(m_ask->isOfTask() ? tr("Sends tasks/cancel instead of a response.")
                                          : tr("Sends nothing: the call ends without input."));
    if (m_stack->currentIndex() == 1)
        m_exact->setBytes(exact);
    m_remarks->setRemarks(m_response.problems());
    showVerdict(exact.size());
    QPushButton *const button = &m_buttons->go();
    button->setText(goText());
    button->setEnabled(m_ask->waits() && m_response.noJson().isEmpty());
    m_buttons->rule().setEnabled(
        m_response.noJson().isEmpty() && m_response.kind() == ReviewedResponse::Kind::Response);
    m_buttons->setWaiting(m_ask->waits());
}

void ReviewPanel::showVerdict(std::size_t bytes)
{
    const auto say = [this](ColorRole color, Sign sign, const QString &words) {
        m_buttons->setVerdict(color, sign, words);
    };
    if (m_response.kind() == ReviewedResponse::Kind::Stop)
        return say(ColorRole::Muted, Sign::None, tr("Ready to end the call"));
    if (m_response.kind() == ReviewedResponse::Kind::Refusal)
        return say(ColorRole::Muted, Sign::None,
            tr("Ready to send error %1").arg(m_response.refusal().code));
    if (!m_response.noJson().isEmpty())
        return say(ColorRole::Error, Sign::ProtocolError,
            tr("The response is not valid JSON: %1").arg(m_response.noJson()));
    if (!m_response.judged().empty())
        return m_buttons->showProblems(m_response.judged());
    if (!m_response.problems().empty())
        return say(ColorRole::Muted, Sign::None, tr("Required fields are empty"));
    const QString type =
        m_response.parts().size() == 1 ? review::responseType(page()->question().kind) : QString();
    say(ColorRole::Muted, Sign::Ok,
        m_response.hasOnlyUrls() ? tr("Visit the URLs, then call again")
            : type.isEmpty()     ? tr("Ready to send · %1").arg(bytesText(bytes))
                                 : tr("The response matches %1 of %2 · %3")
                                   .arg(type, m_ask->revision, bytesText(bytes)));
}

// "Send" has no mnemonic: what cannot be taken back has Ctrl+Return and the Tab key only.
QString ReviewPanel::goText() const
{
    if (m_response.kind() == ReviewedResponse::Kind::Stop)
        return tr("End the call");
    if (m_response.hasOnlyUrls())
        return tr("Call again");
    if (step() == StepStrip::Check)
        return m_response.problems().empty() ? tr("Send") : tr("Send anyway");
    return m_response.parts().size() == 1 ? page()->sendText() : tr("Chec&k and send…");
}

bool ReviewPanel::event(QEvent *event)
{
    // Otherwise the window takes the key for a call.
    if (event->type() == QEvent::ShortcutOverride && goesOn(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void ReviewPanel::keyPressEvent(QKeyEvent *event)
{
    if (goesOn(*event))
        goOn();
    else
        QWidget::keyPressEvent(event);
}

// Only a round of nothing but URLs has no response to check.
void ReviewPanel::goOn()
{
    judge();
    if (!m_buttons->go().isEnabled())
        return;
    if (step() != StepStrip::Check && !m_response.hasOnlyUrls())
        return setStep(StepStrip::Check);
    send();
}

void ReviewPanel::send()
{
    took(m_response.send(*m_box, m_number));
}

void ReviewPanel::refuse(const review::Refusal &refusal)
{
    m_response.refuse(refusal);
    setStep(StepStrip::Check);
}

void ReviewPanel::stop()
{
    m_response.stop();
    setStep(StepStrip::Check);
}

void ReviewPanel::experiment(const mcp::StateEcho &echo)
{
    m_response.respond(echo);
    setStep(StepStrip::Check);
}

void ReviewPanel::took(const Result<void> &sent)
{
    if (!sent)
        m_message->showMessage(Message::Kind::Error, sent.error().sentence);
}

// Alone it is the response; among others it waits for them.
void ReviewPanel::choose(std::size_t question, std::size_t choice)
{
    const auto choices = page(question)->choices();
    const QString words = look::withoutMnemonic(choices[choice].text);
    m_response.respond();
    choosePart(question, choices[choice].response, words.toLower());
    if (m_response.parts().size() == 1)
        setStep(StepStrip::Check);
}

void ReviewPanel::choosePart(std::size_t index, const Bytes &response, const QString &words)
{
    m_response.choose(index, response, words);
    const QString title = review::titleOf(page(index)->question());
    if (m_list)
        m_list->item(int(index))
            ->setText(words.isEmpty() ? title : QString(title % QStringLiteral(" · ") % words));
    judge();
}

void ReviewPanel::setComplete(const QString &elicitationId)
{
    for (const ReviewedResponse::Part &part : m_response.parts()) {
        if (auto *url = qobject_cast<UrlPage *>(part.page))
            url->setComplete(elicitationId);
    }
}

void ReviewPanel::showWaiting()
{
    if (!m_ask->waits())
        return;
    m_heading->showWaiting(*m_ask, false);
    // No row of the queue changes then: the call and its request are two things.
    if (m_ask->outlivesCall() && m_message->isHidden())
        m_message->showMessage(Message::Kind::Warning,
            tr("A response can still be sent, but the server may ignore it."), {},
            tr("The call that led to this request has ended"));
}

void ReviewPanel::showClosed()
{
    if (const auto now = m_box->find(m_number))
        m_ask = now;
    if (m_ask->waits())
        return;
    m_clock->stop();
    const bool byMe = m_ask->state == review::State::Answered
        || m_ask->state == review::State::Refused || m_ask->state == review::State::Stopped;
    m_heading->showWaiting(*m_ask, byMe);
    m_message->showMessage(byMe ? Message::Kind::Info : Message::Kind::Warning,
        byMe ? tr("Done: %1.").arg(m_ask->outcome) : m_ask->outcome,
        m_box->waitingCount() > 0 ? tr("Next request") : QString(),
        byMe ? QString() : tr("%1 is not waiting any more.").arg(m_ask->server));
    for (const ReviewedResponse::Part &part : m_response.parts())
        part.page->setClosed(true);
    setStep(byMe ? StepStrip::Send : step()); // else what was written so far stays in sight
}

} // namespace sonde::widgets
