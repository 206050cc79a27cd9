// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/logspanel.h"

#include "base/formatting.h"
#include "content/json/jsontreeview.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/searchfield.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/client.h"
#include "models/trace/tracetext.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/trace/messageside.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::LogModel;

namespace {

const QList<int> kShares{620, 360};
constexpr int kTimeChars = 21;
constexpr int kSourceChars = 14;
constexpr int kLevelChars = 18;
constexpr int kLoggerChars = 16;
constexpr int kTextWidth = 160; // pixels, at least
constexpr int kBoxWidth =
    80; // pixels, at least: a narrow window has no room for the longest choice

} // namespace

LogsPanel::LogsPanel(models::TraceModel &trace, QWidget *parent)
    : Panel(parent)
    , m_model(new LogModel(trace, this))
    , m_scope(new look::InlineMessage(this))
    , m_source(new QComboBox(this))
    , m_level(new QComboBox(this))
    , m_logger(new QComboBox(this))
    , m_text(new QLineEdit(this))
    , m_asked(new LogLevelBox(this))
    , m_count(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_table(new PlainTable(m_model, this))
    , m_detail(new MessageSide(this))
{
    look::passFocus(*this, *m_table, *m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addLayout(makeFilters());
    column->addWidget(m_scope);
    m_scope->hide();
    m_table->setAccessibleName(tr("Log messages"));
    m_table->setAlternatingRowColors(true);
    m_table->setUsualWidth(LogModel::TimeColumn, kTimeChars);
    m_table->setUsualWidth(LogModel::SourceColumn, kSourceChars);
    m_table->setUsualWidth(LogModel::LevelColumn, kLevelChars);
    m_table->setUsualWidth(LogModel::LoggerColumn, kLoggerChars);
    m_columns->addWidget(m_table);
    m_columns->addWidget(m_detail);
    m_columns->setDefaultSizes(kShares);
    m_columns->setChildrenCollapsible(false);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_columns);
    column->addWidget(m_pages, 1);

    connect(m_scope, &look::InlineMessage::buttonClicked, this, &LogsPanel::showAll);
    connect(m_asked, &LogLevelBox::levelChanged, this, &LogsPanel::refresh);
    connect(m_asked, &LogLevelBox::succeeded, this, &LogsPanel::succeeded);
    connect(m_asked, &LogLevelBox::failed, this, &LogsPanel::failed);
    connect(m_detail, &MessageSide::finished, this, &LogsPanel::showData);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &LogsPanel::showCurrent);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &LogsPanel::scrolled);
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_following)
            setFollowing(true);
    });
    connect(m_model, &LogModel::loggersChanged, this, &LogsPanel::fillLoggers);
    connect(m_model, &LogModel::completed, this, &LogsPanel::restoreCurrent);
    connect(m_model, &LogModel::completed, this, &LogsPanel::refresh);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &LogsPanel::refresh);
    connect(&trace, &models::TraceModel::recordsChanged, this, &LogsPanel::responseArrived);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_quiet = true; });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_quiet = false;
        refresh();
    });
    connect(m_empty, &look::EmptyState::buttonClicked, this, [this] {
        if (m_client && m_client->state() == mcp::ClientState::Ready)
            showAll();
        else
            Q_EMIT connectRequested();
    });
    fillLoggers();
    showCurrent();
    refresh();
}

