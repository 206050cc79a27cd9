// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/hosts/hostswindow.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/hosts/hostentrytext.h"
#include "widgets/hosts/hostentrypane.h"
#include "widgets/hosts/tapplanpane.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/kit/table/plaintable.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using HostModel = models::HostListModel;

namespace {

constexpr QSize kFirstSize(1280, 800);
constexpr int kProblemChars = 7;
constexpr int kServerCountChars = 5;
constexpr int kFilterChars = 40;

} // namespace

HostsWindow::HostsWindow(session::HostStore &store, QWidget *parent)
    : SecondaryWindow(parent)
    , m_store(store)
    , m_hostModel(new HostModel(this))
    , m_hosts(new PlainTable(m_hostModel, this))
    , m_filter(new ListFilter(tr("Filter hosts and servers"), *m_hosts, this))
    , m_hostsTitle(new look::PanelTitle(tr("Hosts"), this))
    , m_entries(new HostEntryPane(this))
    , m_plan(new TapPlanPane(this))
    , m_message(new look::InlineMessage(this))
    , m_state(new look::ColorLabel(models::ColorRole::Muted, this))
{
    setWindowTitle(tr("Hosts"));
    makeHostList();
    auto *columns = new look::Splitter(Qt::Horizontal, this);
    columns->addWidget(look::titled(m_hostsTitle, m_hosts));
    columns->addWidget(m_entries);
    columns->addWidget(m_plan);
    columns->setDefaultSizes({250, 470, 560});
    columns->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addLayout(makeTop());
    layout->addWidget(m_message);
    layout->addWidget(columns, 1);
    layout->addLayout(makeButtons());
    m_message->hide();
    look::setFirstSize(this, kFirstSize);
    look::passFocus(*this, *m_hosts);

    connect(&m_store, &session::HostStore::filesRead, this, &HostsWindow::showFiles);
    connect(&m_store, &session::HostStore::planned, this, &HostsWindow::showPlan);
    connect(&m_store, &session::HostStore::changed, this, &HostsWindow::showState);
    connect(&m_store, &session::HostStore::succeeded, this,
        [this](const QString &sentence) { showMessage(sentence, false); });
    connect(&m_store, &session::HostStore::refused, this,
        [this](const QString &sentence) { showMessage(sentence, true); });
    connect(m_entries, &HostEntryPane::chosenChanged, this, [this] {
        m_store.plan(m_entries->chosen());
        showPlan();
    });
    showFiles();
    m_store.read();
}

QTableView &HostsWindow::hostView() const
{
    return *m_hosts;
}

void HostsWindow::makeHostList()
{
    m_hosts->setObjectName(QStringLiteral("hosts"));
    m_hosts->setAccessibleName(tr("Hosts"));
    m_hosts->setSelectionMode(QAbstractItemView::SingleSelection);
    m_hosts->setUsualWidth(HostModel::ProblemsColumn, kProblemChars);
    m_hosts->setUsualWidth(HostModel::ServersColumn, kServerCountChars);
    m_hosts->horizontalHeader()->hide();
    connect(m_hosts->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &HostsWindow::showHost);
    auto *open = new QAction(tr("Show or hide the hosts that were not found"), m_hosts);
    open->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    open->setShortcutContext(Qt::WidgetShortcut);
    m_hosts->addAction(open);
    connect(open, &QAction::triggered, this, [this] { fold(m_hosts->currentIndex()); });
    connect(m_hosts, &QAbstractItemView::clicked, this, &HostsWindow::fold);
}

