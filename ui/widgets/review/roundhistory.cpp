// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/roundhistory.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"
#include "mcp/client/inputrun.h"
#include "mcp/message/inputrequired.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr qsizetype kMaxRowText = 2000; // characters of a text in a row
constexpr int kRows = 6;

QString shown(std::string_view text)
{
    return json::toQString(text.substr(0, std::size_t(kMaxRowText)));
}

QString echoWords(mcp::StateEcho::Mode mode)
{
    switch (mode) {
    case mcp::StateEcho::Mode::AsGiven:
        return RoundHistory::tr("unchanged requestState");
    case mcp::StateEcho::Mode::Changed:
        return RoundHistory::tr("changed requestState (experiment)");
    case mcp::StateEcho::Mode::Dropped:
        return RoundHistory::tr("no requestState (experiment)");
    }
    return {};
}

QString askedWords(const json::Value &asked)
{
    QStringList words;
    for (const mcp::InputRequest &question : mcp::inputRequests(asked)) {
        if (words.size() == kRows)
            break;
        words += question.request["method"].toString().left(100);
    }
    return words.isEmpty() ? RoundHistory::tr("only requestState") : listText(words);
}

void addRow(QTreeWidgetItem *parent, const QString &name, const QString &text)
{
    auto *item = new QTreeWidgetItem(parent, {name, text});
    item->setFont(1, look::fixedFont());
    item->setToolTip(1, look::plainToolTip(text));
}

// A task has its params and its state elsewhere.
void addTaskPast(QTreeWidget *tree, int number, const mcp::InputRound::Past &past)
{
    const json::Value asked = past.asked->root();
    auto *item = new QTreeWidgetItem(tree,
        {RoundHistory::tr("Input %1").arg(number),
            RoundHistory::tr("requested %1 · sent %2")
                .arg(askedWords(asked), bytesText(past.responses.size()))});
    addRow(item, RoundHistory::tr("Requested"), shown(asked["inputRequests"].raw()));
    addRow(item, RoundHistory::tr("Responses"), shown(past.responses.view()));
}

void addPast(QTreeWidget *tree, int number, const mcp::InputRound::Past &past)
{
    const json::Value asked = past.asked->root();
    auto *item = new QTreeWidgetItem(tree,
        {RoundHistory::tr("Round %1").arg(number),
            RoundHistory::tr("requested %1 · sent %2 with %3")
                .arg(askedWords(asked), bytesText(past.responses.size()), echoWords(past.echo))});
    addRow(item, RoundHistory::tr("Sent"), shown(past.params.view()));
    addRow(item, RoundHistory::tr("Requested"), shown(asked["inputRequests"].raw()));
    addRow(item, RoundHistory::tr("requestState"), shown(asked["requestState"].raw()));
    addRow(item, RoundHistory::tr("Responses"), shown(past.responses.view()));
}

} // namespace

RoundHistory::RoundHistory(const mcp::InputRound::Properties &facts, QWidget *parent)
    : QWidget(parent)
{
    const bool isTask = facts.kind == mcp::InputRound::Kind::Task;
    const QString where = isTask
        ? tr("Input %1 of the task").arg(facts.number)
        : tr("Round %1 (limit %2)").arg(facts.number).arg(mcp::InputRun::kMaxRounds);
    auto *title = new ColorLabel(where, ColorRole::Normal, this);
    title->setFont(look::boldFont());
    const json::Value state = facts.asked ? facts.asked->root()["requestState"] : json::Value();
    auto *stateLabel = new ColorLabel(isTask ? tr("Responses are sent with tasks/update.")
            : state                          ? tr("requestState has %1 and is sent back unchanged.")
                          .arg(bytesText(state.raw().size()))
                    : tr("The server sent no requestState; none is sent back."),
        ColorRole::Muted, this);
    look::setPlainToolTip(*stateLabel, shown(state.raw()));
    auto *heading = new QHBoxLayout;
    heading->addWidget(title);
    heading->addWidget(stateLabel, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(heading);
    if (facts.before.empty())
        return;
    auto *tree = new QTreeWidget(this);
    tree->setColumnCount(2);
    tree->setHeaderHidden(true);
    tree->setAccessibleName(
        isTask ? tr("Earlier inputs of this task") : tr("Earlier rounds of this call"));
    tree->setUniformRowHeights(true);
    for (std::size_t i = 0; i < facts.before.size(); ++i)
        (isTask ? addTaskPast : addPast)(tree, int(i) + 1, facts.before[i]);
    tree->setColumnWidth(0, tree->fontMetrics().horizontalAdvance(QLatin1Char('m')) * 10);
    const int rows = std::min<int>(kRows, tree->topLevelItemCount() + 1);
    tree->setMaximumHeight(look::metrics().treeRow * rows + 8);
    layout->addWidget(tree);
}

} // namespace sonde::widgets