QLayout *LogsPanel::makeFilters()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    makeBoxes(row);
    m_follow = makeAction(
        "follow", tr("Follow newest"), tr("Scroll to the newest row and stay there"), row);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QAction::triggered, this, &LogsPanel::setFollowing);
    m_clear = makeAction("clear", tr("Clear the log"),
        tr("Empty this list; the trace and the recording keep all messages"), row);
    connect(m_clear, &QAction::triggered, this, &LogsPanel::clearList);
    m_inTrace = makeAction("trace", tr("Show in the trace"),
        tr("Show the selected message and its bytes in the trace (Ctrl+T)"), row);
    m_inTrace->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    m_inTrace->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_inTrace, &QAction::triggered, this, &LogsPanel::showInTrace);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &LogsPanel::showInTrace);
    row->addSpacing(look::metrics().margin);
    row->addWidget(m_asked);
    // In the order in which they stand, before the table.
    QWidget *last = m_text;
    for (auto *button : findChildren<QToolButton *>(QString(), Qt::FindDirectChildrenOnly)) {
        setTabOrder(last, button);
        last = button;
    }
    return row;
}

void LogsPanel::makeBoxes(QHBoxLayout *row)
{
    m_source->addItems({tr("All sources"), tr("Messages only"), tr("stderr only")});
    m_source->setAccessibleName(tr("Source shown"));
    m_source->setToolTip(tr("Show log messages of the protocol, lines of stderr, or both"));
    m_level->addItem(tr("All levels"));
    const QStringList &levels = models::logLevels();
    for (qsizetype i = 1; i < levels.size(); ++i)
        m_level->addItem(i + 1 < levels.size() ? tr("%1 and above").arg(levels[i]) : levels[i]);
    m_level->setAccessibleName(tr("Lowest level shown"));
    m_logger->setAccessibleName(tr("Logger shown"));
    m_logger->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_text->setPlaceholderText(tr("Search data"));
    m_text->setAccessibleName(tr("Search the data, the logger names and the lines of stderr"));
    m_text->setMaxLength(models::LogFilter::kMaxText);
    look::dressSearchField(*m_text, look::SearchField::Find);
    m_text->setMinimumWidth(kTextWidth);
    for (QComboBox *box : {m_source, m_level, m_logger})
        box->setMinimumWidth(kBoxWidth);
    connect(m_source, &QComboBox::currentIndexChanged, this, &LogsPanel::applyFilter);
    connect(m_level, &QComboBox::currentIndexChanged, this, &LogsPanel::applyFilter);
    connect(m_logger, &QComboBox::currentIndexChanged, this, &LogsPanel::applyFilter);
    connect(m_text, &QLineEdit::textChanged, this, &LogsPanel::applyFilter);
    row->addWidget(m_source);
    row->addWidget(m_level);
    row->addWidget(m_logger);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
}

QAction *LogsPanel::makeAction(
    const char *icon, const QString &text, const QString &tip, QHBoxLayout *row)
{
    auto *action = new QAction(look::icon(icon), text, this);
    action->setToolTip(tip);
    addAction(action);
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setAccessibleName(text);
    row->addWidget(button);
    return action;
}

Panel::Tab LogsPanel::tab() const
{
    return {"logs", tr("Lo&gs"), "log", QKeySequence(Qt::CTRL | Qt::Key_6)};
}

void LogsPanel::setServer(const QString &name, mcp::Client *client)
{
    if (m_client != client) {
        if (m_client)
            disconnect(m_client, nullptr, this, nullptr);
        m_client = client;
        if (client)
            connect(client, &mcp::Client::stateChanged, this, &LogsPanel::refresh);
    }
    m_asked->setServer(name, client);
    if (std::exchange(m_observes, false))
        m_asked->show();
    if (m_server != name) {
        m_server = name;
        m_filter.scope.reset();
        m_filter.after = 0;
        applyFilter();
    }
    refresh();
}

void LogsPanel::setServers(const QStringList &names)
{
    m_asked->setServers(names);
}

bool LogsPanel::setObservation(const QString &name, session::Observation *)
{
    setServer(name, nullptr);
    m_observes = true;
    m_asked->hide(); // the host decides what the server logs
    refresh();
    return true;
}

