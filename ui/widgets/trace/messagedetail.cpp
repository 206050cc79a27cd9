// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/messagedetail.h"

#include "base/formatting.h"
#include "content/json/jsontreeview.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "models/trace/tracetext.h"
#include "widgets/findings/findingspage.h"
#include "widgets/kit/frame/later.h"
#include "widgets/kit/frame/tighttabbar.h"
#include "widgets/trace/conditionactions.h"
#include "widgets/trace/exchangeview.h"
#include "widgets/trace/messagebytes.h"
#include "widgets/trace/messagenote.h"
#include "widgets/trace/specificationaction.h"
#include "widgets/trace/wrongvalues.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

// At first, of the height; a person moves the handle.
constexpr int kTreeShare = 700;
constexpr int kBytesShare = 300;
constexpr int kLeastHeight = 220; // below it the bytes that were kept in sight give way

bool isResponse(const trace::Record &record)
{
    return record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
}

} // namespace

MessageDetail::MessageDetail(const models::TraceModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_note(new look::InlineMessage(this))
    , m_noteOf(new MessageNote(model, *m_note, this))
    , m_head(new QHBoxLayout)
    , m_tabs(new TightTabBar(this))
    , m_splitter(new look::Splitter(Qt::Vertical, this))
    , m_pages(new QStackedWidget(this))
    , m_exchange(makeExchange())
    , m_findings(new FindingsPage(model, this))
    , m_left(new MessageSide(this))
    , m_right(new MessageSide(this))
    , m_bytes(new MessageBytes(this))
{
    setObjectName(QStringLiteral("messageDetail"));
    for (QWidget *page : std::initializer_list<QWidget *>{m_left, m_right, m_exchange, m_findings})
        m_pages->addWidget(page);
    m_splitter->addWidget(m_pages);
    m_splitter->addWidget(m_bytes);
    m_splitter->setDefaultSizes({kTreeShare, kBytesShare});
    m_splitter->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_head);
    column->addWidget(m_note);
    column->addWidget(m_splitter, 1);

    makeActions();
    makeTabs();
    makeHead();
    connectSide(m_left);
    connectSide(m_right);
    m_wrong = new WrongValues(*m_findings, *m_left, *m_right, this);
    addConditions(m_left);
    addConditions(m_right);
    connect(m_bytes, &MessageBytes::byteClicked, this, [this](qint64 offset) {
        MessageSide *const side = m_bytes->side();
        if (!side)
            return;
        side->selectAt(static_cast<std::size_t>(offset));
        nodeChosen(side, side->tree()->currentNode());
    });
    connect(m_note, &look::InlineMessage::buttonClicked, this,
        [this] { Q_EMIT noteRequested(m_number); });
    connect(&model, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex &from, const QModelIndex &to) {
            changed(from.row(), to.row());
            if (to.column() >= models::TraceModel::FindingsColumn
                && m_wrong->concerns(m_model.number(from.row()), m_model.number(to.row())))
                m_wrong->update();
        });
    connect(m_wrong, &WrongValues::valueChosen, this, &MessageDetail::valueChosen);
    connect(m_wrong, &WrongValues::updated, this, &MessageDetail::findingsUpdated);
    connect(m_wrong, &WrongValues::findingsRequested, m_tabs,
        [this] { m_tabs->setCurrentIndex(FindingsTab); });
    connect(m_findings, &FindingsPage::valueRequested, this, &MessageDetail::showValue);
    connect(m_findings, &FindingsPage::messageRequested, this, &MessageDetail::messageRequested);
    refresh();
}

