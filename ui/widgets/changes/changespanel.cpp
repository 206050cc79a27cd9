// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/changespanel.h"

#include "content/text/textdiffview.h"
#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/catalog/jsonlines.h"
#include "models/changes/restartmodel.h"
#include "models/changes/serverchangemodel.h"
#include "models/changes/startfigures.h"
#include "models/findings/findinglist.h"
#include "session/restart/restarthistory.h"
#include "widgets/changes/reportparts.h"
#include "widgets/changes/restartfacts.h"
#include "widgets/changes/restartlist.h"
#include "widgets/changes/restartreport.h"
#include "widgets/changes/resultchanges.h"
#include "widgets/changes/startpair.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"
#include "json/document.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QSaveFile>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using models::ColorRole;
using models::Restart;
using models::ServerChangeModel;

namespace {

const QList<int> kShares{214, 860};
const QList<int> kDiffShares{160, 300}; // the table, and the lines below it
const QList<int> kDiffBeside{260, 280}; // or beside it
constexpr int kFindingsMs = 250; // between looks at findings while messages are checked
constexpr int kChangeChars = 13;
constexpr int kKindChars = 13;
constexpr int kItemChars = 20;

// A definition as lines; a text, such as the instructions, as its own lines.
Bytes definitionLines(const Bytes &json)
{
    if (json.isEmpty())
        return {};
    const auto document = json::Document::parse(json);
    if (document.root().isString())
        return Bytes::copyOf(document.root().text() + '\n');
    return Bytes::copyOf(models::jsonLines(json.view()) + '\n');
}

} // namespace

ChangesPanel::ChangesPanel(
    session::RestartHistory &history, models::FindingList &findings, QWidget *parent)
    : Panel(parent)
    , m_history(history)
    , m_findings(findings)
    , m_pages(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_model(new ServerChangeModel(this))
    , m_job(this)
{
    m_pages->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().gap, 0, 0);
    layout->addWidget(m_pages);
    look::passFocus(*this, [this] {
        return m_pages->currentWidget() == m_empty ? static_cast<QWidget *>(m_empty) : m_list;
    });
    connect(m_empty, &look::EmptyState::buttonClicked, this, &ChangesPanel::connectRequested);
    m_findingsLater.setSingleShot(true);
    m_findingsLater.setInterval(kFindingsMs);
    connect(&m_findingsLater, &QTimer::timeout, this, &ChangesPanel::showFindings);
    connect(&m_findings, &models::FindingList::progressed, this, [this] {
        if (isVisible() && !m_findingsLater.isActive())
            m_findingsLater.start();
    });
    connect(&m_history, &session::RestartHistory::changed, this, [this](const QString &server) {
        if (server == m_server)
            refresh();
    });
    refresh();
}

// When there is something to be seen in it.
void ChangesPanel::makeContent()
{
    m_columns = new look::Splitter(Qt::Horizontal, this);
    m_list = new RestartList(this);
    m_columns->addWidget(m_list);
    m_columns->addWidget(makeReport());
    m_columns->setDefaultSizes(kShares);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    m_pages->addWidget(m_columns);
    connect(m_list, &RestartList::chosen, this, &ChangesPanel::showRestart);
    connect(m_list, &RestartList::referenceRequested, this,
        [this](int number) { m_history.setReference(m_server, number); });
    connect(m_results, &ResultChanges::forgetRequested, this,
        [this](const QString &call) { m_history.forgetPlaces(m_server, call); });
    connect(m_results, &ResultChanges::confirmRequested, this,
        [this](const QString &call) { Q_EMIT confirmRequested(m_server, call); });
}

ChangesPanel &ChangesPanel::made()
{
    if (!m_columns) {
        makeContent();
        refresh();
    }
    return *this;
}

QWidget *ChangesPanel::makeReport()
{
    auto *report = new QWidget(this);
    m_message = new look::InlineMessage(report);
    connect(m_message, &look::InlineMessage::buttonClicked, this, &ChangesPanel::showTool);
    m_results = new ResultChanges(report);
    m_facts = new RestartFacts(report);
    m_parts = new ReportParts(makeDefinitions(), m_results, m_facts, report);
    auto *layout = new QVBoxLayout(report);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addLayout(makeHeading());
    layout->addWidget(m_message);
    layout->addWidget(m_parts, 1);
    return report;
}