QBoxLayout *HostsWindow::makeButtons()
{
    auto *row = new QHBoxLayout;
    const QPushButton *const reload = addButton(row, "restart", tr("&Reload"), "reloadHosts");
    m_state->setObjectName(QStringLiteral("hostsState"));
    row->addWidget(m_state, 1);
    m_import = addButton(row, "import", tr("&Import to Sonde"), "importEntry");
    m_open = addButton(row, "text", tr("&Open file"), "openHostFile");
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    row->addWidget(line);
    m_untap = addButton(row, "tap-off", tr("Re&move tap"), "removeTap");
    m_tap = addButton(row, "tap-on", tr("&Tap…"), "addTap");
    m_tap->setDefault(true);
    connect(reload, &QPushButton::clicked, &m_store, &session::HostStore::read);
    connect(m_import, &QPushButton::clicked, this, &HostsWindow::importChosen);
    connect(m_open, &QPushButton::clicked, this, &HostsWindow::openChosen);
    connect(m_untap, &QPushButton::clicked, this, [this] { m_store.perform(m_store.plan()); });
    connect(m_tap, &QPushButton::clicked, this, &HostsWindow::askForTap);
    return row;
}

QPushButton *HostsWindow::addButton(
    QBoxLayout *row, const char *icon, const QString &text, const char *name)
{
    auto *button = new QPushButton(look::icon(icon), text, this);
    button->setObjectName(QLatin1String(name));
    row->addWidget(button);
    return button;
}

QBoxLayout *HostsWindow::makeTop()
{
    m_filter->setObjectName(QStringLiteral("hostFilter"));
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * kFilterChars);
    auto *find = new QAction(tr("Filter hosts and servers"), this);
    find->setShortcut(QKeySequence::Find);
    addAction(find);
    connect(find, &QAction::triggered, m_filter, &ListFilter::focusAll);
    connect(m_filter, &QLineEdit::textChanged, this, &HostsWindow::applyFilter);
    auto *row = new QHBoxLayout;
    row->addWidget(m_filter, 1);
    m_export = addButton(row, "export", tr("&Export from Sonde"), "exportServer");
    m_export->setMenu(new QMenu(m_export));
    m_export->setEnabled(false);
    row->addStretch(1);
    return row;
}

void HostsWindow::setServers(const QStringList &names)
{
    QMenu *const menu = m_export->menu();
    menu->clear();
    for (const QString &name : names) {
        QString text = name;
        const QAction *const action = menu->addAction(text.replace(u'&', QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, name] {
            Q_EMIT exportRequested(name, m_chosen ? QString(m_chosen->id) : QString());
        });
    }
    m_export->setEnabled(!names.isEmpty());
}

void HostsWindow::applyFilter()
{
    m_hostModel->setFilter(m_filter->text());
    showRows();
}

void HostsWindow::showFiles()
{
    m_hostModel->setFiles(*m_store.files());
    m_hostsTitle->setDetail(models::serversText(m_hostModel->servers()));
    showRows();
    showState();
}

// The host that was chosen stays chosen where it is still shown.
void HostsWindow::showRows()
{
    m_isFilling = true;
    spanGroups();
    const int row = m_hostModel->rowOf(m_chosen);
    if (row >= 0)
        m_hosts->selectRow(row);
    else if ((m_chosen || !m_hosts->currentIndex().isValid()) && m_hostModel->host(1))
        m_hosts->selectRow(1);
    m_isFilling = false;
    showHost();
}

// A group has no problems of its own: its name takes their place.
void HostsWindow::spanGroups()
{
    m_hosts->clearSpans();
    for (int row = 0; row < m_hostModel->rowCount(); ++row) {
        if (!m_hostModel->host(row))
            m_hosts->setSpan(row, HostModel::NameColumn, 1, 2);
    }
}

void HostsWindow::showHost()
{
    if (m_isFilling)
        return;
    m_chosen = m_hostModel->host(m_hosts->currentIndex().row());
    m_entries->setFiles(m_store.files(), m_chosen, m_filter->text().trimmed());
}

void HostsWindow::chooseHost(const QString &id)
{
    const int row = m_hostModel->rowOf(hosts::findHost(id));
    if (row >= 0)
        m_hosts->selectRow(row);
}

void HostsWindow::fold(const QModelIndex &index)
{
    const int row = index.row();
    if (row < 0 || row != m_hostModel->foldingRow())
        return;
    m_hostModel->setFolded(!m_hostModel->isFolded());
    spanGroups();
    m_hosts->selectRow(row);
}

