// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QWidget>

class QMenu;
class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class ThreadModel;
}

namespace sonde::widgets {

class PlainTable;

// What a process does: a sentence about its main thread, the commands that show more, which are
// copied and never run, and its threads.
class ThreadsPage final : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsPage(QWidget *parent = nullptr);

    void setSample(const models::ProcessSample &sample);
    QString sentence() const;
    QPushButton &commands() const { return *m_copy; } // its menu has one entry a command
    PlainTable &table() const { return *m_table; }

private:
    void showCommands(const models::SampledProcess *process,
        const std::vector<models::SampledVariable> &environment);

    models::ThreadModel *m_model;
    look::ColorLabel *m_sentence;
    QPushButton *m_copy;
    QMenu *m_menu;
    PlainTable *m_table;
    QStringList m_offered;
};

} // namespace sonde::widgets
