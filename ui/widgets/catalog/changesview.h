// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/listchanges.h"

#include <QWidget>

class QListView;
class QStackedLayout;

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class InlineMessage;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class ChangeModel;
}

namespace sonde::widgets {

// What became of a list, item by item, each with its definition before and after.
class ChangesView : public QWidget {
    Q_OBJECT
public:
    explicit ChangesView(QWidget *parent = nullptr);

    void setChanges(const models::ListChanges &changes);
    const content::TextDiffView &diff() const { return *m_diff; }

Q_SIGNALS:
    void closed();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showChange(int row);

    models::ChangeModel *m_model;
    look::PanelTitle *m_title;
    QListView *m_list;
    content::TextDiffView *m_diff;
};

// Around the contents of a panel: over it, when its list changed, a message that says so, and in
// its place, when somebody wants to see it, what changed.
class ChangesFrame : public QWidget {
    Q_OBJECT
public:
    explicit ChangesFrame(QWidget *content, QWidget *parent = nullptr);

    void setChanges(const models::ListChanges &changes); // none: nothing is said
    bool isShowing() const; // the changes, not the content
    void showChanges();
    const look::InlineMessage &message() const { return *m_message; }
    const ChangesView &view() const { return *m_view; }

Q_SIGNALS:
    void seen(); // the changes are read, and may be forgotten

private:
    void showContent();

    models::ListChanges m_changes;
    look::InlineMessage *m_message;
    QStackedLayout *m_stack;
    QWidget *m_content;
    ChangesView *m_view;
};

} // namespace sonde::widgets
