// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/heldpane.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/colorlabel.h"
#include "look/emptystate.h"
#include "look/focuspass.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "look/splitter.h"
#include "look/theme.h"
#include "models/tap/breakpointtext.h"
#include "models/tap/heldmodel.h"
#include "session/tap/tapbreakpoints.h"
#include "widgets/kit/plaintable.h"
#include "widgets/tap/heldbuttons.h"
#include "widgets/tap/responddialog.h"
#include "json/document.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStringBuilder>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace sonde::widgets {

using look::InlineMessage;
using models::ColorRole;
using models::HeldModel;
using models::HeldRow;

namespace {

constexpr std::chrono::milliseconds kTick{500};
constexpr int kMostRows = 4; // of the list without scrolling
constexpr int kDirectionChars = 16;
constexpr int kMethodChars = 26;
constexpr int kIdChars = 12;
constexpr int kTimeChars = 9;
constexpr int kBannerBar = 3; // as an inline message has
const QList<int> kSideShares{1, 1};

// The range of `before` that `after` has otherwise.
std::pair<std::size_t, std::size_t> changedRange(std::string_view before, std::string_view after)
{
    const std::size_t most = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < most && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (tail < most - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {head, before.size() - tail};
}

// The bar over a held message, in the colour of a warning.
class HeldBanner final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), look::theme().warnBg);
        painter.fillRect(QRect(0, 0, kBannerBar, height()), look::theme().warn);
    }
};

QString sideTitle(bool isServer, bool comes)
{
    if (comes)
        return isServer ? HeldPane::tr("From the server") : HeldPane::tr("From the host");
    return isServer ? HeldPane::tr("To the server") : HeldPane::tr("To the host");
}

QString heldFacts(const HeldRow &row)
{
    const bool toServer = row.message.channel == rpc::Channel::Sent;
    QStringList facts{row.target.isEmpty() ? row.name() : row.name() % u' ' % row.target};
    if (!row.id.isEmpty())
        facts += HeldPane::tr("id %1").arg(row.id);
    facts += toServer ? HeldPane::tr("from the host to the server")
                      : HeldPane::tr("from the server to the host");
    facts += HeldPane::tr("breakpoint %1").arg(row.message.breakpoint);
    return facts.join(QStringLiteral(" · "));
}

QString aboutText(std::chrono::nanoseconds time)
{
    return limitText(std::chrono::ceil<std::chrono::seconds>(time));
}

QString signedBytes(std::size_t now, std::size_t before)
{
    constexpr QChar kMinus(0x2212);
    if (now == before)
        return {};
    if (now > before)
        return u'+' + countText(now - before);
    return kMinus + countText(before - now);
}

} // namespace

HeldPane::HeldPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new HeldModel(this))
    , m_list(new PlainTable(m_model, this))
    , m_empty(new look::EmptyState(this))
{
    m_list->setObjectName(QStringLiteral("held"));
    m_list->setAccessibleName(tr("Held messages"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setUsualWidth(HeldModel::DirectionColumn, kDirectionChars);
    m_list->setUsualWidth(HeldModel::MethodColumn, kMethodChars);
    m_list->setUsualWidth(HeldModel::IdColumn, kIdChars);
    m_list->setUsualWidth(HeldModel::TimeColumn, kTimeChars);
    m_message = makeMessage();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_list);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_message, 1);
    look::passFocus(*this, *m_list);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex &index) {
            if (!m_setting)
                showMessage(index.row());
        });
    connect(m_list, &QAbstractItemView::activated, this,
        [this] { m_editor->setFocus(Qt::OtherFocusReason); });
    m_clock.setInterval(kTick);
    connect(&m_clock, &QTimer::timeout, this, &HeldPane::tick);
    refresh();
}

