// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrowwidget.h"

#include <QWidget>

class QStandardItemModel;
class QTreeView;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

// "What does not fit": the places and what is wrong there. Enter goes to the place.
class ProblemList final : public QWidget {
    Q_OBJECT
public:
    explicit ProblemList(QWidget *parent = nullptr);

    // `unknown`: why it cannot be said whether everything fits. Without both it hides itself.
    void showProblems(const std::vector<FormProblem> &problems, const QString &unknown);
    int count() const;

Q_SIGNALS:
    void activated(int index); // of the problems

private:
    look::PanelTitle *m_title;
    QTreeView *m_view;
    QStandardItemModel *m_model;
};

} // namespace sonde::widgets
