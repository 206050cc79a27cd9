// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/mock/mocklistedit.h"

#include "base/formatting.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/mock/mockmodel.h"
#include "widgets/kit/button/buttonrow.h"
#include "widgets/kit/table/checkdelegate.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mockmatchedit.h"
#include "widgets/mock/mockresponseedit.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::MockModel;
using session::MockResponses;

MockListEdit::MockListEdit(MockResponses &responses, QWidget *parent)
    : QWidget(parent)
    , m_responses(responses)
    , m_model(new MockModel(this))
{
    auto *parts = new look::Splitter(Qt::Vertical, this);
    parts->addWidget(makeList());
    parts->addWidget(makeParts());
    parts->setDefaultSizes({240, 260});
    parts->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(parts);
    connect(&responses, &MockResponses::rowsChanged, this, &MockListEdit::showRows);
    connect(&responses, &MockResponses::rowChanged, this, &MockListEdit::showChange);
    connect(&responses, &MockResponses::rowChecked, this, &MockListEdit::showChange);
    connect(&responses, &MockResponses::countingStarted, this,
        [this] { m_model->update(m_responses.rows()); });
    connect(&responses, &MockResponses::rowCounted, this,
        [this](int row) { m_model->showRow(row, m_responses.row(row)); });
    connect(&responses, &MockResponses::changed, this, &MockListEdit::showState);
    showRows(-1);
    showState();
}

QWidget *MockListEdit::makeList()
{
    m_rows = new PlainTable(m_model, this);
    m_rows->setObjectName(QStringLiteral("mockRows"));
    m_rows->setAccessibleName(tr("Responses of the mock"));
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->setItemDelegateForColumn(MockModel::NumberColumn, new CheckDelegate(m_rows));
    m_rows->setUsualWidth(MockModel::NumberColumn, 7);
    m_rows->setUsualWidth(MockModel::MethodColumn, 19);
    m_rows->setUsualWidth(MockModel::MatchColumn, 0);
    m_rows->setUsualWidth(MockModel::ResponseColumn, 30);
    m_rows->setUsualWidth(MockModel::DelayColumn, 18);
    m_rows->setUsualWidth(MockModel::FaultColumn, 24);
    m_rows->setUsualWidth(MockModel::TimesColumn, 8);
    m_rows->setUsualWidth(MockModel::UsesColumn, 8);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &MockListEdit::showRow);
    connect(m_model, &MockModel::switched, this, &MockListEdit::switchRow);
    auto *toggle = new QAction(tr("Switch the response off and on"), m_rows);
    toggle->setShortcut(Qt::Key_Space);
    toggle->setShortcutContext(Qt::WidgetShortcut);
    connect(toggle, &QAction::triggered, this, [this] {
        if (isEntry())
            switchRow(row(), m_responses.fields(row()).isOff);
    });
    m_rows->addAction(toggle);
    connect(m_rows, &QAbstractItemView::activated, this, [this] {
        if (isEntry())
            m_match->focusName();
        else
            change();
    });
    m_title = new look::PanelTitle(tr("Responses"), this);
    auto *list = new QWidget(this);
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(makeButtons());
    layout->addWidget(look::titled(m_title, m_rows), 1);
    return list;
}

QPushButton *MockListEdit::makeButton(const char *name, const char *icon, const QString &text,
    const QString &toolTip, const QKeySequence &keys, void (MockListEdit::*slot)())
{
    auto *button = new QPushButton(look::icon(icon), text, this);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(
        QStringLiteral("%1 (%2)").arg(toolTip, keys.toString(QKeySequence::NativeText)));
    connect(button, &QPushButton::clicked, this, slot);
    // In the list only: the editors have keys of their own.
    auto *action = new QAction(text, m_rows);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, button, &QPushButton::click);
    m_rows->addAction(action);
    return button;
}

QWidget *MockListEdit::makeButtons()
{
    auto *row = new ButtonRow(this);
    m_add = makeButton("addResponse", "add", tr("&Add"), tr("Add a response"),
        QKeySequence(Qt::Key_Insert), &MockListEdit::add);
    m_change = makeButton("changeResponse", "edit", tr("&Change"),
        tr("Respond otherwise than recorded"), QKeySequence(Qt::Key_F2), &MockListEdit::change);
    m_duplicate =
        makeButton("duplicateResponse", "copy", tr("&Duplicate"), tr("Add the same response below"),
            QKeySequence(Qt::CTRL | Qt::Key_D), &MockListEdit::duplicate);
    m_remove = makeButton("removeResponse", "remove", tr("Re&move"), tr("Remove the response"),
        QKeySequence(Qt::Key_Delete), &MockListEdit::remove);
    m_up = makeButton("moveResponseUp", "up", tr("Move up"),
        tr("Compare the response with a request earlier"), QKeySequence(Qt::ALT | Qt::Key_Up),
        &MockListEdit::moveUp);
    m_down = makeButton("moveResponseDown", "down", tr("Move down"),
        tr("Compare the response with a request later"), QKeySequence(Qt::ALT | Qt::Key_Down),
        &MockListEdit::moveDown);
    m_undo = makeButton("undoResponses", "left", tr("Undo"), tr("Undo the last change of the list"),
        QKeySequence(Qt::CTRL | Qt::Key_Z), &MockListEdit::undo);
    m_redo = makeButton("redoResponses", "right", tr("Redo"), tr("Redo what was undone"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), &MockListEdit::redo);
    for (QPushButton *button :
        {m_add, m_change, m_duplicate, m_remove, m_up, m_down, m_undo, m_redo})
        row->add(button);
    return row;
}