QLayout *ChangesPanel::makeHeading()
{
    m_heading = new look::ColorLabel(ColorRole::Normal, this);
    m_heading->setFont(look::boldFont());
    m_detail = new look::ColorLabel(ColorRole::Muted, this);
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut first
    auto *button = new QToolButton(this);
    button->setObjectName(QStringLiteral("reportMenu"));
    button->setText(tr("Re&port"));
    button->setIcon(look::icon("export"));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(tr("Copy or save this start and its changes as Markdown"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    const auto add = [menu](const char *name, const char *icon, const QString &text) {
        QAction *action = menu->addAction(look::icon(icon), text);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    connect(add("copyReport", "copy", tr("&Copy report")), &QAction::triggered, this,
        [this] { look::copyToClipboard(report()); });
    connect(add("exportReport", "save", tr("&Export report…")), &QAction::triggered, this,
        &ChangesPanel::chooseFile);
    button->setMenu(menu);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    heading->addWidget(m_heading);
    heading->addWidget(m_detail, 1);
    heading->addWidget(button);
    return heading;
}

QWidget *ChangesPanel::makeDefinitions()
{
    m_table = new PlainTable(m_model, this);
    m_table->setObjectName(QStringLiteral("changes"));
    m_table->setAccessibleName(tr("What changed at the start"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(ServerChangeModel::ChangeColumn, kChangeChars);
    m_table->setUsualWidth(ServerChangeModel::PartColumn, kKindChars);
    m_table->setUsualWidth(ServerChangeModel::NameColumn, kItemChars);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) { showChange(index.row()); });
    m_diff = new content::TextDiffView(this);
    auto *both = new look::Splitter(Qt::Vertical, this);
    both->addWidget(m_table);
    both->addWidget(m_diff);
    new SplitterShape(*both, kDiffShares, kDiffBeside);
    m_title = new look::PanelTitle(tr("Changes"), this);
    return look::titled(m_title, both);
}

Panel::Tab ChangesPanel::tab() const
{
    return {"changes", tr("&Changes"), "compare", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C)};
}

void ChangesPanel::setServer(const QString &name, mcp::Client *)
{
    m_server = name;
    m_pair = {};
    m_history.load(name);
    refresh();
}

int ChangesPanel::count() const
{
    return m_count;
}

void ChangesPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    if (!m_columns)
        return refresh();
    showTimings();
    showFindings();
}

void ChangesPanel::refresh()
{
    const std::deque<Restart> &restarts = m_history.restarts(m_server);
    if (restarts.empty()) {
        m_empty->setText(tr("Each start of the server appears here with what changed."),
            m_server.isEmpty() ? tr("Add a server first.")
                               : tr("%1 has not been started yet.").arg(m_server));
        m_empty->setButton(m_server.isEmpty() ? QString() : tr("Connect"));
    }
    const auto count = static_cast<int>(restarts.size());
    if (std::exchange(m_count, count) != count)
        Q_EMIT countChanged();
    if (!m_columns && (restarts.empty() || !isVisible()))
        return;
    if (!m_columns)
        makeContent();
    m_pages->setCurrentWidget(restarts.empty() ? static_cast<QWidget *>(m_empty) : m_columns);
    m_list->setRestarts(m_server, restarts); // which shows one that was not shown before
    const Restart *restart = m_list->current();
    if (restarts.empty())
        showRestart();
    else if (restart && m_list->compared() && restart->runs != m_runs)
        showRestart();
    else if (restart && !m_isComparing && restart->results != m_shown.results
        && !m_list->compared())
        showChanges({restart->comparison, restart->results});
}

void ChangesPanel::showRestart()
{
    m_job.stop();
    m_isComparing = false;
    const Restart *restart = m_list->current();
    if (!restart)
        return showChanges({});
    m_heading->setText(restartHeading(m_server, *restart));
    m_detail->setText(restartDetail(*restart));
    const Restart *other = m_list->compared();
    const auto shown = std::exchange(m_pair, {});
    if (!other || !restart->snapshot)
        return showChanges({restart->comparison, restart->results});
    m_isComparing = true;
    m_runs = restart->runs;
    const std::pair pair(other->number, restart->number);
    m_job.start<Changes>(
        [before = *other, after = *restart, known = shown == pair ? m_shown.comparison : nullptr](
            const std::stop_token &) {
            Changes found{known, {}};
            if (!known)
                found.comparison = std::make_shared<const changes::Comparison>(
                    changes::compareSnapshots(*before.snapshot, *after.snapshot));
            if (after.runs)
                found.results =
                    std::make_shared<const std::vector<changes::RunChange>>(changes::compareRuns(
                        before.runs ? *before.runs : changes::CallRuns(), *after.runs));
            return found;
        },
        [this, pair](const Changes &found) {
            m_isComparing = false;
            m_pair = pair;
            showChanges(found);
        });
}

void ChangesPanel::showResults(
    const std::shared_ptr<const std::vector<changes::RunChange>> &results)
{
    const Restart *restart = m_list->current();
    std::vector<models::ResultRow> rows;
    if (restart && results) {
        for (const changes::RunChange &change : *results)
            rows.push_back({change,
                models::usualTime(m_history.restarts(m_server), restart->number, change.after)});
    }
    m_parts->setResults(
        static_cast<int>(rows.size()), results ? models::differentCount(*results) : 0);
    m_results->setResults(std::move(rows));
}

const Restart *ChangesPanel::other() const
{
    return m_list->compared() ? m_list->compared() : m_list->before();
}

void ChangesPanel::showFacts()
{
    const Restart *restart = m_list->current();
    if (!restart)
        return;
    m_facts->setRestart(*restart, other(), m_shown.comparison.get());
    const std::deque<Restart> &all = m_history.restarts(m_server);
    const int beside = other() ? other()->number : 0;
    m_facts->setFigures(models::firstResponseFigures(all, restart->number, beside),
        models::memoryFigures(all, restart->number, beside));
}

void ChangesPanel::showChanges(const Changes &changes)
{
    // Of the same start more has become known: what is being read stays.
    const bool isSame = changes.comparison && changes.comparison == m_shown.comparison;
    m_shown = changes;
    showResults(changes.results);
    const auto &comparison = changes.comparison;
    showFacts();
    if (isSame)
        return showFindings();
    m_model->setComparison(comparison);
    const Restart *restart = m_list->current();
    m_title->setDetail(restart ? titleDetail(*restart) : QString());
    showMessage();
    showTimings();
    showFindings();
    const int breaking = m_model->firstBreaking();
    if (m_model->rowCount() > 0)
        m_table->selectRow(std::max(0, breaking));
    else
        m_diff->setNothing(!restart ? QString()
                : comparison        ? tr("Nothing changed.")
                : restart->snapshot ? tr("There is no start before this one.")
                : restart->outcome == Restart::Outcome::NotBuilt
                ? tr("Nothing was compared, because the server was not restarted.")
                : tr("Nothing was compared, because the server was not "
                     "connected."));
}

// Of what is shown, which may be since another start than the one before.
QString ChangesPanel::titleDetail(const Restart &restart) const
{
    if (!m_shown.comparison)
        return {};
    Restart shown = restart;
    shown.comparison = m_shown.comparison;
    shown.results = m_shown.results;
    const Restart *chosen = m_list->compared();
    const QString detail = QStringLiteral("· ") + models::consequenceOf(shown);
    return chosen ? tr("%1, since %2").arg(detail, models::RestartModel::timeOf(*chosen)) : detail;
}

void ChangesPanel::showMessage()
{
    const Restart *restart = m_list->current();
    const int breaking = m_model->firstBreaking();
    if (restart && restart->outcome != Restart::Outcome::Started) {
        m_message->showMessage(look::InlineMessage::Kind::Error, models::consequenceOf(*restart));
    } else if (breaking >= 0) {
        const auto more =
            static_cast<int>(m_shown.comparison->count(changes::Severity::Breaks)) - 1;
        const QString sentence = m_model->sentence(breaking);
        const bool isTool = m_model->part(breaking) == changes::Part::Tools
            && m_model->change(breaking).kind == changes::ChangeKind::Changed;
        m_message->showMessage(look::InlineMessage::Kind::Error,
            more == 0 ? sentence : tr("%1 (and %2 more)").arg(sentence).arg(more),
            isTool ? tr("Show tool") : QString(), tr("Breaking:"));
    } else {
        m_message->hide();
    }
}

void ChangesPanel::showTool()
{
    const int row = m_model->firstBreaking();
    if (row >= 0)
        Q_EMIT toolRequested(QString::fromStdString(m_model->change(row).key));
}

void ChangesPanel::showChange(int row)
{
    if (row < 0)
        return;
    const changes::Change &change = m_model->change(row);
    m_diff->compare([before = change.before, after = change.after] {
        return std::pair(definitionLines(before), definitionLines(after));
    });
}

// They are looked up when they can be seen.
void ChangesPanel::showTimings()
{
    const Restart *restart = m_list ? m_list->current() : nullptr;
    if (restart && isVisible())
        m_facts->setTimings(startPair(*restart).timings(
            m_list->compared() ? StartPair::Before::ThatStart : StartPair::Before::AllCalls));
}

void ChangesPanel::showFindings()
{
    const Restart *restart = m_list ? m_list->current() : nullptr;
    if (restart && isVisible())
        m_facts->setFindings(startPair(*restart).findings());
}

StartPair ChangesPanel::startPair(const Restart &restart) const
{
    return {m_findings, m_server, m_history.restarts(m_server), restart, other()};
}

QString ChangesPanel::report()
{
    const Restart *restart = made().m_list->current();
    if (!restart)
        return {};
    const auto &findings = m_facts->shownFindings();
    return restartReport({m_server, restart, other(), m_shown.comparison.get(),
        m_shown.results.get(), &m_facts->shownTimings(), findings ? &*findings : nullptr});
}

Result<void> ChangesPanel::exportTo(const QString &path)
{
    QSaveFile file(path);
    const QByteArray text = report().toUtf8();
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return {};
    return Error{.domain = Domain::Storage,
        .sentence = tr("Cannot save the report to %1: %2.").arg(path, file.errorString())};
}

void ChangesPanel::chooseFile()
{
    auto *dialog =
        new QFileDialog(this, tr("Export the changes"), QString(), tr("Markdown (*.md)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        if (const auto saved = exportTo(path); saved)
            Q_EMIT succeeded(tr("Exported to %1").arg(path));
        else
            Q_EMIT failed(saved.error().sentence);
    });
    dialog->show();
}

} // namespace sonde::widgets