void MessageDetail::makeActions()
{
    m_raw = new QAction(look::icon("text"), tr("Raw text"), this);
    m_raw->setObjectName(QStringLiteral("rawMessage"));
    m_raw->setToolTip(tr("Show the exact text instead of the tree (Ctrl+R)"));
    m_raw->setCheckable(true);
    m_raw->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    m_raw->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_raw, &QAction::toggled, m_left, &MessageSide::setRaw);
    connect(m_raw, &QAction::toggled, m_right, &MessageSide::setRaw);
    m_bytesOn = new QAction(look::icon("hex"), tr("Bytes below the tree"), this);
    m_bytesOn->setObjectName(QStringLiteral("bytesBelow"));
    m_bytesOn->setToolTip(tr("Keep the bytes of the selected node in sight (Ctrl+B)"));
    m_bytesOn->setCheckable(true);
    m_bytesOn->setChecked(true);
    m_bytesOn->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    m_bytesOn->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_bytesOn, &QAction::toggled, this, &MessageDetail::showPage);
    addActions({m_raw, m_bytesOn});
}

// In the menu of the tree.
void MessageDetail::addConditions(MessageSide *side)
{
    content::JsonTreeView *const tree = side->tree();
    auto *conditions = new ConditionActions(
        [tree] {
            const json::NodeId node = tree->currentNode();
            return tree->document() && node != json::kNoNode
                ? models::valueCondition(json::Value(tree->document().get(), node))
                : QString();
        },
        tree);
    tree->addActions(conditions->actions());
    connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, conditions,
        &ConditionActions::update);
    connect(conditions, &ConditionActions::used, this, &MessageDetail::conditionUsed);
    auto *specification = new SpecificationAction(m_model, *side);
    connect(specification, &SpecificationAction::requested, this,
        &MessageDetail::specificationRequested);
}

void MessageDetail::makeTabs()
{
    m_tabs->addTab(tr("Request"));
    m_tabs->addTab(tr("Response"));
    m_tabs->addTab(tr("HTTP"));
    m_tabs->addTab(tr("Findings"));
    m_tabs->addTab(tr("Bytes"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views of the message"));
    connect(m_tabs, &QTabBar::currentChanged, this, &MessageDetail::tabChosen);
}

Later<ExchangeView> *MessageDetail::makeExchange()
{
    return new Later<ExchangeView>(
        [this](ExchangeView &view) {
            connect(&view, &ExchangeView::messageRequested, this, &MessageDetail::messageRequested);
            connect(&view, &ExchangeView::specificationRequested, this,
                &MessageDetail::specificationRequested);
            view.showExchange(m_exchangeNumber);
        },
        this, m_model);
}

content::BytesView &MessageDetail::bytes() const
{
    return m_bytes->view();
}

const look::PanelTitle &MessageDetail::bytesTitle() const
{
    return m_bytes->title();
}

QLabel &MessageDetail::reads() const
{
    return m_bytes->reads();
}

ExchangeView &MessageDetail::exchange() const
{
    return m_exchange->get();
}

void MessageDetail::makeHead()
{
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(0);
    m_head->addWidget(m_tabs, 1);
    for (QAction *action : {m_raw, m_bytesOn}) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text());
        m_head->addWidget(button);
    }
}

void MessageDetail::setClosable()
{
    auto *close = new QToolButton(this);
    close->setIcon(look::icon("close"));
    close->setToolTip(tr("Close the message (Esc)"));
    close->setAccessibleName(tr("Close the message"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    connect(close, &QToolButton::clicked, this, &MessageDetail::closeRequested);
    m_head->addWidget(close);
}

void MessageDetail::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeRequested();
    else
        QWidget::keyPressEvent(event);
}

void MessageDetail::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showPage();
}

void MessageDetail::tabChosen(int tab)
{
    const View view = tab == BytesTab ? View::Bytes
        : tab == HttpTab              ? View::Http
        : tab == FindingsTab          ? View::Findings
                                      : View::Content;
    (m_exchangeNumber == m_number ? m_viewOfExchange : m_viewOfMessage) = view;
    showPage();
    if (tab == RequestTab || tab == ResponseTab)
        showBytes(tab == ResponseTab ? m_right : m_left);
    else if (tab == FindingsTab)
        m_wrong->chooseValue();
}

