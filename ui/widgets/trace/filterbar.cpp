// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/filterbar.h"

#include "look/controls/colorlabel.h"
#include "look/controls/emptymenu.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"
#include "models/trace/filterwords.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/onlyserverbutton.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::widgets {

using models::ColorRole;
using models::KindGroup;

namespace {

// Who is still writing has not made a mistake yet.
constexpr std::chrono::milliseconds kPatience{600};
constexpr qsizetype kMaxShown = 60; // characters of a filter in a menu
// In characters, in a narrow bar.
constexpr int kServerChars = 8;
constexpr int kFilterChars = 18;

} // namespace

QString menuText(QString condition)
{
    if (condition.size() > kMaxShown)
        condition = condition.left(kMaxShown) + QStringLiteral("…");
    return condition.replace(u'&', QStringLiteral("&&"));
}

FilterBar::FilterBar(const models::TraceModel &trace, QWidget *parent)
    : QWidget(parent)
    , m_trace(trace)
    , m_store(new models::FilterStore(nullptr, this))
    , m_edit(new FilterEdit(this))
    , m_servers(new QComboBox(this))
    , m_only(new OnlyServerButton(this))
    , m_filters(new QMenu(this))
    , m_row(new QHBoxLayout)
    , m_problem(new look::ColorLabel(ColorRole::Error, this))
    , m_problemSoon(new QTimer(this))
{
    m_edit->setPlaceholderText(tr("Filter: words, or a condition such as duration > 50ms"));
    m_edit->setAccessibleName(tr("Filter of the trace"));
    m_edit->setVocabulary([this] { return models::filterWords(m_trace); });
    m_servers->setAccessibleName(tr("Server shown"));
    m_servers->addItem(tr("All servers"), QString());
    // A long name gives way before the filter does.
    m_servers->setMinimumWidth(fontMetrics().averageCharWidth() * kServerChars);
    m_edit->setMinimumWidth(fontMetrics().averageCharWidth() * kFilterChars);
    m_servers->hide();
    m_problem->setSign(models::Sign::ProtocolError);
    m_problem->hide();
    m_problemSoon->setSingleShot(true);
    m_problemSoon->setInterval(kPatience);

    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(look::metrics().gap);
    m_row->addWidget(m_edit, 1);
    m_row->addWidget(m_servers);
    m_row->addWidget(m_only);
    auto *filters = makeMenuButton(
        tr("Filters"), tr("Choose a saved or recent filter, or edit colour rules"), m_filters);
    filters->setObjectName(QStringLiteral("filters"));
    m_row->addWidget(filters);
    auto *kinds = new QMenu(this);
    makeKinds(kinds);
    m_row->addWidget(
        makeMenuButton(tr("Kinds"), tr("Choose the kinds of messages that are shown"), kinds));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().unit);
    column->addLayout(m_row);
    column->addWidget(m_problem);

    connect(m_edit, &FilterEdit::filterChanged, this, &FilterBar::apply);
    connect(m_edit, &FilterEdit::problemChanged, this, [this] {
        m_problem->hide();
        m_problemSoon->start();
    });
    connect(m_problemSoon, &QTimer::timeout, this, &FilterBar::showProblem);
    connect(m_edit, &FilterEdit::leftDown, this, &FilterBar::left);
    connect(m_edit, &FilterEdit::helpRequested, this, &FilterBar::helpRequested);
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        showProblem();
        if (!m_edit->filter())
            return;
        m_store->used(m_edit->text());
        if (m_edit->filter()->isEmpty())
            Q_EMIT left();
        else
            Q_EMIT firstRequested();
    });
    connect(m_servers, &QComboBox::currentIndexChanged, this, &FilterBar::apply);
    connect(m_servers, &QComboBox::currentTextChanged, m_servers,
        [this](const QString &name) { look::setPlainToolTip(*m_servers, name); });
    connect(m_only, &OnlyServerButton::serverRequested, this, &FilterBar::setServer);
    connect(m_only, &OnlyServerButton::followsChanged, this,
        [this](bool follows) { m_store->setFollowsServer(follows); });
    connect(m_filters, &QMenu::aboutToShow, this, &FilterBar::fillFilters);
    connect(&trace, &models::TraceModel::serversChanged, this, &FilterBar::updateServers);
    updateServers();
}

QToolButton *FilterBar::makeMenuButton(const QString &text, const QString &tip, QMenu *menu)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setMenu(menu);
    menu->setToolTipsVisible(true);
    return button;
}

void FilterBar::makeKinds(QMenu *menu)
{
    const std::pair<KindGroup, QString> groups[] = {
        {KindGroup::Requests, tr("Requests")},
        {KindGroup::Responses, tr("Responses")},
        {KindGroup::Notifications, tr("Notifications")},
        {KindGroup::Stderr, tr("stderr")},
        {KindGroup::Lifecycle, tr("Lifecycle")},
        {KindGroup::NotAMessage, tr("Not a message")},
        {KindGroup::Http, tr("HTTP exchanges")},
    };
    for (const auto &[group, text] : groups) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(true);
        action->setData(static_cast<unsigned>(group));
        connect(action, &QAction::toggled, this, &FilterBar::apply);
        m_kinds += action;
    }
}

void FilterBar::setStore(models::FilterStore *store)
{
    m_store = store;
    m_only->setFollows(store->followsServer());
}