void LogsPanel::focusFilter()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void LogsPanel::applyFilter()
{
    m_filter.server = m_server;
    m_filter.source = static_cast<models::LogSource>(m_source->currentIndex());
    const bool onlyLines = m_filter.source == models::LogSource::Stderr;
    m_level->setEnabled(!onlyLines); // lines have none
    m_logger->setEnabled(!onlyLines);
    m_filter.leastLevel = m_level->currentIndex();
    m_filter.logger = m_logger->currentData().toString();
    m_filter.text = m_text->text();
    m_model->setFilter(m_filter);
    if (m_following)
        setFollowing(true);
    refresh();
}

void LogsPanel::showCall(trace::Number request)
{
    const bool ownExchange = m_client && m_client->config().endpoint.hasExchanges()
        && m_client->negotiated().era == mcp::Era::Modern;
    m_model->trace().drainNow();
    auto scope = models::logScopeOf(m_model->trace(), request, ownExchange);
    if (!scope)
        return;
    m_filter.scope = std::move(scope);
    m_filter.after = 0;
    applyFilter();
    m_table->setFocus(Qt::OtherFocusReason);
}

// What comes after the response does not belong to the call.
void LogsPanel::responseArrived()
{
    if (!m_filter.scope || m_filter.scope->response > 0)
        return;
    const int row = m_model->trace().rowOf(m_filter.scope->request);
    if (row < 0 || m_model->trace().record(row).pair == 0)
        return;
    m_filter.scope->response = m_model->trace().record(row).pair;
    applyFilter();
}

void LogsPanel::showAll()
{
    m_filter = {};
    {
        const QSignalBlocker source(m_source);
        const QSignalBlocker level(m_level);
        const QSignalBlocker logger(m_logger);
        const QSignalBlocker text(m_text);
        m_source->setCurrentIndex(0);
        m_level->setCurrentIndex(0);
        m_logger->setCurrentIndex(0);
        m_text->clear();
    }
    applyFilter();
}

void LogsPanel::clearList()
{
    m_model->trace().drainNow();
    const int rows = m_model->trace().rowCount();
    m_filter.after = rows > 0 ? m_model->trace().number(rows - 1) : 0;
    m_filter.scope.reset();
    m_number = 0;
    applyFilter();
    showCurrent();
}

void LogsPanel::fillLoggers()
{
    const QString chosen = m_logger->currentData().toString();
    const QSignalBlocker quiet(m_logger);
    m_logger->clear();
    m_logger->addItem(tr("All loggers"));
    for (const QString &name : m_model->loggers())
        m_logger->addItem(name, name);
    if (!chosen.isEmpty() && m_logger->findData(chosen) < 0)
        m_logger->addItem(chosen, chosen);
    m_logger->setCurrentIndex(std::max(0, m_logger->findData(chosen)));
}

void LogsPanel::refresh()
{
    const int rows = m_model->rowCount();
    m_count->setText(rows == 1 ? tr("1 row") : tr("%1 rows", nullptr, rows).arg(countText(rows)));
    m_count->setVisible(rows > 0);
    m_scope->setVisible(m_filter.scope.has_value());
    if (m_filter.scope) {
        const auto &scope = *m_filter.scope;
        m_scope->showMessage(look::InlineMessage::Kind::Info,
            (scope.exchange > 0
                    ? tr("Log messages and progress of %2 in the response stream of request #%1.")
                    : tr("Log messages, progress and stderr while request #%1 of %2 was running."))
                .arg(countText(scope.request), scope.name),
            tr("Show all"));
    }
    // While the background still looks, an empty list is no news.
    if (rows > 0 || m_model->isComplete())
        m_pages->setCurrentWidget(rows > 0 ? static_cast<QWidget *>(m_columns) : m_empty);
    if (rows == 0)
        showEmpty();
}

