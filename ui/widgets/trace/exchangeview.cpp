// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/exchangeview.h"

#include "base/formatting.h"
#include "content/bytes/bytesview.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/exchange/headmodel.h"
#include "models/exchange/propertymodel.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/trace/framesummary.h"

#include <QAction>
#include <QHeaderView>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <optional>

namespace sonde::widgets {

namespace {

using Properties = models::ExchangeFacts;

constexpr std::chrono::milliseconds kLate{200}; // an open exchange is read anew so often
constexpr int kHeadShare = 460; // at first, of the width; a person moves the handles
constexpr int kTabsShare = 520;
constexpr int kMinChars = 24; // of a pane
constexpr int kNoteChars = 24;
constexpr int kNameChars = 18;
constexpr int kTimeChars = 16;

} // namespace

ExchangeView::ExchangeView(const models::TraceModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_requestHead(new models::HeadModel(this))
    , m_responseHead(new models::HeadModel(this))
    , m_phases(new models::PropertyModel({tr("Phase"), tr("Ended at"), tr("Duration")}, this))
    , m_connection(new models::PropertyModel({tr("Name"), tr("Value")}, this))
    , m_events(new models::SseEventModel(this))
    , m_failure(new look::InlineMessage(this))
    , m_requestTitle(new look::PanelTitle(tr("Request headers"), this))
    , m_responseTitle(new look::PanelTitle(tr("Response headers"), this))
    , m_eventNote(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_body(new content::BytesView(this))
    , m_tabs(new QTabWidget(this))
    , m_job(this, BackgroundJob::Ending::Join)
{
    setObjectName(QStringLiteral("exchange"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addWidget(m_failure);
    auto *splitter = new look::Splitter(Qt::Horizontal, this);
    splitter->addWidget(makeHead(m_requestTitle, m_requestHead, tr("Request headers")));
    splitter->addWidget(makeHead(m_responseTitle, m_responseHead, tr("Response headers")));
    makeTabs();
    splitter->addWidget(m_tabs);
    for (int i = 0; i < splitter->count(); ++i)
        splitter->widget(i)->setMinimumWidth(fontMetrics().averageCharWidth() * kMinChars);
    splitter->setDefaultSizes({kHeadShare, kHeadShare, kTabsShare});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    m_failure->hide();

    m_late.setSingleShot(true);
    m_late.setInterval(kLate);
    connect(&m_late, &QTimer::timeout, this, &ExchangeView::refresh);
    const auto wait = [this] {
        if (m_number != 0 && !m_late.isActive())
            m_late.start();
    };
    connect(&model, &QAbstractItemModel::dataChanged, this,
        [this, wait](const QModelIndex &from, const QModelIndex &to) {
            const int row = m_model.rowOf(m_number);
            // The running time alone is nothing new.
            if (row >= from.row() && row <= to.row()
                && from.column() <= models::TraceModel::MethodColumn)
                wait();
        });
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this, wait] {
        const int row = m_model.rowOf(m_number);
        if (row >= 0 && m_model.record(row).state == trace::State::Pending)
            wait();
    });
}

QWidget *ExchangeView::makeHead(
    look::PanelTitle *title, models::HeadModel *model, const QString &name)
{
    auto *pane = new QWidget(this);
    auto *column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *table = new PlainTable(model, pane);
    table->setAccessibleName(name);
    table->horizontalHeader()->hide();
    table->setMonospace(models::HeadModel::LineColumn);
    table->setCopied(models::HeadModel::LineColumn);
    table->setUsualWidth(models::HeadModel::NoteColumn, kNoteChars);
    addSpecification(table, model);
    column->addWidget(title);
    column->addWidget(table, 1);
    return pane;
}

// In the menu of the lines, and by the key that a value of a message has, too.
void ExchangeView::addSpecification(PlainTable *table, const models::HeadModel *model)
{
    auto *action = new QAction(tr("Specification of this header"), table);
    action->setObjectName(QStringLiteral("specificationOfHeader"));
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F1));
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setEnabled(false);
    table->addAction(action);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto update = [table, model, action] {
        const QModelIndex index = table->currentIndex();
        action->setEnabled(index.isValid() && !model->nameAt(index.row()).isEmpty());
    };
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, action, update);
    connect(model, &QAbstractItemModel::modelReset, action, update);
    connect(action, &QAction::triggered, this, [this, table, model] {
        findings::Subject subject;
        subject.header = model->nameAt(table->currentIndex().row()).toStdString();
        const int row = m_model.rowOf(m_number);
        Q_EMIT specificationRequested(
            subject, row < 0 ? QString() : m_model.stream(m_model.record(row).stream).server);
    });
}

