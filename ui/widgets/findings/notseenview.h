// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/exercisestep.h"

#include <QSet>
#include <QWidget>

class QPushButton;
class QTreeView;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class NotSeenModel;
}

namespace sonde::widgets {

// Requirements that are violated, which lead to their findings, and those that nothing has
// exercised yet, by the step that would do it. A step can be prepared: what it needs is opened, and
// nothing is sent.
class NotSeenView : public QWidget {
    Q_OBJECT
public:
    explicit NotSeenView(models::NotSeenModel *model, QWidget *parent = nullptr);

    // Not where nothing can be sent: to a conversation of others, or in an opened session.
    void setPreparable(bool isPreparable);
    void enter(); // the first group, with the keyboard
    QTreeView &tree() const { return *m_tree; }
    QPushButton &prepareButton() const { return *m_prepare; }
    const look::ColorLabel &sentence() const { return *m_sentence; }

Q_SIGNALS:
    void prepareRequested(sonde::models::ExerciseStep step);
    void findingsRequested(const QString &rule);

private:
    void makeTree();
    void keepPlaces();
    void restorePlaces();
    void showCurrent();
    void prepare();
    int groupOf(const QModelIndex &index) const;

    models::NotSeenModel *m_model;
    QTreeView *m_tree;
    look::ColorLabel *m_sentence;
    QPushButton *m_prepare;
    bool m_isPreparable = false;
    // Of the tree, while its rows are replaced.
    QSet<int> m_open; // groups
    int m_group = -1; // of the current row
    const findings::Requirement *m_requirement = nullptr;
};

} // namespace sonde::widgets
