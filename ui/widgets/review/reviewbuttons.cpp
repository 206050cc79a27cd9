// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/reviewbuttons.h"

#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

ReviewButtons::ReviewButtons(
    std::shared_ptr<const review::QueuedRequest> ask, std::size_t mostChoices, QWidget *parent)
    : QWidget(parent)
    , m_ask(std::move(ask))
    , m_row(new QHBoxLayout(this))
    , m_verdict(new ColorLabel(ColorRole::Muted, this))
{
    m_row->setContentsMargins(3, 0, 3, look::metrics().gap);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setWordWrap(true);
    m_row->addWidget(m_verdict, 1);
    m_rule = new QPushButton(tr("Alwa&ys respond like this…"), this);
    m_rule->setObjectName(QStringLiteral("alwaysRespond"));
    m_rule->setToolTip(tr("Make a response rule from this request and this response"));
    m_rule->setAutoDefault(false);
    connect(m_rule, &QPushButton::clicked, this, &ReviewButtons::ruleRequested);
    m_row->addWidget(m_rule);
    addRefusals();
    addChoices(mostChoices);
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setForegroundRole(QPalette::Mid);
    m_row->addWidget(line);
    m_go = new QPushButton(this);
    m_go->setDefault(true);
    m_go->setObjectName(QStringLiteral("go"));
    m_go->setToolTip(tr("Shows exactly what is sent, then sends it (Ctrl+Return)"));
    m_row->addWidget(m_go);
}

void ReviewButtons::setVerdict(ColorRole color, models::Sign sign, const QString &words)
{
    m_verdict->setColorRole(color);
    m_verdict->setSign(sign);
    m_verdict->setText(words);
}

void ReviewButtons::showProblems(const review::Remarks &problems)
{
    const bool must = std::any_of(
        problems.begin(), problems.end(), [](const review::Remark &remark) { return remark.must; });
    setVerdict(must ? ColorRole::Error : ColorRole::Warn,
        must ? models::Sign::ProtocolError : models::Sign::Finding,
        problems.size() == 1 ? review::placed(problems[0])
                             : tr("%Ln problems", nullptr, int(problems.size())));
}

QPushButton *ReviewButtons::add(const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    m_row->addWidget(button);
    m_responses.push_back(button);
    return button;
}

// Decline and cancel.
void ReviewButtons::addChoices(std::size_t most)
{
    for (std::size_t i = 0; i < most; ++i) {
        m_choices.push_back(add({}, {}));
        connect(m_choices.back(), &QPushButton::clicked, this, [this, i] { Q_EMIT chosen(i); });
    }
}

void ReviewButtons::showChoices(const std::vector<QuestionPage::Choice> &choices)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        m_choices[i]->setVisible(i < choices.size());
        if (i >= choices.size())
            continue;
        m_choices[i]->setText(choices[i].text);
        m_choices[i]->setToolTip(choices[i].toolTip);
    }
}

void ReviewButtons::setWaiting(bool waits)
{
    for (QPushButton *button : m_responses)
        button->setEnabled(waits);
}

void ReviewButtons::addRefusals()
{
    if (m_ask->isOfTask()) {
        connect(add(tr("Cancel the task…"), tr("Sends tasks/cancel instead of a response")),
            &QPushButton::clicked, this, &ReviewButtons::stopRequested);
        return;
    }
    if (m_ask->isRound()) {
        addExperiments();
        connect(add(tr("Sto&p here…"), tr("Ends the call with the input_required result")),
            &QPushButton::clicked, this, &ReviewButtons::stopRequested);
        return;
    }
    connect(
        add(tr("Res&pond with error…"), tr("Sends a JSON-RPC error with your code and message")),
        &QPushButton::clicked, this, &ReviewButtons::askRefusal);
    if (m_ask->questions[0].kind == review::Kind::Sampling)
        connect(add(tr("Ref&use…"), tr("Error −1: User rejected sampling request")),
            &QPushButton::clicked, this, [this] { Q_EMIT refused(review::rejectedSampling()); });
}

// Against the rules, to see how a server takes it (2026-07-28 basic/patterns/mrtr).
void ReviewButtons::addExperiments()
{
    if (m_ask->round().facts().kind != mcp::InputRound::Kind::Input
        || !m_ask->round().facts().asked->root()["requestState"])
        return;
    QPushButton *button =
        add(tr("Experi&ment"), tr("Do what the specification forbids with requestState"));
    button->setIcon(look::icon("warning"));
    auto *menu = new QMenu(button);
    menu->addAction(tr("Send with a changed requestState…"), this, [this] { askChangedState(); });
    menu->addAction(tr("Send without the requestState"), this, [this] {
        Q_EMIT sendRequested({mcp::StateEcho::Mode::Dropped, {}});
    });
    button->setMenu(menu);
}

void ReviewButtons::askChangedState()
{
    const json::Value state = m_ask->round().facts().asked->root()["requestState"];
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Experiment: a changed requestState"));
    dialog->setLabelText(tr("JSON to send instead of requestState"));
    dialog->setTextValue(json::toQString(state.raw()));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        Q_EMIT sendRequested({mcp::StateEcho::Mode::Changed, text.toStdString()});
    });
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

void ReviewButtons::askRefusal()
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
        Q_EMIT refused({number ? value : -1, number ? text.trimmed().section(u' ', 1) : text});
    });
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

} // namespace sonde::widgets