PlainTable &ExchangeView::headTable(const models::HeadModel &model) const
{
    const auto tables = findChildren<PlainTable *>();
    return **std::find_if(tables.begin(), tables.end(),
        [&model](const PlainTable *table) { return table->model() == &model; });
}

void ExchangeView::makeTabs()
{
    auto *times = new PlainTable(m_phases, m_tabs);
    times->setAccessibleName(tr("Phases of the exchange"));
    m_phases->setNumeric(1);
    m_phases->setNumeric(2);
    times->setUsualWidth(1, kTimeChars);
    times->setUsualWidth(2, kTimeChars);
    auto *connection = new PlainTable(m_connection, m_tabs);
    connection->setAccessibleName(tr("Connection details"));
    connection->horizontalHeader()->hide();
    connection->setUsualWidth(0, kNameChars);
    connection->setMonospace(1);
    m_body->setAccessibleName(tr("Bytes of the body"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(times, tr("Times"));
    m_tabs->addTab(connection, tr("Connection"));
    m_eventPage = makeEvents();
    m_tabs->addTab(m_eventPage, tr("Events"));
    m_tabs->addTab(m_body, tr("Body"));
    connect(m_tabs, &QTabWidget::currentChanged, this, &ExchangeView::refresh);
}

QWidget *ExchangeView::makeEvents()
{
    using Events = models::SseEventModel;
    auto *page = new QWidget(m_tabs);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    m_eventTable = new PlainTable(m_events, page);
    m_eventTable->setAccessibleName(tr("Events of the stream"));
    m_eventTable->setMonospace(Events::DataColumn);
    constexpr std::pair<int, int> kWidths[] = {
        {Events::NumberColumn, 5},
        {Events::TimeColumn, 13},
        {Events::TypeColumn, 10},
        {Events::IdColumn, 8},
        {Events::RetryColumn, 10},
        {Events::SizeColumn, 8},
    };
    for (const auto &[which, characters] : kWidths)
        m_eventTable->setUsualWidth(which, characters);
    connect(m_eventTable, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const auto number = index.data(Events::MessageRole).toUInt())
            Q_EMIT messageRequested(number);
    });
    column->addWidget(m_eventTable, 1);
    column->addWidget(m_eventNote);
    return page;
}

void ExchangeView::showExchange(trace::Number number)
{
    if (number == m_number)
        return;
    m_number = number;
    m_reading = false;
    m_job.stop();
    refresh();
}

void ExchangeView::refresh()
{
    m_late.stop();
    const int row = m_model.rowOf(m_number);
    if (row < 0)
        return;
    const trace::Record record = m_model.record(row);
    // Only what is in sight is read: a body may be large.
    const ExchangeContent::Wish wish{
        m_tabs->currentWidget() == m_eventPage, m_tabs->currentWidget() == m_body};
    if (m_reading && m_wish == wish) {
        m_again = true;
        return;
    }
    if (record.length <= kMaxInline) {
        auto content = ExchangeContent::begin(m_model.store(), record);
        if (content.restLength(wish) <= kMaxInline) {
            m_reading = false;
            m_job.stop();
            content.readRest(m_model.store(), wish);
            show(std::move(content), wish);
            return;
        }
    }
    readLater(record, wish);
}

void ExchangeView::readLater(const trace::Record &record, const ExchangeContent::Wish &wish)
{
    if (m_shown != m_number)
        clear();
    m_reading = true;
    m_again = false;
    m_wish = wish;
    m_job.start<ExchangeContent>(
        [&store = m_model.store(), record, wish](const std::stop_token &stop) {
            auto content = ExchangeContent::begin(store, record);
            if (!stop.stop_requested())
                content.readRest(store, wish);
            return content;
        },
        [this, wish](ExchangeContent content) {
            m_reading = false;
            show(std::move(content), wish);
            if (m_again)
                m_late.start();
        });
}

// Nothing of another exchange under this one's name. The tabs stay as they are.
void ExchangeView::clear()
{
    m_shown = 0;
    m_requestHead->clear();
    m_responseHead->clear();
    m_phases->setRows({});
    m_connection->setRows({});
    m_events->clear();
    m_body->clear();
    m_eventNote->hide();
    m_failure->hide();
}

