// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/completion.h"

#include <QFrame>

class QListView;
class QModelIndex;
class QStandardItemModel;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::content {

// What may stand at the caret, under it. It never takes the focus: the text keeps the keyboard and
// hands over what is meant for the list.
class CompletionList final : public QFrame {
    Q_OBJECT
public:
    explicit CompletionList(QWidget *parent);

    // Shows them under a global point; above it where there is no room. Without any it goes away.
    void showProposals(schema::Proposals proposals, const QPoint &below, int lineHeight);
    const schema::Proposals &proposals() const { return m_proposals; }
    const schema::Proposal *current() const; // null when it is hidden
    // Takes a key that moves in the list; false when it is not one.
    bool move(int key);

Q_SIGNALS:
    void chosen(); // with the mouse: current() is it

private:
    void place(const QPoint &below, int lineHeight);

    schema::Proposals m_proposals;
    QListView *m_view;
    QStandardItemModel *m_model;
    look::ColorLabel *m_description;
};

} // namespace sonde::content
