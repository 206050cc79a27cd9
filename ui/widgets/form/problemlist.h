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

// "Schema errors": each location with its problem. Enter goes to the location.
class ProblemList final : public QWidget {
    Q_OBJECT
public:
    explicit ProblemList(QWidget *parent = nullptr);

    // `unknown`: why the text could not be checked. Hides itself without either.
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
