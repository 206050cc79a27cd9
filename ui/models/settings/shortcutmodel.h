// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>
#include <QKeySequence>
#include <QMap>

#include <optional>
#include <vector>

namespace sonde::models {

// An action of a window, as far as its shortcut is concerned.
struct ShortcutAction {
    QString id; // the object name of the action; unique
    QString name; // as the menu shows it, without its mnemonic
    QString place; // where it is: "View › Layout"
    QList<QKeySequence> usual; // the default
    QList<QKeySequence> keys; // now
    quintptr part = 0; // of the window, where the shortcut acts; 0: the whole window
    QList<quintptr> around = {}; // the parts that contain this one
};

// The actions of a window and their shortcuts, which the user can change. A shortcut is one key
// with its modifiers, and of actions that act in the same part of the window only one has it.
class ShortcutModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { NameColumn, PlaceColumn, KeysColumn, UsualColumn, ColumnCount };
    static constexpr int kMaxProblems = 5; // that are named
    static constexpr int kMaxTextLength = 200; // of a stored shortcut

    explicit ShortcutModel(std::vector<ShortcutAction> actions, QObject *parent = nullptr);

    // Keys that parts of the window handle themselves. They have no row and cannot be changed.
    void setFixed(std::vector<ShortcutAction> fixed) { m_fixed = std::move(fixed); }
    // Applies stored shortcuts, by id. Whatever is stored: of two actions with the same shortcut
    // the first keeps it, and what is no shortcut or belongs to no action is left out.
    void restore(const QMap<QString, QString> &stored);
    // What was left out, in sentences.
    QStringList problems() const;
    // The text that restore() reads; empty for an action without a shortcut.
    static QString storedText(const QList<QKeySequence> &keys);

    const ShortcutAction &action(int row) const { return m_actions[std::size_t(row)]; }
    int rowOf(const QString &id) const; // -1: there is none
    bool isChanged(int row) const { return action(row).keys != action(row).usual; }
    bool isAnyChanged() const;

    // Why the keys cannot be a shortcut, and what can; empty: they can.
    static QString refusal(const QKeySequence &keys);
    struct Use {
        QKeySequence keys;
        QString name; // of the action that has them
        bool isFixed = false;
    };
    // The first of the keys that another action has where the action of the row acts.
    std::optional<Use> useOf(const QList<QKeySequence> &keys, int row) const;
    // Gives the action these shortcuts, and takes them from the others that have them.
    void setKeys(int row, const QList<QKeySequence> &keys);
    void resetAll();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void keysChanged(int row);

private:
    void change(int row, const QList<QKeySequence> &keys);
    void restoreOne(int row, const QString &text, QList<int> &restored);
    void yieldUsual(int row, const QList<int> &restored);
    void addProblem(const QString &sentence);

    std::vector<ShortcutAction> m_actions; // by row
    std::vector<ShortcutAction> m_fixed;
    QStringList m_problems;
    int m_moreProblems = 0;
};

} // namespace sonde::models
