// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/tracepanel.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/timeaxis/timelanes.h"
#include "models/trace/filterstore.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/conditionactions.h"
#include "widgets/trace/exportdialog.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/noteeditor.h"
#include "widgets/trace/problemwindow.h"
#include "widgets/trace/searchwindow.h"
#include "widgets/trace/timestrip.h"
#include "widgets/trace/tracecolumns.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {
constexpr std::int64_t kMicrosecond = 1000;
constexpr int kRowsBelowStrip = 6; // at least
const QString kJoined = QStringLiteral(" and ");
} // namespace

TracePanel::TracePanel(models::TraceDocument &document, QWidget *parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(document.model())
    , m_proxy(new models::TraceFilterProxy(m_model, this))
    , m_view(new TraceView(*m_proxy, this))
    , m_bar(new FilterBar(m_model, this))
    , m_strip(new TimeStrip(document.lanes(), this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_message(new MessageActions(*m_proxy, *m_view, this))
{
    setObjectName(QStringLiteral("trace"));
    look::passFocus(*this, *m_view);
    makeActions();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addWidget(m_bar);
    makeButtons();
    column->addWidget(m_strip);
    column->addWidget(m_pages, 1);
    column->addWidget(&m_message->annotations().editor());
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_view);

    connect(m_strip, &TimeStrip::numberSelected, this, &TracePanel::showMessage);
    connect(m_strip, &TimeStrip::rangeChanged, this, [this] { showRange(m_strip->range()); });
    connect(m_view, &TraceView::numberSelected, this, &TracePanel::messageSelected);
    connect(m_view, &TraceView::opened, this, &TracePanel::messageOpened);
    connect(m_view, &TraceView::closeRequested, this, &TracePanel::closeRequested);
    connect(m_view, &TraceView::numberSelected, this, &TracePanel::updateState);
    connect(m_view, &TraceView::followingChanged, m_follow, &QAction::setChecked);
    connect(m_view, &TraceView::spacePressed, this, &TracePanel::pauseOrFollow);
    connect(m_view, &TraceView::menuRequested, this, &TracePanel::showMenu);
    connect(m_empty, &look::EmptyState::buttonClicked, this, &TracePanel::fill);
    connect(m_bar, &FilterBar::filterChanged, this, &TracePanel::applyFilter);
    connect(
        m_bar, &FilterBar::left, this, [this] { enterList(m_proxy->rowOf(currentNumber()) < 0); });
    connect(m_bar, &FilterBar::firstRequested, this, [this] { enterList(true); });
    connect(m_message, &MessageActions::messageRequested, this, &TracePanel::showMessage);
    connect(m_message, &MessageActions::said, this, &TracePanel::said);
    connect(&m_message->conditions(), &ConditionActions::used, m_bar, &FilterBar::useCondition);
    connect(m_bar, &FilterBar::helpRequested, this, [this] {
        HelpWindow::open({QStringLiteral("filter"), {}}, this);
    });
    if (const models::FilterStore *filters = document.filters()) {
        m_bar->setStore(document.filters());
        connect(filters, &models::FilterStore::rulesChanged, this, &TracePanel::showColours);
        showColours();
    }
    connect(&m_model, &models::TraceModel::taken, this, &TracePanel::updateState);
    connect(&m_model, &models::TraceModel::pausedChanged, this, &TracePanel::updateState);
    connect(m_proxy, &models::TraceFilterProxy::completed, this, &TracePanel::updateState);
    updateState();
}

void TracePanel::makeActions()
{
    const auto make = [this](const char *name, const char *icon, const QString &text,
                          const QString &tip) {
        auto *action = new QAction(look::icon(icon), text, this);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(tip);
        addAction(action);
        return action;
    };
    m_follow = make("followNewest", "follow", tr("Follow newest"),
        tr("Scroll to the newest message and stay there (Space in the list)"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    connect(m_follow, &QAction::triggered, this, [this](bool on) {
        if (on)
            m_pause->setChecked(false);
        m_view->setFollowing(on);
    });
    m_pause = make("pauseTrace", "pause", tr("Pause"),
        tr("Stop adding messages to the list; recording continues (Space in the list)"));
    m_pause->setCheckable(true);
    connect(m_pause, &QAction::toggled, &m_model, &models::TraceModel::setPaused);
    m_clear = make("clearTrace", "clear", tr("Clear list"),
        tr("Empty the list; the recording keeps all messages"));
    connect(m_clear, &QAction::triggered, this, [this] {
        m_model.clear();
        updateState();
    });
    makeSearch();
    m_export =
        make("exportTrace", "export", tr("Export…"), tr("Export messages with secrets redacted"));
    connect(m_export, &QAction::triggered, this, &TracePanel::openExport);
    m_report = make("reportServerProblem", "problem", tr("Report a server problem…"),
        tr("Write a report of the selected messages for the maintainer of the server"));
    connect(m_report, &QAction::triggered, this, &TracePanel::openReport);
}

void TracePanel::makeSearch()
{
    m_search = new QAction(look::icon("search"), tr("Search everything…"), this);
    m_search->setObjectName(QStringLiteral("searchEverything"));
    m_search->setToolTip(
        tr("Search all messages for text, bytes or a regular expression (Ctrl+Shift+F)"));
    m_search->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    addAction(m_search);
    connect(m_search, &QAction::triggered, this, &TracePanel::openSearch);
}

SearchWindow *TracePanel::openSearch()
{
    if (!m_searching) {
        m_searching = new SearchWindow(m_model, this);
        m_searching->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_searching, &SearchWindow::numberRequested, this, &TracePanel::showMessage);
        connect(m_searching, &SearchWindow::placeRequested, this, &TracePanel::placeFound);
        connect(m_searching, &SearchWindow::filterRequested, this,
            [this](const QString &filter) { m_bar->edit().setText(filter); });
    }
    m_searching->show();
    m_searching->raise();
    m_searching->activateWindow();
    m_searching->edit().setFocus(Qt::ShortcutFocusReason);
    return m_searching;
}

void TracePanel::makeButtons()
{
    m_buttons = new QWidget(m_bar);
    auto *buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(0);
    for (QAction *action : titleActions()) {
        auto *button = new QToolButton(m_buttons);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text());
        buttons->addWidget(button);
    }
    m_bar->addWidget(m_buttons);
}

void TracePanel::setButtonsVisible(bool visible)
{
    m_buttons->setVisible(visible);
}

trace::Number TracePanel::currentNumber() const
{
    return m_view->currentNumber();
}

void TracePanel::showMessage(trace::Number number)
{
    m_model.drainNow();
    if (!m_view->select(number) && m_model.rowOf(number) >= 0) {
        m_bar->clear();
        m_view->select(number);
        Q_EMIT said(tr("The filter was cleared to show message %1.").arg(number));
    }
    if (m_view->currentNumber() == number)
        Q_EMIT messageOpened();
}

void TracePanel::enterList(bool toFirst)
{
    m_view->setFocus(Qt::ShortcutFocusReason);
    if (toFirst)
        m_view->selectFirst();
}

void TracePanel::setServer(const QString &server)
{
    m_bar->setServer(server);
}

void TracePanel::setSelectedServer(const QString &server)
{
    m_bar->setSelectedServer(server);
}

void TracePanel::focusFilter()
{
    m_bar->edit().setFocus(Qt::ShortcutFocusReason);
    m_bar->edit().selectAll();
}

void TracePanel::showColours()
{
    m_proxy->setColourRules(m_document.filters()->rules());
}

void TracePanel::showRange(const TimeBrush &range)
{
    QString text = m_bar->edit().text();
    if (text == m_withRange) // the filter was not edited since
        text = m_beforeRange;
    else if (!m_range.isEmpty())
        text.remove(kJoined % m_range).remove(m_range);
    m_beforeRange = text;
    m_range.clear();
    if (!range.isEmpty()) {
        const auto time = [this](std::int64_t steadyNs) {
            return dateTimeText(m_document.lanes().wallOf(steadyNs))
                .replace(QLatin1Char(' '), QLatin1Char('T'));
        };
        // Times are written in whole microseconds: the last one belongs to the range.
        m_range = QStringLiteral("time >= %1 and time <= %2")
                      .arg(time(range.begin()), time(range.end() + kMicrosecond));
        text = text.isEmpty() ? m_range : QStringLiteral("(%1)%2%3").arg(text, kJoined, m_range);
    }
    m_withRange = text;
    m_bar->edit().setText(text);
}

ExportDialog *TracePanel::openExport()
{
    auto *dialog =
        new ExportDialog(*m_proxy, m_view->selectedNumbers(), m_document.store().path(), this);
    connect(dialog, &ExportDialog::written, this, &TracePanel::exported);
    dialog->show();
    return dialog;
}

ProblemWindow *TracePanel::openReport()
{
    std::vector<trace::Number> chosen = m_view->selectedNumbers();
    if (chosen.empty()) {
        for (const int row : m_proxy->shownRows())
            chosen.push_back(m_model.number(row));
    }
    std::sort(chosen.begin(), chosen.end());
    auto *window = new ProblemWindow(m_model, std::move(chosen), this);
    connect(window, &ProblemWindow::written, this, &TracePanel::exported);
    window->show();
    return window;
}

void TracePanel::applyFilter()
{
    m_proxy->setFilter(m_bar->filter());
    if (m_view->isFollowing())
        m_view->setFollowing(true);
    updateState();
}

QString TracePanel::summary() const
{
    const auto all = static_cast<std::uint64_t>(m_model.rowCount());
    const auto shown = static_cast<std::uint64_t>(m_proxy->rowCount());
    QStringList parts;
    if (shown != all)
        parts += all == 1 ? tr("0 of 1 message shown")
                          : tr("%1 of %2 messages shown", nullptr, pluralNumber(all))
                                .arg(countText(shown), countText(all));
    else
        parts += all == 1 ? tr("1 message")
                          : tr("%1 messages", nullptr, pluralNumber(all)).arg(countText(all));
    if (m_model.servers().size() > 1)
        parts += tr("%1 servers").arg(m_model.servers().size());
    if (m_model.isPaused())
        parts += tr("paused, %1 more").arg(countText(m_model.waiting()));
    return parts.join(QStringLiteral(" · "));
}

void TracePanel::updateState()
{
    const bool filtered = !m_proxy->filter().isEmpty();
    const bool empty = m_proxy->rowCount() == 0;
    if (empty && m_model.rowCount() > 0 && filtered) {
        m_empty->setText(
            tr("Messages that match the filter appear here."), tr("No message matches yet."));
        m_empty->setButton(tr("Clear filter"));
    } else if (empty) {
        m_empty->setText(tr("Every message appears here with its time and its bytes."),
            m_model.isPaused() ? tr("The list is paused.")
                               : tr("Connect a server to record messages."));
        const bool canConnect = m_connect && m_connect->isEnabled() && !m_model.isPaused();
        m_empty->setButton(canConnect ? tr("Connect") : QString());
    }
    // While the background still looks, an empty list is no news.
    if (!empty || m_proxy->isComplete())
        m_pages->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_view);
    showStrip();
    m_pause->setChecked(m_model.isPaused());
    m_message->update();
    const QString now = summary();
    if (std::exchange(m_summary, now) != now)
        Q_EMIT summaryChanged(now);
}

void TracePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showStrip();
}