void HostsWindow::showPlan()
{
    const models::TapPlan &plan = m_store.plan();
    const models::ChosenEntry chosen = m_entries->chosen();
    if (!chosen) {
        const hosts::Host *const host = m_hostModel->host(m_hosts->currentIndex().row());
        m_plan->showNothing(!host ? tr("Select a host, and a server in its files.")
                : chosen.file
                ? tr("Select a server to see what a tap changes in the file.")
                : tr("%1 has no configuration file on this machine.").arg(QString(host->name)));
    } else if (m_store.isPlanning()) {
        m_plan->showNothing(tr("Planning the change…"));
    } else {
        m_plan->showPlan(plan);
    }
    updateButtons();
}

void HostsWindow::updateButtons()
{
    const models::ChosenEntry chosen = m_entries->chosen();
    const models::TapPlan &plan = m_store.plan();
    const bool isReady = chosen && !m_store.isPlanning() && plan.isPossible();
    m_import->setEnabled(static_cast<bool>(chosen));
    m_open->setEnabled(chosen.file != nullptr);
    m_tap->setEnabled(isReady && !plan.removes);
    m_untap->setEnabled(isReady && plan.removes);
}

void HostsWindow::showState()
{
    const int files = m_store.watchedFiles();
    QString text = files == 1 ? tr("Watching 1 file") : tr("Watching %n files", nullptr, files);
    if (const session::HostChange &last = m_store.lastChange(); last.time.isValid())
        text = tr("%1 · last change %2, %3", "a count, a time and what changed")
                   .arg(text, QLocale().toString(last.time.time(), QStringLiteral("HH:mm:ss")),
                       last.sentence);
    m_state->setText(text);
}

// The change is the one that is shown; an entry that changes while the question is open is refused.
void HostsWindow::askForTap()
{
    const models::TapPlan plan = m_store.plan();
    auto *question = new QMessageBox(QMessageBox::Question, tr("Tap"),
        tr("Put a tap before “%1” in %2?").arg(plan.entry, models::shortPath(plan.path)),
        QMessageBox::Cancel, this);
    question->setTextFormat(Qt::PlainText);
    QStringList sentences;
    if (!plan.approval.isEmpty())
        sentences += plan.approval;
    sentences += tr("A copy of the file is kept in %1.").arg(models::shortPath(plan.backup));
    question->setInformativeText(sentences.join(u' '));
    question->setAttribute(Qt::WA_DeleteOnClose);
    auto *yes =
        question->addButton(tr("Tap", "verb: put a tap before a server"), QMessageBox::AcceptRole);
    yes->setObjectName(QStringLiteral("confirmTap"));
    question->setDefaultButton(yes);
    connect(yes, &QPushButton::clicked, this, [this, plan] { m_store.perform(plan); });
    question->setWindowModality(Qt::NonModal);
    question->show();
}

void HostsWindow::importChosen()
{
    const models::ChosenEntry chosen = m_entries->chosen();
    const Result<hosts::ImportedServer> imported =
        hosts::importedServer(chosen.file->found.document, chosen.entry(),
            hosts::variablesOf(chosen.file->found.host, chosen.entry().project));
    if (imported)
        Q_EMIT importRequested(*imported);
    else
        showMessage(imported.error().sentence, true);
}

void HostsWindow::openChosen()
{
    if (const models::ChosenEntry chosen = m_entries->chosen(); chosen.file)
        Q_EMIT openRequested(chosen.file->found.path);
}

QString HostsWindow::message() const
{
    return m_message->isHidden() ? QString() : m_message->sentence();
}

void HostsWindow::showMessage(const QString &sentence, bool isError)
{
    m_message->showMessage(
        isError ? look::InlineMessage::Kind::Error : look::InlineMessage::Kind::Info, sentence);
    m_message->show();
}

} // namespace sonde::widgets