// An exchange shows its HTTP first; a message what was looked at before, by its direction.
void MessageDetail::chooseTab(bool ofResponse)
{
    const int row = m_model.rowOf(m_number);
    const trace::Number exchange = row < 0 ? 0 : m_model.groupOf(row);
    const bool isExchange = exchange != 0 && exchange == m_number;
    m_exchangeNumber = exchange;
    if (ExchangeView *view = m_exchange->ifMade())
        view->showExchange(exchange);
    const View wanted = isExchange ? m_viewOfExchange : m_viewOfMessage;
    const QSignalBlocker nobodyChose(m_tabs);
    m_tabs->setTabEnabled(HttpTab, exchange != 0);
    if (wanted == View::Bytes)
        m_tabs->setCurrentIndex(BytesTab);
    else if (wanted == View::Http && exchange != 0)
        m_tabs->setCurrentIndex(HttpTab);
    else if (wanted == View::Findings && m_findings->count() > 0)
        m_tabs->setCurrentIndex(FindingsTab);
    else
        m_tabs->setCurrentIndex(ofResponse ? ResponseTab : RequestTab);
    showPage();
}

void MessageDetail::showPage()
{
    const int tab = m_tabs->currentIndex();
    const bool isContent = tab == RequestTab || tab == ResponseTab || tab == FindingsTab;
    const bool keepsBytes = isContent && m_bytesOn->isChecked() && height() >= kLeastHeight;
    if (tab != BytesTab)
        m_pages->setCurrentIndex(tab);
    m_pages->setVisible(tab != BytesTab);
    m_bytes->setVisible(tab == BytesTab || keepsBytes);
}

void MessageDetail::connectSide(MessageSide *side)
{
    connect(side, &MessageSide::nodeSelected, this,
        [this, side](json::NodeId node) { nodeChosen(side, node); });
    connect(side, &MessageSide::finished, this, [this, side] {
        if (m_bytes->side() == side)
            showBytes(side);
    });
    connect(side, &MessageSide::frameRead, this, [this, side] {
        if (m_bytes->side() == side && !side->isReading())
            m_bytes->showFrame();
    });
}

void MessageDetail::showMessage(trace::Number number)
{
    if (number == m_number)
        return;
    m_number = number;
    refresh();
}

void MessageDetail::refresh()
{
    // The bar leaves a tab that goes off for the next one that is on.
    const QSignalBlocker nobodyChose(m_tabs);
    m_noteOf->setMessage(m_number);
    const int row = m_model.rowOf(m_number);
    m_tabs->setVisible(row >= 0);
    if (row < 0) {
        m_leftNumber = 0;
        m_rightNumber = 0;
        m_left->setTitle({tr("Message"), {}, {}, models::Sign::None});
        m_left->showSentence(tr("Select a message in the trace to see its content."));
        m_tabs->setTabEnabled(ResponseTab, false);
        m_wrong->setMessages(0, 0, 0);
        chooseTab(false);
        showBytes(m_left);
        return;
    }
    const trace::Record selected = m_model.record(row);
    const int pairRow = m_model.rowOf(selected.pair);
    const bool ofResponse = isResponse(selected) && pairRow >= 0;
    m_leftNumber = ofResponse ? selected.pair : m_number;
    m_leftRecord = ofResponse ? m_model.record(pairRow) : selected;
    const MessageSide::Title title =
        MessageSide::titleOf(m_model.store(), m_leftNumber, m_leftRecord);
    m_left->setTitle(title);
    m_left->showRecord(m_model.store(), m_leftRecord);
    m_tabs->setTabText(
        RequestTab, m_leftRecord.kind == rpc::Kind::Exchange ? tr("Recorded facts") : title.name);
    showResponseTo(m_leftNumber, m_leftRecord);
    showBytes(ofResponse ? m_right : m_left);
    m_wrong->setMessages(m_number, m_leftNumber, m_rightNumber);
    chooseTab(ofResponse);
    MessageSide *const side = sideInSight();
    if (side != m_bytes->side())
        showBytes(side);
    if (side == m_wrong->currentSide())
        m_wrong->chooseValue();
}