void LogsPanel::showEmpty()
{
    const QString what = tr("Log messages of the server and its lines on stderr appear here.");
    const bool ready = m_client && m_client->state() == mcp::ClientState::Ready;
    m_empty->setButton({});
    if (m_filter.narrows()) {
        m_empty->setText(m_filter.scope
                ? tr("Log messages and progress of the call appear here while it runs.")
                : what,
            tr("No message matches the filter above."));
        m_empty->setButton(ready ? tr("Show all") : QString());
    } else if (m_server.isEmpty()) {
        m_empty->setText(what, tr("Add a server first."));
    } else if (!ready && !m_observes) {
        m_empty->setText(what, tr("%1 is not connected.").arg(m_server));
        m_empty->setButton(tr("Connect"));
    } else {
        m_empty->setText(what, whyEmpty());
    }
}

// A server that is reached by HTTP has no stderr here.
QString LogsPanel::whyEmpty() const
{
    const bool hasLines = !m_client || m_client->config().endpoint.hasStderr();
    if (m_client && m_client->negotiated().era == mcp::Era::Modern)
        return m_asked->level().isEmpty()
            ? tr("In this revision requests opt in to logging. Choose a level on the right.")
            : tr("No log messages have arrived since then.");
    if (m_client && !m_client->negotiated().serverCapabilities()["logging"])
        return hasLines ? tr("The server does not declare the logging capability, and has written "
                             "nothing to stderr yet.")
                        : tr("The server does not declare the logging capability.");
    return hasLines ? tr("The server has sent no log messages yet, and has written nothing to "
                         "stderr.")
                    : tr("The server has sent no log messages yet.");
}

void LogsPanel::showCurrent()
{
    if (m_quiet)
        return;
    const QModelIndex current = m_table->currentIndex();
    m_number = current.isValid() ? m_model->number(current.row()) : 0;
    m_inTrace->setEnabled(m_number != 0);
    MessageSide::Title title;
    const bool isLine = m_number != 0 && m_model->record(current.row()).kind == rpc::Kind::Stderr;
    title.name = isLine ? tr("Line of stderr") : tr("Data");
    if (m_number == 0) {
        m_detail->setTitle(title);
        m_detail->showSentence(tr("Select a message to see its data."));
        return;
    }
    const auto cell = [&](int column) { return current.siblingAtColumn(column).data().toString(); };
    QStringList words{cell(LogModel::LevelColumn), cell(LogModel::LoggerColumn)};
    words.removeAll({});
    if (!words.isEmpty())
        title.detail = QStringLiteral("· ") + words.join(QStringLiteral(" · "));
    title.right = cell(LogModel::TimeColumn);
    m_detail->setTitle(title);
    m_detail->showRecord(m_model->trace().store(), m_model->record(current.row()));
}

// Another filter: what was chosen stays chosen where it still fits.
void LogsPanel::restoreCurrent()
{
    if (m_number == 0 || m_table->currentIndex().isValid())
        return;
    const int row = m_model->rowOf(m_number);
    if (row < 0) {
        showCurrent();
        return;
    }
    const QScopedValueRollback quiet(m_quiet, true);
    m_table->setCurrentIndex(m_model->index(row, 0));
}

// Of the message only what was said; the rest is the same in each of them, and in the trace.
void LogsPanel::showData()
{
    const auto &document = m_detail->document();
    if (!document)
        return;
    const json::Value params = document->root()["params"];
    const json::Value said = params["data"];
    if (const json::Value shown = said ? said : params)
        m_detail->tree()->setDocument(document, shown.id());
}

void LogsPanel::showInTrace()
{
    if (m_number != 0)
        Q_EMIT numberRequested(m_number);
}

void LogsPanel::setFollowing(bool following)
{
    if (following) {
        const QScopedValueRollback quiet(m_quiet, true);
        m_table->scrollToBottom();
    }
    m_following = following;
    m_follow->setChecked(following);
}

// Only a person scrolls by value: rows that come change the range.
void LogsPanel::scrolled(int value)
{
    if (!m_quiet)
        setFollowing(value == m_table->verticalScrollBar()->maximum());
}

} // namespace sonde::widgets