QWidget *HeldPane::makeMessage()
{
    auto *message = new QWidget(this);
    m_lead = new QLabel(message);
    m_lead->setObjectName(QStringLiteral("heldFor"));
    m_lead->setFont(look::boldFont());
    m_facts = new look::ColorLabel(ColorRole::Normal, message);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut first
    auto *banner = new HeldBanner(message);
    auto *line = new QHBoxLayout(banner);
    line->setContentsMargins(
        look::metrics().margin, look::metrics().unit, look::metrics().margin, look::metrics().unit);
    line->addWidget(m_lead);
    line->addWidget(m_facts, 1);
    m_question = new InlineMessage(message);
    m_question->setObjectName(QStringLiteral("question"));
    m_question->hide();
    connect(m_question, &InlineMessage::buttonClicked, this, [this] { send(m_editor->bytes()); });
    auto *layout = new QVBoxLayout(message);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(banner);
    layout->addWidget(makeSides(), 1);
    layout->addWidget(m_question);
    layout->addWidget(makeButtons());
    return message;
}

QWidget *HeldPane::makeSides()
{
    m_came = new content::JsonEditor(this);
    m_came->setReadOnly(true);
    m_came->setLineNumbers(false);
    m_came->setAccessibleName(tr("Message as it came"));
    m_editor = new content::JsonEditor(this);
    m_editor->setLineNumbers(false);
    m_editor->setAccessibleName(tr("Message as it will be sent"));
    connect(m_editor, &content::JsonEditor::edited, this, &HeldPane::edited);
    m_cameTitle = new look::PanelTitle(QString(), this);
    m_goesTitle = new look::PanelTitle(QString(), this);
    m_sides = new look::Splitter(Qt::Horizontal, this);
    m_sides->addWidget(look::titled(m_cameTitle, m_came));
    m_sides->addWidget(look::titled(m_goesTitle, m_editor));
    m_sides->setDefaultSizes(kSideShares);
    m_sides->setChildrenCollapsible(false);
    return m_sides;
}

HeldButtons *HeldPane::makeButtons()
{
    m_buttons = new HeldButtons(this);
    const auto decide = [this](auto decision) {
        return [this, decision] {
            if (!m_shown || !m_breakpoints)
                return;
            m_decided = true;
            (m_breakpoints->*decision)(*m_shown);
        };
    };
    connect(m_buttons, &HeldButtons::dropRequested, this, decide(&session::TapBreakpoints::drop));
    connect(m_buttons, &HeldButtons::sendAsItWasRequested, this,
        decide(&session::TapBreakpoints::sendAsItWas));
    connect(m_buttons, &HeldButtons::delayRequested, this, [this](std::chrono::milliseconds time) {
        if (!m_shown || !m_breakpoints)
            return;
        m_decided = true;
        m_breakpoints->delay(*m_shown, time);
    });
    connect(m_buttons, &HeldButtons::respondRequested, this, &HeldPane::respond);
    connect(m_buttons, &HeldButtons::sendChangedRequested, this, &HeldPane::sendChanged);
    return m_buttons;
}

// The dialog belongs to the message that it was opened for, whatever is shown later.
void HeldPane::respond()
{
    const int row = m_shown ? m_model->rowOf(*m_shown) : -1;
    if (row < 0 || !m_breakpoints || m_decoded.kind != rpc::Kind::Request)
        return;
    auto *dialog =
        new RespondDialog(m_decoded.id, tr("Respond to %1").arg(m_model->held(row).name()), this);
    dialog->setObjectName(QStringLiteral("respondDialog"));
    session::TapBreakpoints *const breakpoints = m_breakpoints;
    connect(breakpoints, &QObject::destroyed, dialog, &QDialog::reject);
    connect(breakpoints, &session::TapBreakpoints::heldChanged, dialog,
        [dialog, breakpoints, message = *m_shown] {
            if (!breakpoints->isHeld(message))
                dialog->setGone();
        });
    connect(dialog, &RespondDialog::sent, breakpoints,
        [this, breakpoints, message = *m_shown](const Bytes &response) {
            m_decided = m_decided || m_shown == message;
            breakpoints->respond(message, response);
        });
    dialog->open();
}