void MessageDetail::showResponseTo(trace::Number request, const trace::Record &record)
{
    m_tabs->setTabEnabled(ResponseTab, record.kind == rpc::Kind::Request);
    m_rightNumber = 0;
    if (record.kind != rpc::Kind::Request)
        return;
    const int row = m_model.rowOf(record.pair);
    if (row >= 0) {
        m_rightNumber = record.pair;
        const trace::Record &response = m_model.record(row);
        MessageSide::Title title = MessageSide::titleOf(m_model.store(), record.pair, response);
        title.detail =
            tr("#%1 · %2 later")
                .arg(countText(record.pair),
                    durationText(std::chrono::nanoseconds(response.steadyNs - record.steadyNs)));
        m_right->setTitle(title);
        m_right->showRecord(m_model.store(), response);
        return;
    }
    MessageSide::Title title{
        tr("Response"), models::statusText(record), {}, models::statusSign(record)};
    m_right->setTitle(title);
    m_right->showSentence(record.state == trace::State::Pending
            ? tr("Request #%1 has no response yet.").arg(request)
            : record.state == trace::State::OpenAtEnd
            ? tr("Request #%1 had no response when the session was saved.").arg(request)
            : record.state == trace::State::Ended
            ? tr("Request #%1 is a subscription that was closed.").arg(request)
            : tr("Request #%1 got no response.").arg(request));
}

// A response that comes while its request is shown takes its tab.
void MessageDetail::changed(int from, int to)
{
    const int row = m_model.rowOf(m_leftNumber);
    if (row < from || row > to || row < 0)
        return;
    const trace::Record now = m_model.record(row);
    const bool isExchange = now.kind == rpc::Kind::Exchange;
    if (isExchange && (now.offset != m_leftRecord.offset || now.state != m_leftRecord.state)) {
        refresh();
        return;
    }
    if (now.pair == m_leftRecord.pair && now.state == m_leftRecord.state)
        return;
    m_leftRecord = now;
    showResponseTo(m_leftNumber, m_leftRecord);
    m_wrong->setResponse(m_rightNumber);
}

void MessageDetail::findingsUpdated()
{
    const int count = m_findings->count();
    const bool leaves = count == 0 && m_tabs->currentIndex() == FindingsTab;
    {
        const QSignalBlocker nobodyChose(m_tabs);
        m_tabs->setTabEnabled(FindingsTab, count > 0);
    }
    m_tabs->setTabText(
        FindingsTab, count == 0 ? tr("Findings") : tr("Findings (%1)").arg(countText(count)));
    if (leaves)
        chooseTab(selectedSide() == m_right);
}

void MessageDetail::showValue()
{
    const MessageSide *side = m_wrong->currentSide();
    if (!side)
        return;
    m_tabs->setCurrentIndex(side == m_right ? ResponseTab : RequestTab);
    m_wrong->chooseValue();
}

void MessageDetail::showFinding(const findings::Finding &finding)
{
    showMessage(finding.messages.front());
    m_wrong->select(finding);
}

void MessageDetail::showBytes(MessageSide *side)
{
    m_bytes->showSide(side, halfOf(side));
}

QString MessageDetail::halfOf(const MessageSide *side) const
{
    if (!m_tabs->isTabEnabled(ResponseTab))
        return {};
    return side == m_right ? tr("response") : tr("request");
}

MessageSide *MessageDetail::selectedSide() const
{
    return m_rightNumber != 0 && m_number == m_rightNumber ? m_right : m_left;
}

MessageSide *MessageDetail::sideInSight() const
{
    switch (m_tabs->currentIndex()) {
    case RequestTab:
        return m_left;
    case ResponseTab:
        return m_right;
    case FindingsTab:
        if (MessageSide *const side = m_wrong->currentSide())
            return side;
        break;
    default:
        break;
    }
    return selectedSide();
}

// A finding about the other half of a request marks its value there, and the bytes stay those of
// the half that is shown.
void MessageDetail::valueChosen(MessageSide *side, json::NodeId node)
{
    if (side == sideInSight())
        nodeChosen(side, node);
}

void MessageDetail::nodeChosen(MessageSide *side, json::NodeId node)
{
    if (!side->document() || node == json::kNoNode)
        return;
    if (m_bytes->side() != side)
        showBytes(side);
    m_bytes->showValue(side->document()->value(node), halfOf(side));
}

} // namespace sonde::widgets