QWidget *MockListEdit::makeParts()
{
    m_match = new MockMatchEdit(this);
    m_response = new MockResponseEdit(this);
    m_matchTitle = new look::PanelTitle(tr("Match"), this);
    m_responseTitle = new look::PanelTitle(tr("Response"), this);
    auto *parts = new look::Splitter(Qt::Horizontal, this);
    parts->addWidget(look::titled(m_matchTitle, m_match));
    parts->addWidget(look::titled(m_responseTitle, m_response));
    parts->setDefaultSizes({380, 580});
    parts->setChildrenCollapsible(false);
    connect(m_match, &MockMatchEdit::edited, this, &MockListEdit::readEdits);
    connect(m_response, &MockResponseEdit::edited, this, &MockListEdit::readEdits);
    return parts;
}

int MockListEdit::row() const
{
    return m_rows->currentIndex().row();
}

bool MockListEdit::isEntry() const
{
    return row() >= 0 && !m_responses.isRecorded(row());
}

void MockListEdit::goTo(int row)
{
    m_rows->selectRow(row);
    m_rows->scrollTo(m_model->index(row, 0)); // also where it was current already
}

void MockListEdit::showRows(int current)
{
    const int before = row();
    const int scrolled = m_rows->verticalScrollBar()->value();
    // A recording that arrives changes no entry: what is being typed stays, with its cursor.
    const bool stays = current < 0 && isEntry();
    const int wanted = current >= 0 ? current : before;
    m_isRefilling = true;
    m_model->show(m_responses.rows());
    m_rows->selectRow(std::min(std::max(wanted, 0), m_model->rowCount() - 1));
    m_isRefilling = false;
    if (!stays)
        return showRow();
    m_rows->verticalScrollBar()->setValue(scrolled);
    showState();
}

void MockListEdit::showRow()
{
    if (m_isRefilling)
        return;
    const bool hasRow = row() >= 0;
    m_match->setEnabled(hasRow);
    m_response->setEnabled(hasRow);
    const bool isRecorded = hasRow && !isEntry();
    const mock::ResponseFields fields = hasRow ? m_responses.fields(row()) : mock::ResponseFields();
    m_match->showFields(fields, isRecorded);
    m_response->showFields(fields, isRecorded);
    m_response->showVerdict(
        isEntry() ? m_responses.entry(row()).verdict : session::ResponseVerdict());
    const QString detail = !hasRow ? QString()
        : isRecorded               ? tr("· recorded, read-only")
                                   : tr("· response %1").arg(countText(row() + 1));
    m_matchTitle->setDetail(detail);
    m_responseTitle->setDetail(detail);
    showState();
}

void MockListEdit::showChange(int row)
{
    m_model->showRow(row, m_responses.row(row));
    if (row == this->row())
        m_response->showVerdict(m_responses.entry(row).verdict);
}

void MockListEdit::showState()
{
    const bool isReady = !m_responses.isOpening();
    const bool hasEntry = isReady && isEntry();
    m_add->setEnabled(isReady);
    m_change->setEnabled(isReady && row() >= 0 && !hasEntry);
    m_duplicate->setEnabled(hasEntry);
    m_remove->setEnabled(hasEntry);
    m_up->setEnabled(hasEntry && row() > 0);
    m_down->setEnabled(hasEntry && row() + 1 < m_responses.count());
    m_undo->setEnabled(isReady && m_responses.canUndo());
    m_redo->setEnabled(isReady && m_responses.canRedo());
    const int count = m_responses.count();
    const auto listed = std::size_t(m_model->rowCount() - count);
    const QString made = count == 1 ? tr("1 of yours") : tr("%n of yours", nullptr, count);
    m_title->setDetail(listed < m_responses.requestCount()
            ? tr("· %1, %2 of %3 recorded")
                  .arg(made, countText(listed), countText(m_responses.requestCount()))
            : tr("· %1, %2 recorded").arg(made, countText(listed)));
}

void MockListEdit::readEdits()
{
    if (!isEntry())
        return;
    mock::ResponseFields fields = m_responses.fields(row());
    m_match->readInto(fields);
    m_response->readInto(fields);
    m_responses.change(row(), std::move(fields));
}

void MockListEdit::switchRow(int row, bool on)
{
    mock::ResponseFields fields = m_responses.fields(row);
    fields.isOff = !on;
    m_responses.change(row, std::move(fields));
}

// Before the recorded ones, or below the current one.
void MockListEdit::add()
{
    mock::ResponseFields fields;
    fields.content = mock::ResponseFields::Content::Result;
    fields.text = MockResponseEdit::kNewResult;
    m_responses.insert(isEntry() ? row() + 1 : m_responses.count(), std::move(fields));
    m_match->focusName();
}

void MockListEdit::change()
{
    if (row() < 0 || isEntry())
        return;
    m_responses.insert(m_responses.count(), m_responses.fields(row()));
}

void MockListEdit::duplicate()
{
    m_responses.insert(row() + 1, m_responses.fields(row()));
}

void MockListEdit::remove()
{
    m_responses.remove(row());
}

void MockListEdit::moveUp()
{
    m_responses.move(row(), row() - 1);
}

void MockListEdit::moveDown()
{
    m_responses.move(row(), row() + 1);
}

void MockListEdit::undo()
{
    m_responses.undo();
}

void MockListEdit::redo()
{
    m_responses.redo();
}

} // namespace sonde::widgets