void HeldPane::setBreakpoints(session::TapBreakpoints *breakpoints)
{
    if (m_breakpoints)
        disconnect(m_breakpoints, nullptr, this, nullptr);
    m_breakpoints = breakpoints;
    m_shown.reset();
    m_setting = true;
    m_model->setHeld({});
    m_setting = false;
    if (breakpoints) {
        connect(breakpoints, &session::TapBreakpoints::heldChanged, this, &HeldPane::refresh);
        connect(breakpoints, &session::TapBreakpoints::refused, this, &HeldPane::showRefusal);
    }
    refresh();
}

void HeldPane::setNarrow(bool narrow)
{
    m_sides->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
}

void HeldPane::refresh()
{
    m_setting = true; // a view chooses a neighbour of a row that goes away
    m_model->setNow(SystemClock::instance().now().wall);
    m_model->setHeld(m_breakpoints ? m_breakpoints->held() : std::vector<tap::TapHeld>());
    m_setting = false;
    const int rows = m_model->rowCount();
    const int shown = m_shown ? m_model->rowOf(*m_shown) : -1;
    if (shown >= 0)
        choose(shown);
    else if (!m_shown || m_decided)
        choose(rows > 0 ? 0 : -1);
    else
        showNone(); // another message must not slip under a hand that types
    const int height = m_list->horizontalHeader()->sizeHint().height()
        + std::clamp(rows, 1, kMostRows) * look::metrics().treeRow + 2 * m_list->frameWidth();
    m_list->setFixedHeight(height);
    m_list->setVisible(rows > 0);
    if (rows > 0 && isVisible())
        m_clock.start();
    else
        m_clock.stop();
}

void HeldPane::choose(int row)
{
    m_setting = true;
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, 0));
    m_setting = false;
    if (row < 0 || m_shown != m_model->held(row).message.message)
        showMessage(row);
    else
        tick();
}

void HeldPane::showMessage(int row)
{
    m_decided = false;
    m_refusal.clear();
    m_question->hide();
    m_came->setHighlight(0, 0);
    const bool leavesFocus = row < 0 && isAncestorOf(QApplication::focusWidget());
    m_message->setVisible(row >= 0);
    m_empty->setVisible(row < 0);
    if (row < 0) {
        m_shown.reset();
        m_empty->setText(tr("Messages that a breakpoint holds appear here."),
            tr("Add a breakpoint with the action \"hold\"."));
        Q_EMIT canSendChanged();
        if (leavesFocus)
            Q_EMIT focusLeft();
        return;
    }
    const HeldRow &held = m_model->held(row);
    const bool toServer = held.message.channel == rpc::Channel::Sent;
    m_shown = held.message.message;
    m_decoded = {};
    rpc::decodeOne(held.message.bytes, m_decoded);
    m_facts->setText(heldFacts(held));
    m_cameTitle->setTitle(sideTitle(!toServer, true));
    m_cameTitle->setDetail(QStringLiteral("· ") + bytesText(held.message.bytes.size()));
    m_goesTitle->setTitle(sideTitle(toServer, false));
    m_setting = true;
    m_came->setBytes(held.message.bytes);
    const bool editable =
        m_editor->setBytes(m_breakpoints->draft(held.message.message).value_or(held.message.bytes));
    m_setting = false;
    m_editor->setReadOnly(!editable);
    m_buttons->setCanSendChanged(editable);
    m_buttons->setCanRespond(held.kind == rpc::Kind::Request);
    m_goesTitle->setDetail({});
    if (!editable)
        m_question->showMessage(InlineMessage::Kind::Info,
            tr("The message is too long for the editor. It can be sent as it was, or dropped."));
    edited();
    if (const auto refusal = m_breakpoints->refusal(*m_shown))
        showRefusal(*m_shown, *refusal);
    tick();
    Q_EMIT canSendChanged();
}

// A refused decision leaves the message where it is, or the message went away before.
void HeldPane::showRefusal(quint64 message, tap::TapRefusal why)
{
    if (m_shown != message)
        return;
    m_decided = false;
    m_refusal = models::refusalText(why);
    m_question->showMessage(InlineMessage::Kind::Warning, m_refusal);
}

