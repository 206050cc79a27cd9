// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFrame>
#include <QIcon>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace sonde::widgets {

// A list of actions and places of the window, filtered by parts of their names (Ctrl+K).
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QString hint; // its keys, or what kind of thing it is
        QIcon icon;
        std::function<void()> run;
    };

    explicit CommandPalette(QWidget *window);

    // Shows over the window's top, with these entries and an empty field.
    void open(std::vector<Entry> entries);
    int shownCount() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter(const QString &typed);
    void run(const QModelIndex &index);

    std::vector<Entry> m_entries;
    QLineEdit *m_field;
    QListView *m_list;
    QStandardItemModel *m_model;
};

} // namespace sonde::widgets