void ExchangeView::show(ExchangeContent content, const ExchangeContent::Wish &wish)
{
    const int row = m_model.rowOf(m_number);
    if (row < 0)
        return;
    const trace::Record &record = m_model.record(row);
    m_shown = m_number;
    showHeads(content);
    showTitles(content, record);
    m_phases->setRows(models::phaseRows(content.facts));
    m_connection->setRows(models::connectionRows(content.facts));
    m_failure->setVisible(!content.failure.isEmpty());
    if (!content.failure.isEmpty())
        m_failure->showMessage(look::InlineMessage::Kind::Error, content.failure);
    m_tabs->setTabVisible(m_tabs->indexOf(m_eventPage), content.isEventStream());
    m_tabs->setTabText(m_tabs->indexOf(m_body),
        content.bodyIsRequest() ? tr("Request body") : tr("Response body"));
    if (wish.events)
        showEvents(content, record);
    if (wish.body)
        showBody(content);
}

void ExchangeView::showHeads(const ExchangeContent &content)
{
    // Sonde says for what it sends each of its own.
    const bool ours = !content.facts.purpose.isEmpty();
    m_requestHead->setRequest(content.requestHead,
        ours ? std::optional(content.facts.custom) : std::nullopt, content.mirrored);
    m_responseHead->setResponse(content.interim, content.responseHead, content.trailers);
}

void ExchangeView::showTitles(const ExchangeContent &content, const trace::Record &record)
{
    const Properties &facts = content.facts;
    m_requestTitle->setSign(models::Sign::SentRequest);
    m_requestTitle->setDetail(u'#' + countText(m_number));
    m_requestTitle->setRightText(
        tr("%1 + %2 bytes")
            .arg(countText(facts.requestHead.length), countText(facts.requestBody.length)));
    m_responseTitle->setSign(facts.responseHead.length > 0 ? models::Sign::ReceivedResponse
                                                           : models::statusSign(record));
    m_responseTitle->setDetail(models::statusText(record));
    m_responseTitle->setRightText(facts.responseHead.length == 0
            ? QString()
            : tr("%1 + %2 bytes")
                  .arg(countText(facts.interim.length + facts.responseHead.length),
                      countText(content.responseBody.length)));
}

void ExchangeView::showBody(const ExchangeContent &content)
{
    if (content.body.view() == m_body->bytes().view())
        return;
    m_body->setBytes(content.body);
    const bool written = content.bodyIsRequest();
    const auto &range = written ? content.facts.requestBody : content.responseBody;
    m_body->setFrame({{}, {}, pieceMarks(content.pieces, range.offset, written)});
}

void ExchangeView::showEventNote(std::uint64_t length)
{
    const auto comments = m_events->comments();
    QString note;
    if (length > ExchangeContent::kMaxEventBytes) {
        note = tr("Events in the first %1 of %2 bytes.")
                   .arg(countText(ExchangeContent::kMaxEventBytes), countText(length));
    } else if (comments > 0) {
        note = tr("Keep-alive comment lines: %1").arg(countText(comments));
    }
    m_eventNote->setText(note);
    m_eventNote->setVisible(!note.isEmpty());
}

void ExchangeView::showEvents(ExchangeContent &content, const trace::Record &record)
{
    const int row = m_eventTable->currentIndex().row();
    m_events->setEvents(std::move(content.events), carried(content.responseBody), record.steadyNs);
    if (row >= 0 && row < m_events->rowCount())
        m_eventTable->setCurrentIndex(m_events->index(row, 0));
    m_eventTable->setColumnHidden(models::SseEventModel::RetryColumn, !m_events->anyRetry());
    showEventNote(content.responseBody.length);
}

models::SseEventModel::MadeAt ExchangeView::carried(const Properties::Range &body) const
{
    models::SseEventModel::MadeAt made;
    const int first = m_model.rowOf(m_number) + 1;
    const int end = std::min(m_model.rowCount(), first + kMaxRowsSearched);
    for (int row = first; row < end; ++row) {
        const trace::Record &record = m_model.record(row);
        if (trace::carrierOf(record) == m_number && record.stream == body.stream
            && record.offset >= body.offset)
            made.try_emplace(record.offset - body.offset,
                models::SseEventModel::Made{m_model.number(row), record.steadyNs});
    }
    return made;
}

} // namespace sonde::widgets
