// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/breakpointspanel.h"

#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/tap/breakpointmodel.h"
#include "session/tap/tapbreakpoints.h"
#include "session/tap/tapcomposer.h"
#include "widgets/kit/table/checkdelegate.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/tap/breakpointdialog.h"
#include "widgets/tap/composedialog.h"
#include "widgets/tap/heldmessage.h"
#include "widgets/tap/heldpane.h"

#include <QAction>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace sonde::widgets {

using models::BreakpointModel;
using models::ColorRole;
using session::TapBreakpoints;

namespace {

const QList<int> kListAndHeld{150, 300};
constexpr int kNumberChars = 8;
constexpr int kWayChars = 16;
constexpr int kActionChars = 28;
constexpr int kCountChars = 10;
constexpr int kRowsInSight = 2; // at least
constexpr int kRingMargin = 3; // room for the focus ring

// In a window with less room than the parts need.
QScrollArea *scrolled(QWidget *parts)
{
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(parts);
    return area;
}

} // namespace

BreakpointsPanel::BreakpointsPanel(Source source, QWidget *parent)
    : Panel(parent)
    , m_source(std::move(source))
    , m_model(new BreakpointModel(this))
    , m_title(new look::PanelTitle(tr("Breakpoints"), this))
    , m_table(new PlainTable(m_model, this))
    , m_add(new QPushButton(look::icon("add"), tr("Add…"), this))
    , m_edit(new QPushButton(look::icon("edit"), tr("Edit…"), this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_compose(new QPushButton(look::icon("edit"), tr("Compose…"), this))
    , m_composeAction(addToMenu(
          Menu::Call, QStringLiteral("composeMessage"), tr("C&ompose a message…"), "edit"))
    , m_inTrace(addToMenu(Menu::Call, QStringLiteral("showHeldInTrace"),
          tr("Show the &held message in the trace"), "trace"))
    , m_parts(new look::Splitter(Qt::Vertical, this))
{
    m_parts->addWidget(makeList());
    m_parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().gap, 0, 0);
    layout->addWidget(scrolled(m_parts));
    look::passFocus(*this, *m_table);
    connect(m_inTrace, &QAction::triggered, this, &BreakpointsPanel::showInTrace);
    connect(m_model, &BreakpointModel::switched, this, [this](int row, bool on) {
        if (m_breakpoints)
            m_breakpoints->setOn(row, on);
    });
    connect(m_table, &QAbstractItemView::activated, this,
        [this](const QModelIndex &index) { edit(index.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &BreakpointsPanel::updateButtons);
    setTap({}, nullptr);
}

// Two editors, which most windows never need.
HeldPane &BreakpointsPanel::held()
{
    if (!m_held) {
        m_held = new HeldPane(this);
        m_held->setNarrow(m_isNarrow);
        m_held->message().setInputSchema(
            [this](const std::string &tool) { return m_source.inputSchema(m_tap, tool); });
        connect(m_held, &HeldPane::canSendChanged, this, &Panel::actionsChanged);
        connect(
            &m_held->message(), &HeldMessage::traceRequested, this, &BreakpointsPanel::showInTrace);
        connect(m_held, &HeldPane::addRequested, this, &BreakpointsPanel::add);
        connect(m_held, &HeldPane::focusLeft, m_table,
            [this] { m_table->setFocus(Qt::OtherFocusReason); });
        m_parts->addWidget(m_held);
        // They must not be scrolled out of sight in a low window.
        QWidget &decisions = m_held->message().decisions();
        layout()->addWidget(&decisions);
        look::continueTabOrder(*m_compose, decisions);
        look::continueTabOrder(*m_compose, *m_held);
        m_parts->setDefaultSizes(kListAndHeld);
        m_held->setBreakpoints(m_breakpoints);
    }
    return *m_held;
}

QWidget *BreakpointsPanel::makeList()
{
    m_table->setObjectName(QStringLiteral("breakpoints"));
    m_table->setAccessibleName(tr("Breakpoints"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegateForColumn(BreakpointModel::OnColumn, new CheckDelegate(m_table));
    m_table->setMonospace(BreakpointModel::FilterColumn);
    m_table->setUsualWidth(BreakpointModel::OnColumn, kNumberChars);
    m_table->setUsualWidth(BreakpointModel::DirectionColumn, kWayChars);
    m_table->setUsualWidth(BreakpointModel::ActionColumn, kActionChars);
    m_table->setUsualWidth(BreakpointModel::HitsColumn, kCountChars);
    m_table->setMinimumHeight((kRowsInSight + 1) * look::metrics().row);
    m_table->installEventFilter(this);
    auto *list = new QWidget(this);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_title);
    layout->addWidget(m_table, 1);
    layout->addWidget(makeButtons());
    return list;
}

QWidget *BreakpointsPanel::makeButtons()
{
    auto *row = new QWidget(this);
    m_add->setObjectName(QStringLiteral("addBreakpoint"));
    m_add->setToolTip(tr("Add a breakpoint (Insert)"));
    m_edit->setObjectName(QStringLiteral("editBreakpoint"));
    m_edit->setToolTip(tr("Edit the selected breakpoint (Enter)"));
    m_remove->setObjectName(QStringLiteral("removeBreakpoint"));
    m_remove->setToolTip(tr("Remove the selected breakpoint (Delete)"));
    m_compose->setObjectName(QStringLiteral("compose"));
    m_compose->setToolTip(tr("Send a message of your own in either direction"));
    connect(m_compose, &QPushButton::clicked, this, &BreakpointsPanel::compose);
    connect(m_composeAction, &QAction::triggered, this, &BreakpointsPanel::compose);
    connect(m_add, &QPushButton::clicked, this, &BreakpointsPanel::add);
    connect(m_edit, &QPushButton::clicked, this, [this] { edit(currentRow()); });
    connect(m_remove, &QPushButton::clicked, this, [this] { remove(currentRow()); });
    m_note = new look::ColorLabel(ColorRole::Muted, row);
    m_note->setFont(look::smallFont());
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut first
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(kRingMargin, 0, kRingMargin, kRingMargin);
    layout->addWidget(m_add);
    layout->addWidget(m_edit);
    layout->addWidget(m_remove);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_compose);
    return row;
}

Panel::Tab BreakpointsPanel::tab() const
{
    return {
        "breakpoints", tr("&Breakpoints"), "pause", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_B)};
}

bool BreakpointsPanel::canRunCommand(Command command) const
{
    return command == Command::Call && m_held && m_held->canSend();
}

void BreakpointsPanel::runCommand(Command command)
{
    if (command == Command::Call)
        held().sendChanged();
}

void BreakpointsPanel::setServer(const QString &name, mcp::Client *)
{
    setTap(name, m_source.breakpoints(name));
}

bool BreakpointsPanel::setObservation(const QString &name, session::Observation *)
{
    setTap(name, m_source.breakpoints(name));
    return m_breakpoints != nullptr;
}

int BreakpointsPanel::count() const
{
    return m_count;
}

void BreakpointsPanel::showEvent(QShowEvent *event)
{
    if (m_breakpoints)
        held();
    Panel::showEvent(event);
}

void BreakpointsPanel::focusFilter()
{
    m_table->setFocus(Qt::ShortcutFocusReason);
}

void BreakpointsPanel::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    if (m_held)
        m_held->setNarrow(narrow);
}

// The panel is told of the same tap again when its state changes.
void BreakpointsPanel::setTap(const QString &name, TapBreakpoints *breakpoints)
{
    m_tap = name;
    if (breakpoints == m_breakpoints && breakpoints)
        return;
    if (m_breakpoints) {
        disconnect(m_breakpoints, nullptr, this, nullptr);
        disconnect(&m_breakpoints->composer(), nullptr, this, nullptr);
    }
    m_breakpoints = breakpoints;
    if (breakpoints) {
        connect(breakpoints, &TapBreakpoints::listChanged, this, &BreakpointsPanel::refresh);
        connect(breakpoints, &TapBreakpoints::heldChanged, this, &BreakpointsPanel::refresh);
        connect(&breakpoints->composer(), &session::TapComposer::liveChanged, this,
            &BreakpointsPanel::updateButtons);
        connect(breakpoints, &TapBreakpoints::hitsChanged, this, &BreakpointsPanel::refresh);
    }
    const models::TapClient client = breakpoints ? breakpoints->client() : models::TapClient::Host;
    m_model->setClient(client);
    m_note->setText(client == models::TapClient::Sonde
            ? tr("The timeouts of calls stop while a message is held.")
            : tr("Nothing is held while no window is attached."));
    if (m_held || (breakpoints && isVisible()))
        held().setBreakpoints(breakpoints);
    refresh();
}

void BreakpointsPanel::refresh()
{
    const int before = currentRow();
    if (m_breakpoints)
        m_model->setBreakpoints(m_breakpoints->list(), m_breakpoints->hits());
    else
        m_model->setBreakpoints({}, {});
    const int rows = m_model->rowCount();
    if (rows > 0 && currentRow() < 0)
        m_table->setCurrentIndex(m_model->index(std::clamp(before, 0, rows - 1), 0));
    m_title->setDetail(m_breakpoints && rows > 0
            ? tr("· %1 of %2 on").arg(m_breakpoints->onCount()).arg(rows)
            : QString());
    updateButtons();
    const int count = m_breakpoints ? static_cast<int>(m_breakpoints->held().size()) : 0;
    if (std::exchange(m_count, count) != count)
        Q_EMIT countChanged();
}

void BreakpointsPanel::updateButtons()
{
    const bool any = m_breakpoints && currentRow() >= 0;
    m_add->setEnabled(m_breakpoints && !m_breakpoints->isFull());
    m_edit->setEnabled(any);
    m_remove->setEnabled(any);
    m_compose->setVisible(canCompose());
    updateActions();
}

bool BreakpointsPanel::canCompose() const
{
    return m_breakpoints && m_breakpoints->composer().isLive();
}

void BreakpointsPanel::updateActions()
{
    m_composeAction->setEnabled(canCompose());
    m_inTrace->setEnabled(m_held && m_held->canSend());
}

void BreakpointsPanel::showInTrace()
{
    if (!m_held)
        return;
    if (const std::optional<models::HeldRow> message = m_held->message().held())
        Q_EMIT traceRequested(m_tap, *message);
}

int BreakpointsPanel::currentRow() const
{
    return m_table->currentIndex().row();
}

// A dialog belongs to the tap that it was opened for.
BreakpointDialog *BreakpointsPanel::open(const tap::Breakpoint &breakpoint, const QString &title)
{
    auto *dialog = new BreakpointDialog(breakpoint,
        {m_breakpoints->transport(), m_breakpoints->client()}, title, m_source.vocabulary, this);
    dialog->setObjectName(QStringLiteral("breakpointDialog"));
    connect(m_breakpoints, &QObject::destroyed, dialog, &QDialog::reject);
    dialog->open();
    return dialog;
}

void BreakpointsPanel::add()
{
    if (!m_breakpoints || m_breakpoints->isFull())
        return;
    const BreakpointDialog *dialog = open({}, tr("Add breakpoint to %1").arg(m_tap));
    connect(dialog, &BreakpointDialog::saved, m_breakpoints,
        [this, breakpoints = m_breakpoints.data()](const tap::Breakpoint &breakpoint) {
            const int row = breakpoints->add(breakpoint);
            if (row >= 0 && breakpoints == m_breakpoints)
                m_table->setCurrentIndex(m_model->index(row, 0));
        });
}

void BreakpointsPanel::edit(int row)
{
    if (!m_breakpoints || row < 0 || std::size_t(row) >= m_breakpoints->list().size())
        return;
    const tap::Breakpoint &present = m_breakpoints->list()[std::size_t(row)];
    const BreakpointDialog *dialog =
        open(present, tr("Edit breakpoint %1 of %2").arg(present.number).arg(m_tap));
    connect(dialog, &BreakpointDialog::saved, m_breakpoints,
        [row, breakpoints = m_breakpoints.data()](
            const tap::Breakpoint &breakpoint) { breakpoints->replace(row, breakpoint); });
}

void BreakpointsPanel::remove(int row)
{
    if (!m_breakpoints || row < 0 || std::size_t(row) >= m_breakpoints->list().size())
        return;
    const tap::Breakpoint gone = m_breakpoints->list()[std::size_t(row)];
    m_breakpoints->remove(row);
    Q_EMIT removed(m_tap, row, gone);
}

void BreakpointsPanel::toggle(int row)
{
    if (m_breakpoints && row >= 0 && std::size_t(row) < m_breakpoints->list().size())
        m_breakpoints->setOn(row, !m_breakpoints->list()[std::size_t(row)].on);
}

// Not modal: the trace shows what is sent and what comes back. One for each tap.
void BreakpointsPanel::compose()
{
    if (!canCompose())
        return;
    session::TapComposer &composer = m_breakpoints->composer();
    ComposeDialog *dialog = nullptr;
    for (ComposeDialog *one : findChildren<ComposeDialog *>()) {
        if (one->isFor(composer))
            dialog = one;
    }
    if (!dialog)
        dialog = new ComposeDialog(
            composer, m_breakpoints->client(), tr("Compose a message for %1").arg(m_tap), this);
    dialog->setObjectName(QStringLiteral("composeDialog"));
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool BreakpointsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return Panel::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Insert:
        add();
        return true;
    case Qt::Key_Delete:
        remove(currentRow());
        return true;
    case Qt::Key_Space: // in any column
        toggle(currentRow());
        return true;
    default:
        return Panel::eventFilter(watched, event);
    }
}

} // namespace sonde::widgets
