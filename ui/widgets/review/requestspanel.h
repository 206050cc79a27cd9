// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>
#include <QWidget>

class QListView;
class QPushButton;

namespace sonde::look {
class EmptyState;
class InlineMessage;
} // namespace sonde::look

namespace sonde::models {
class RequestModel;
}

namespace sonde::widgets {

// What servers wait for, of every server. A new one never takes the focus.
class RequestsPanel : public QWidget {
    Q_OBJECT
public:
    // The model outlives the panel.
    explicit RequestsPanel(models::RequestModel *model, QWidget *parent = nullptr);

    void choose(quint64 number);
    quint64 chosen() const; // 0: none
    // A sentence above the list that stays; empty: none.
    void setNotice(const QString &sentence, const QString &button);
    const look::InlineMessage &notice() const { return *m_notice; }

Q_SIGNALS:
    void reviewRequested(quint64 number);
    void declineRequested(quint64 number);
    void noticeClicked();

private:
    void refresh();

    models::RequestModel *m_model;
    QListView *m_list;
    look::EmptyState *m_empty;
    look::InlineMessage *m_notice;
    QPushButton *m_review;
    QPushButton *m_decline;
    QTimer m_clock;
    QTimer m_turn; // of the pending rings
};

} // namespace sonde::widgets
