// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/settings/shortcuts.h"

#include "look/access/menutext.h"
#include "models/settings/shortcutmodel.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QShortcut>
#include <QStringBuilder>

#include <utility>

namespace sonde::app {

using models::ShortcutAction;

namespace {

constexpr char kUsualToolTip[] = "usualToolTip";

QString plainText(const QString &text)
{
    return look::withoutMnemonic(text).remove(QChar(0x2026));
}

// Where in the window the shortcut acts.
void setPart(ShortcutAction &described, const QObject *owner, Qt::ShortcutContext context)
{
    if (context != Qt::WidgetShortcut && context != Qt::WidgetWithChildrenShortcut)
        return;
    described.part = quintptr(owner);
    for (const QObject *outer = owner; outer; outer = outer->parent())
        described.around << quintptr(outer);
}

// The widget that an action was added to, rather than a menu that shows it.
const QObject *ownerOf(const QAction &action)
{
    for (const QObject *owner : action.associatedObjects()) {
        if (owner->isWidgetType() && !qobject_cast<const QMenu *>(owner))
            return owner;
    }
    return action.parent();
}

// The tool tips of some actions name their keys in parentheses.
void setKeys(QAction &action, const ShortcutAction &wanted)
{
    if (!action.property(kUsualToolTip).isValid())
        action.setProperty(kUsualToolTip, action.toolTip());
    action.setShortcuts(wanted.keys);
    const QString usualTip = action.property(kUsualToolTip).toString();
    const QString keys = wanted.keys.value(0).toString(QKeySequence::NativeText);
    for (const QKeySequence &usual : wanted.usual) {
        const QString named = u" (" % usual.toString(QKeySequence::NativeText) % u')';
        if (usualTip.contains(named))
            action.setToolTip(
                QString(usualTip).replace(named, keys.isEmpty() ? QString() : u" (" % keys % u')'));
    }
}

struct Entry {
    QAction *action;
    QString place;
};

// The actions of the menus, in their order. Those without a name are made for what is shown, as a
// server or a column.
std::vector<Entry> entriesOf(const QMenuBar &bar)
{
    std::vector<Entry> found;
    std::vector<Entry> waiting;
    QSet<QString> names;
    const auto push = [&waiting](const QList<QAction *> &actions, const QString &place) {
        for (auto one = actions.rbegin(); one != actions.rend(); ++one)
            waiting.push_back({*one, place});
    };
    push(bar.actions(), {});
    while (!waiting.empty()) {
        const Entry entry = waiting.back();
        waiting.pop_back();
        const QString &name = entry.action->objectName();
        if (!name.isEmpty() && !names.contains(name)) {
            names.insert(name);
            found.push_back(entry);
        }
        const QString text = plainText(entry.action->text());
        if (const QMenu *menu = entry.action->menu())
            push(menu->actions(), entry.place.isEmpty() ? text : entry.place % u" › " % text);
    }
    return found;
}

} // namespace

Shortcuts::Shortcuts(QMainWindow &window, models::Settings settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
{
    std::vector<ShortcutAction> actions;
    for (const auto &[action, place] : entriesOf(*window.menuBar())) {
        m_known.insert(action->objectName(), action);
        ShortcutAction described{action->objectName(), plainText(action->text()), place,
            action->shortcuts(), action->shortcuts()};
        setPart(described, ownerOf(*action), action->shortcutContext());
        actions.push_back(std::move(described));
    }
    m_model = std::make_unique<models::ShortcutModel>(std::move(actions));
    m_model->restore(m_settings.shortcuts());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isChanged(row))
            apply(row);
    }
    connect(m_model.get(), &models::ShortcutModel::keysChanged, this, [this](int row) {
        apply(row);
        store(row);
    });
}

Shortcuts::~Shortcuts() = default;

void Shortcuts::findFixed()
{
    std::vector<ShortcutAction> fixed;
    const auto add = [&](const QString &name, const QList<QKeySequence> &keys, const QObject *owner,
                         Qt::ShortcutContext context) {
        const auto *widget = qobject_cast<const QWidget *>(owner);
        if (keys.isEmpty() || !widget || widget->window() != &m_window)
            return;
        ShortcutAction described{{}, name, {}, {}, keys};
        setPart(described, owner, context);
        fixed.push_back(std::move(described));
    };
    for (const QAction *menu : m_window.menuBar()->actions())
        add(plainText(menu->text()), {QKeySequence::mnemonic(menu->text())}, &m_window,
            Qt::WindowShortcut);
    const QList<QAction *> actions = m_window.findChildren<QAction *>();
    for (const QAction *action : actions) {
        if (m_known.value(action->objectName()) != action)
            add(plainText(action->text()), action->shortcuts(), ownerOf(*action),
                action->shortcutContext());
    }
    const QList<QShortcut *> keys = m_window.findChildren<QShortcut *>();
    for (const QShortcut *key : keys)
        add(tr("a part of the window"), {key->key()}, key->parent(), key->context());
    m_model->setFixed(std::move(fixed));
}

void Shortcuts::follow(QWidget &window)
{
    m_followers << &window;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isChanged(row))
            applyTo(window, row);
    }
}

void Shortcuts::apply(int row)
{
    if (QAction *action = m_known.value(m_model->action(row).id))
        setKeys(*action, m_model->action(row));
    m_followers.removeAll(nullptr); // which were closed
    for (const QPointer<QWidget> &window : std::as_const(m_followers))
        applyTo(*window, row);
}

void Shortcuts::applyTo(const QWidget &window, int row)
{
    const ShortcutAction &wanted = m_model->action(row);
    const QList<QAction *> actions = window.findChildren<QAction *>(wanted.id);
    for (QAction *action : actions)
        setKeys(*action, wanted);
}

void Shortcuts::store(int row)
{
    const ShortcutAction &changed = m_model->action(row);
    if (m_model->isChanged(row))
        m_settings.setShortcut(changed.id, models::ShortcutModel::storedText(changed.keys));
    else
        m_settings.removeShortcut(changed.id);
}

} // namespace sonde::app
