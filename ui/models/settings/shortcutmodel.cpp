// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/settings/shortcutmodel.h"

#include <QFont>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxKeys = 4; // of one action
constexpr qsizetype kMaxShownText = 60; // of what somebody else may have written

bool meets(const ShortcutAction &a, const ShortcutAction &b)
{
    return a.part == 0 || b.part == 0 || a.part == b.part || a.around.contains(b.part)
        || b.around.contains(a.part);
}

QString shown(const QString &text)
{
    return text.size() > kMaxShownText ? text.left(kMaxShownText) + QChar(u'…') : text;
}

QString keysText(const QList<QKeySequence> &keys)
{
    QStringList texts;
    for (const QKeySequence &one : keys)
        texts << one.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

// Nothing: the text is no list of shortcuts.
std::optional<QList<QKeySequence>> keysOf(const QString &text)
{
    if (text.isEmpty())
        return QList<QKeySequence>();
    if (text.size() > ShortcutModel::kMaxTextLength)
        return std::nullopt;
    const QList<QKeySequence> keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    if (keys.isEmpty() || keys.size() > kMaxKeys
        || std::any_of(keys.begin(), keys.end(),
            [](const QKeySequence &one) { return !ShortcutModel::refusal(one).isEmpty(); }))
        return std::nullopt;
    return keys;
}

} // namespace

ShortcutModel::ShortcutModel(std::vector<ShortcutAction> actions, QObject *parent)
    : QAbstractTableModel(parent)
    , m_actions(std::move(actions))
{
}

QString ShortcutModel::refusal(const QKeySequence &keys)
{
    if (keys.count() != 1)
        return tr("A shortcut is one key with its modifiers.");
    const int key = keys[0].key();
    if (key == Qt::Key_unknown || key == 0)
        return tr("Sonde does not know this key.");
    constexpr Qt::KeyboardModifiers kLeading =
        Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const bool isFunctionKey = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    if (!isFunctionKey && !(keys[0].keyboardModifiers() & kLeading))
        return tr("%1 is needed for typing and moving. Add Ctrl or Alt, or use a function key.")
            .arg(keys.toString(QKeySequence::NativeText));
    return {};
}

QString ShortcutModel::storedText(const QList<QKeySequence> &keys)
{
    return QKeySequence::listToString(keys, QKeySequence::PortableText);
}

void ShortcutModel::restore(const QMap<QString, QString> &stored)
{
    m_problems.clear();
    m_moreProblems = 0;
    QList<int> restored;
    for (int row = 0; row < rowCount(); ++row) {
        const auto text = stored.find(action(row).id);
        if (text != stored.end())
            restoreOne(row, *text, restored);
    }
    for (int row = 0; row < rowCount(); ++row) {
        if (!restored.contains(row))
            yieldUsual(row, restored);
    }
    for (auto one = stored.begin(); one != stored.end(); ++one) {
        if (rowOf(one.key()) < 0)
            addProblem(tr("The settings have a shortcut for “%1”, which is no action of this "
                          "version.")
                           .arg(shown(one.key())));
    }
}

void ShortcutModel::restoreOne(int row, const QString &text, QList<int> &restored)
{
    ShortcutAction &own = m_actions[std::size_t(row)];
    const auto keys = keysOf(text);
    if (!keys) {
        addProblem(
            tr("“%1” is stored as the shortcut of “%2”, but is none.").arg(shown(text), own.name));
        return;
    }
    for (const int other : restored) {
        const ShortcutAction &first = action(other);
        for (const QKeySequence &one : *keys) {
            if (!meets(first, own) || !first.keys.contains(one))
                continue;
            addProblem(tr("%1 is stored for “%2” and “%3”. “%2” has it.")
                           .arg(one.toString(QKeySequence::NativeText), first.name, own.name));
            return;
        }
    }
    own.keys = *keys;
    restored << row;
}

// A default gives way to what the user chose.
void ShortcutModel::yieldUsual(int row, const QList<int> &restored)
{
    ShortcutAction &own = m_actions[std::size_t(row)];
    for (const int other : restored) {
        const ShortcutAction &first = action(other);
        for (const QKeySequence &one : first.keys) {
            if (meets(first, own) && own.keys.removeAll(one) > 0)
                addProblem(tr("%1 is stored for “%2”. “%3”, whose default it is, does not have it.")
                               .arg(one.toString(QKeySequence::NativeText), first.name, own.name));
        }
    }
}

void ShortcutModel::addProblem(const QString &sentence)
{
    if (m_problems.size() < kMaxProblems)
        m_problems << sentence;
    else
        ++m_moreProblems;
}

QStringList ShortcutModel::problems() const
{
    QStringList all = m_problems;
    if (m_moreProblems > 0)
        all << tr("There are %n more stored shortcuts that are not used.", nullptr, m_moreProblems);
    return all;
}

int ShortcutModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_actions.begin(), m_actions.end(),
        [&id](const ShortcutAction &one) { return one.id == id; });
    return found == m_actions.end() ? -1 : int(found - m_actions.begin());
}

bool ShortcutModel::isAnyChanged() const
{
    return std::any_of(m_actions.begin(), m_actions.end(),
        [](const ShortcutAction &one) { return one.keys != one.usual; });
}

std::optional<ShortcutModel::Use> ShortcutModel::useOf(
    const QList<QKeySequence> &keys, int row) const
{
    const ShortcutAction &own = action(row);
    const auto use = [&](const std::vector<ShortcutAction> &others,
                         bool isFixed) -> std::optional<Use> {
        for (const ShortcutAction &other : others) {
            if (&other == &own || !meets(other, own))
                continue;
            for (const QKeySequence &one : keys) {
                if (other.keys.contains(one))
                    return Use{one, other.name, isFixed};
            }
        }
        return std::nullopt;
    };
    const auto fixed = use(m_fixed, true);
    return fixed ? fixed : use(m_actions, false);
}

void ShortcutModel::setKeys(int row, const QList<QKeySequence> &keys)
{
    for (int other = 0; other < rowCount(); ++other) {
        if (other == row || !meets(action(other), action(row)))
            continue;
        QList<QKeySequence> left = action(other).keys;
        for (const QKeySequence &one : keys)
            left.removeAll(one);
        change(other, left);
    }
    change(row, keys);
}

void ShortcutModel::resetAll()
{
    for (int row = 0; row < rowCount(); ++row)
        change(row, action(row).usual);
}

void ShortcutModel::change(int row, const QList<QKeySequence> &keys)
{
    ShortcutAction &own = m_actions[std::size_t(row)];
    if (own.keys == keys)
        return;
    own.keys = keys;
    Q_EMIT dataChanged(index(row, KeysColumn), index(row, KeysColumn));
    Q_EMIT keysChanged(row);
}

int ShortcutModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_actions.size());
}

int ShortcutModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ShortcutModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ShortcutAction &own = action(index.row());
    if (role == Qt::FontRole && index.column() == KeysColumn && isChanged(index.row())) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == Qt::AccessibleTextRole && index.column() == KeysColumn && isChanged(index.row()))
        return tr("%1, changed").arg(keysText(own.keys));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return own.name;
    case PlaceColumn:
        return own.place;
    case KeysColumn:
        return keysText(own.keys);
    case UsualColumn:
        return keysText(own.usual);
    default:
        return {};
    }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Action");
    case PlaceColumn:
        return tr("Menu");
    case KeysColumn:
        return tr("Shortcut");
    case UsualColumn:
        return tr("Default");
    default:
        return {};
    }
}

} // namespace sonde::models