void FilterBar::fillFilters()
{
    look::emptyMenu(*m_filters);
    const auto use = [this](const QString &text) {
        m_edit->setText(text);
        m_store->used(text);
        m_edit->setFocus(Qt::OtherFocusReason);
    };
    for (const models::SavedFilter &each : m_store->saved()) {
        QAction *action = m_filters->addAction(menuText(each.name), this, [=] { use(each.text); });
        action->setToolTip(each.text);
    }
    if (m_store->saved().empty())
        m_filters->addAction(tr("No saved filters"))->setEnabled(false);
    m_filters->addSeparator();
    const bool usable = m_edit->filter() && !m_edit->filter()->isEmpty();
    QAction *save = m_filters->addAction(tr("&Save this filter…"), this, &FilterBar::askName);
    save->setObjectName(QStringLiteral("saveFilter"));
    save->setEnabled(usable);
    QMenu *remove = m_filters->addMenu(tr("&Remove a saved filter"));
    remove->setEnabled(!m_store->saved().empty());
    for (const models::SavedFilter &each : m_store->saved())
        remove->addAction(
            menuText(each.name), this, [this, name = each.name] { m_store->remove(name); });
    QMenu *earlier = m_filters->addMenu(tr("R&ecent filters"));
    earlier->setEnabled(!m_store->history().isEmpty());
    for (const QString &text : m_store->history())
        earlier->addAction(menuText(text), this, [=] { use(text); });
    m_filters->addSeparator();
    fillRules(m_filters);
    m_filters->addSeparator();
    m_filters->addAction(tr("&Help on filters (F1)"), this, &FilterBar::helpRequested);
}

void FilterBar::fillRules(QMenu *menu)
{
    const bool usable = m_edit->filter() && !m_edit->filter()->isEmpty();
    QMenu *colour = menu->addMenu(tr("&Colour matching rows"));
    colour->setObjectName(QStringLiteral("colourMenu"));
    colour->setEnabled(usable);
    for (const auto &[tone, word] : tones())
        colour->addAction(word, this, [this, tone = tone] { addRule(m_edit->text(), tone); });
    QMenu *rules = menu->addMenu(tr("Remove a colour r&ule"));
    rules->setEnabled(!m_store->rules().empty());
    rules->setObjectName(QStringLiteral("removeRuleMenu"));
    for (const models::ColourRule &rule : m_store->rules())
        rules->addAction(menuText(rule.text), this, [this, rule] { m_store->removeRule(rule); });
}

std::vector<std::pair<ColorRole, QString>> FilterBar::tones()
{
    return {
        {ColorRole::Error, tr("Error (red)")},
        {ColorRole::Warn, tr("Warning (orange)")},
        {ColorRole::Accent, tr("Note (blue)")},
        {ColorRole::Auto, tr("Automatic (violet)")},
        {ColorRole::Ok, tr("Success (green)")},
    };
}

void FilterBar::addRule(const QString &condition, ColorRole tone)
{
    auto rules = m_store->rules();
    std::erase_if(
        rules, [&condition](const models::ColourRule &rule) { return rule.text == condition; });
    const auto all = tones();
    const auto known = std::find_if(
        all.begin(), all.end(), [tone](const auto &each) { return each.first == tone; });
    rules.insert(rules.begin(), {known == all.end() ? QString() : known->second, condition, tone});
    m_store->setRules(rules);
}

void FilterBar::useCondition(const QString &condition, models::ConditionUse use, ColorRole tone)
{
    if (use == models::ConditionUse::Colour)
        addRule(condition, tone);
    else
        m_edit->setText(models::withCondition(m_edit->text(), condition, use));
}

void FilterBar::askName()
{
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save the filter"));
    dialog->setLabelText(tr("Name of the filter"));
    dialog->setTextValue(m_edit->text().left(kMaxShown));
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, text = m_edit->text()](const QString &name) {
            if (!name.trimmed().isEmpty())
                m_store->save({name.trimmed(), text});
        });
    dialog->show();
}

void FilterBar::setServer(const QString &server)
{
    if (!server.isEmpty() && m_servers->findData(server) < 0)
        m_servers->addItem(server, server); // it has sent nothing yet
    m_servers->setCurrentIndex(std::max(0, m_servers->findData(server)));
}

void FilterBar::setSelectedServer(const QString &server)
{
    m_only->setSelected(server);
    m_only->setShown(m_filter.server);
    updateServers();
}

void FilterBar::clear()
{
    {
        const QSignalBlocker servers(m_servers);
        m_servers->setCurrentIndex(0);
        for (QAction *action : std::as_const(m_kinds)) {
            const QSignalBlocker kind(action);
            action->setChecked(true);
        }
    }
    m_edit->clear();
    apply();
}

void FilterBar::addWidget(QWidget *widget)
{
    m_row->addWidget(widget);
}

void FilterBar::apply()
{
    models::TraceFilter filter = m_filter;
    if (m_edit->filter())
        filter.conditions = *m_edit->filter();
    filter.server = m_servers->currentData().toString();
    m_only->setShown(filter.server);
    filter.kinds = {};
    for (const QAction *action : std::as_const(m_kinds)) {
        if (action->isChecked())
            filter.kinds |= static_cast<KindGroup>(action->data().toUInt());
    }
    if (filter == m_filter)
        return;
    m_filter = filter;
    Q_EMIT filterChanged();
}

void FilterBar::showProblem()
{
    m_problemSoon->stop();
    const QString applied = m_filter.conditions.text();
    m_problem->setText(applied.isEmpty()
            ? m_edit->problem()
            : tr("%1 The list still shows “%2”.").arg(m_edit->problem(), applied));
    m_problem->setVisible(!m_edit->problem().isEmpty());
}

void FilterBar::updateServers()
{
    for (const QString &server : m_trace.servers()) {
        if (m_servers->findData(server) < 0)
            m_servers->addItem(server, server);
    }
    const bool several = m_trace.servers().size() > 1;
    m_servers->setVisible(several);
    m_only->setVisible(several && !m_only->selected().isEmpty());
}

} // namespace sonde::widgets