void HeldPane::showNone()
{
    const QString refusal = m_refusal;
    m_setting = true;
    m_list->setCurrentIndex(QModelIndex());
    m_setting = false;
    showMessage(-1);
    m_empty->setText(tr("The message is no longer held."),
        !refusal.isEmpty() ? refusal
                           : tr("Its sender cancelled it, or the conversation has ended. Its text "
                                "in the editor was discarded."));
}

void HeldPane::tick()
{
    m_model->setNow(SystemClock::instance().now().wall);
    const int row = m_shown ? m_model->rowOf(*m_shown) : -1;
    if (row >= 0)
        m_lead->setText(tr("Held %1").arg(m_model->heldFor(row)) % givingUp(row));
}

// The limit is learned, so it is said as about.
QString HeldPane::givingUp(int row)
{
    const tap::TapHeld &message = m_model->held(row).message;
    const auto limit = m_breakpoints
        ? m_breakpoints->patience().limitOf(message.channel, m_decoded, message.client)
        : std::nullopt;
    m_lead->setToolTip(limit
            ? tr("It has cancelled a request after about %1 (%n time(s))", nullptr, limit->seen)
                  .arg(aboutText(limit->time))
            : QString());
    if (!limit)
        return {};
    const bool isRequest = m_decoded.kind == rpc::Kind::Request;
    const bool host = isRequest == (message.channel == rpc::Channel::Sent);
    const std::int64_t begun = limit->begunNs > 0 ? limit->begunNs : message.sinceNs;
    const std::chrono::nanoseconds left =
        limit->time - std::chrono::nanoseconds(SystemClock::instance().now().wall - begun);
    if (left.count() <= 0)
        return QStringLiteral(" · ")
            % (host ? tr("the host has probably given up")
                    : tr("the server has probably given up"));
    return QStringLiteral(" · ")
        % (host ? tr("the host gives up in about %1") : tr("the server gives up in about %1"))
              .arg(aboutText(left));
}

void HeldPane::edited()
{
    const int row = m_shown ? m_model->rowOf(*m_shown) : -1;
    if (m_setting || !m_breakpoints || row < 0 || m_editor->isReadOnly())
        return;
    const Bytes &came = m_model->held(row).message.bytes;
    const Bytes goes = m_editor->bytes();
    m_question->hide();
    m_breakpoints->setDraft(*m_shown, goes);
    const auto range = changedRange(came.view(), goes.view());
    m_came->setHighlight(range.first, range.second);
    QStringList facts{bytesText(goes.size())};
    if (const QString difference = signedBytes(goes.size(), came.size()); !difference.isEmpty())
        facts += difference;
    if (!(goes == came))
        facts += tr("edited");
    m_goesTitle->setDetail(QStringLiteral("· ") + facts.join(QStringLiteral(", ")));
}

void HeldPane::sendChanged()
{
    if (!m_shown || !m_buttons->canSendChanged())
        return;
    const Bytes text = m_editor->bytes();
    if (json::Document::parse(text).isValid()) {
        send(text);
        return;
    }
    const bool can = session::TapBreakpoints::canSend(text);
    m_question->showMessage(InlineMessage::Kind::Warning,
        can ? tr("The text is not valid JSON.")
            : tr("The text is not valid JSON, and only one line of text is one message. Join its "
                 "lines, or drop the message."),
        can ? tr("Send anyway") : QString());
    m_editor->goToProblem();
}

void HeldPane::send(const Bytes &text)
{
    if (!m_shown || !m_breakpoints)
        return;
    m_question->hide();
    m_decided = true;
    m_breakpoints->sendChanged(*m_shown, text);
}

QString HeldPane::banner() const
{
    return m_shown ? m_lead->text() % QStringLiteral(" · ") % m_facts->text() : QString();
}

QString HeldPane::question() const
{
    return m_question->isHidden() ? QString() : m_question->sentence();
}

QString HeldPane::emptyReason() const
{
    return m_empty->isHidden() ? QString() : m_empty->accessibleDescription();
}

void HeldPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_model->rowCount() > 0)
        m_clock.start();
    tick();
}

void HeldPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

} // namespace sonde::widgets