// In a low panel, its place is for rows.
void TracePanel::showStrip()
{
    const look::Metrics metrics = look::metrics();
    const int list = (1 + kRowsBelowStrip) * metrics.row; // with its header
    const int least = m_bar->sizeHint().height() + m_strip->sizeHint().height() + list;
    m_strip->setVisible(m_model.rowCount() > 0 && height() >= least + 2 * metrics.unit);
}

void TracePanel::setConnectAction(QAction *action)
{
    m_connect = action;
    connect(action, &QAction::changed, this, &TracePanel::updateState);
    updateState();
}

// What the button of the empty list says.
void TracePanel::fill()
{
    if (m_model.rowCount() > 0)
        m_bar->clear();
    else if (m_connect)
        m_connect->trigger();
}

void TracePanel::pauseOrFollow()
{
    const bool running = !m_model.isPaused() && m_view->isFollowing();
    m_pause->setChecked(running);
    if (!running)
        m_view->setFollowing(true);
}

void TracePanel::showMenu(const QPoint &global)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_message->addTo(*menu);
    menu->addAction(m_export);
    menu->addAction(m_report);
    menu->addAction(m_search);
    menu->addSeparator();
    menu->addActions(titleActions());
    menu->addSeparator();
    m_view->columns().addActions(menu->addMenu(tr("Columns")));
    menu->popup(global);
}

QByteArray TracePanel::saveColumns() const
{
    return m_view->columns().save();
}

void TracePanel::restoreColumns(const QByteArray &state)
{
    m_view->columns().restore(state);
}

} // namespace sonde::widgets
