// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>
#include <QWidget>

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class CoverageModel;
class FindingList;
class NotSeenModel;
} // namespace sonde::models

namespace sonde::widgets {

class NotSeenView;
class PlainTable;

// Which requirements of the specification the messages of a server have exercised, by area.
class CoveragePage : public QWidget {
    Q_OBJECT
public:
    // The list outlives it.
    explicit CoveragePage(const models::FindingList &list, QWidget *parent = nullptr);

    void setServer(const QString &server); // empty: all
    const models::CoverageModel &model() const { return *m_model; }
    const look::ColorLabel &summary() const { return *m_summary; }
    PlainTable &table() const { return *m_table; }
    const look::ColorLabel &leftOut() const { return *m_leftOut; }
    // Of the selected area, or of all.
    const models::NotSeenModel &notSeen() const { return *m_notSeen; }
    NotSeenView &notSeenView() const { return *m_notSeenView; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void showNotSeen();
    void showArea();

    const models::FindingList &m_list;
    QString m_server;
    models::CoverageModel *m_model;
    look::ColorLabel *m_summary;
    look::ColorLabel *m_leftOut; // of the other transport
    PlainTable *m_table;
    models::NotSeenModel *m_notSeen;
    NotSeenView *m_notSeenView;
    QTimer m_late; // until what is new is shown
};

} // namespace sonde::widgets
