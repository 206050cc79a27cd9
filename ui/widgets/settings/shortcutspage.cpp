// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/shortcutspage.h"

#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/theme/metrics.h"
#include "models/settings/shortcutmodel.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/settings/keyedit.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <initializer_list>

namespace sonde::widgets {

using Model = models::ShortcutModel;

namespace {

constexpr int kPlaceChars = 18;
constexpr int kKeysChars = 15;

} // namespace

ShortcutsPage::ShortcutsPage(Model &model, QWidget *parent)
    : SettingsPage(tr("Shortcuts"), "shortcuts", parent)
    , m_model(model)
    , m_proxy(new QSortFilterProxyModel(this))
    , m_stored(new look::InlineMessage(this))
    , m_name(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_edit(new KeyEdit(this))
    , m_remove(new QPushButton(tr("Re&move"), this))
    , m_reset(new QPushButton(tr("Restore defa&ult"), this))
    , m_resetAll(new QPushButton(tr("Restore &defaults"), this))
    , m_message(new look::InlineMessage(this))
    , m_keep(new QPushButton(tr("&Keep as it is"), this))
{
    m_proxy->setSourceModel(&m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto *layout = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_stored);
    layout->addWidget(makeTable(), 1);
    layout->addWidget(makeConflict());
    layout->addWidget(makeEditor());
    connect(&m_model, &Model::keysChanged, this, &ShortcutsPage::showRow);
    showStored();
    m_table->selectRow(0);
    showRow();
}

QWidget *ShortcutsPage::makeTable()
{
    m_table = new PlainTable(m_proxy, this);
    m_table->setObjectName(QStringLiteral("shortcutTable"));
    m_table->setAccessibleName(tr("Actions and their shortcuts"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(Model::PlaceColumn, kPlaceChars);
    m_table->setUsualWidth(Model::KeysColumn, kKeysChars);
    m_table->setUsualWidth(Model::UsualColumn, kKeysChars);
    m_filter = new ListFilter(tr("Filter actions"), *m_table, this);
    m_filter->setObjectName(QStringLiteral("shortcutFilter"));
    connect(
        m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    const auto edit = [this] { m_edit->setFocus(Qt::ShortcutFocusReason); };
    connect(m_filter, &ListFilter::taken, this, edit);
    connect(m_table, &QAbstractItemView::activated, this, edit);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ShortcutsPage::showRow);
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    return part;
}

QWidget *ShortcutsPage::makeEditor()
{
    m_edit->setObjectName(QStringLiteral("shortcutEdit"));
    m_edit->setToolTip(tr("Press the keys of the new shortcut; Escape leaves the field"));
    m_remove->setObjectName(QStringLiteral("removeShortcut"));
    m_reset->setObjectName(QStringLiteral("resetShortcut"));
    m_resetAll->setObjectName(QStringLiteral("resetShortcuts"));
    m_resetAll->setToolTip(tr("Give every action its default shortcut"));
    connect(m_edit, &KeyEdit::typed, this, [this](const QKeySequence &typed) { propose({typed}); });
    connect(m_edit, &KeyEdit::left, this, &ShortcutsPage::leaveEdit);
    connect(m_remove, &QPushButton::clicked, this, [this] { propose({}); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (row() >= 0)
            propose(m_model.action(row()).usual);
    });
    connect(m_resetAll, &QPushButton::clicked, this, [this] { restoreDefaults(); });
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_name);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_edit, 1);
    for (QPushButton *button : {m_remove, m_reset, m_resetAll})
        buttons->addWidget(button);
    layout->addLayout(buttons);
    return part;
}

QWidget *ShortcutsPage::makeConflict()
{
    m_conflict = new QWidget(this);
    m_conflict->setObjectName(QStringLiteral("shortcutConflict"));
    m_message->setObjectName(QStringLiteral("shortcutMessage"));
    m_keep->setObjectName(QStringLiteral("keepShortcut"));
    connect(m_message, &look::InlineMessage::buttonClicked, this, [this] { apply(m_proposed); });
    connect(m_keep, &QPushButton::clicked, this, [this] {
        showRow();
        m_table->setFocus(Qt::OtherFocusReason);
    });
    auto *layout = new QHBoxLayout(m_conflict);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_message, 1);
    layout->addWidget(m_keep);
    m_conflict->hide();
    return m_conflict;
}

int ShortcutsPage::row() const
{
    return m_proxy->mapToSource(m_table->currentIndex()).row();
}

void ShortcutsPage::selectRow(int row)
{
    m_filter->clear();
    m_table->selectRow(m_proxy->mapFromSource(m_model.index(row, 0)).row());
}

void ShortcutsPage::showRow()
{
    hideMessage();
    const int shown = row();
    for (QWidget *part : std::initializer_list<QWidget *>{m_edit, m_remove, m_reset})
        part->setEnabled(shown >= 0);
    m_resetAll->setEnabled(m_model.isAnyChanged());
    if (shown < 0) {
        m_name->setText(tr("Select an action to change its shortcut."));
        m_edit->clear();
        return;
    }
    const models::ShortcutAction &action = m_model.action(shown);
    const QString name = tr("Shortcut of “%1”").arg(action.name);
    m_name->setText(name);
    m_edit->setAccessibleName(name);
    m_edit->setKeySequence(action.keys.value(0));
    m_remove->setEnabled(!action.keys.isEmpty());
    m_reset->setEnabled(m_model.isChanged(shown));
}

void ShortcutsPage::showStored()
{
    const QStringList problems = m_model.problems();
    m_stored->setObjectName(QStringLiteral("storedProblems"));
    if (problems.isEmpty())
        m_stored->hide();
    else
        m_stored->showMessage(look::InlineMessage::Kind::Warning, problems.join(u' '));
}

// Nothing changes before the user knows which other action would lose the keys.
void ShortcutsPage::propose(const QList<QKeySequence> &keys)
{
    if (row() < 0)
        return;
    for (const QKeySequence &one : keys) {
        if (const QString refusal = Model::refusal(one); !refusal.isEmpty())
            return showMessage(refusal, false);
    }
    const auto use = m_model.useOf(keys, row());
    if (!use)
        return apply(keys);
    const QString text = use->keys.toString(QKeySequence::NativeText);
    m_proposed = keys;
    const QString &name = m_model.action(row()).name;
    if (use->isFixed)
        showMessage(tr("%1 is used by “%2”, which cannot be changed. Choose another shortcut for "
                       "“%3”.")
                        .arg(text, use->name, name),
            false);
    else
        showMessage(
            tr("%1 is used by “%2”. Take it from there for “%3”?").arg(text, use->name, name),
            true);
}

void ShortcutsPage::apply(const QList<QKeySequence> &keys)
{
    m_model.setKeys(row(), keys);
    showRow();
}

void ShortcutsPage::showMessage(const QString &sentence, bool canTake)
{
    m_message->showMessage(
        look::InlineMessage::Kind::Warning, sentence, canTake ? tr("&Take it") : QString());
    m_conflict->show();
}

void ShortcutsPage::hideMessage()
{
    m_message->hide();
    m_conflict->hide();
}

void ShortcutsPage::leaveEdit()
{
    const bool hadFocus = window()->focusWidget() == m_edit;
    showRow();
    if (hadFocus)
        m_table->setFocus(Qt::OtherFocusReason);
}

int ShortcutsPage::filter(const QString &words)
{
    m_filter->setText(words.trimmed());
    return m_proxy->rowCount();
}

QWidget *ShortcutsPage::firstShown() const
{
    return m_table;
}

void ShortcutsPage::restoreDefaults()
{
    m_model.resetAll();
    showRow();
}

} // namespace sonde::widgets
