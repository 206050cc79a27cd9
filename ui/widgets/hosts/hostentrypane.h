// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/hostentrymodel.h"
#include "models/signs/property.h"

#include <QWidget>

#include <functional>

class QTableView;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

class PlainTable;
class PropertyGrid;

// The servers in the files of one host: what the chosen one starts, and every problem.
class HostEntryPane : public QWidget {
    Q_OBJECT
public:
    explicit HostEntryPane(QWidget *parent = nullptr);

    // The entry that was chosen stays chosen where it still exists.
    void setFiles(const models::SharedFiles &files, const hosts::Host *host, const QString &filter);
    models::ChosenEntry chosen() const;
    void choose(const QString &path, const QString &project, const QString &name);

    QTableView &entries() const;
    const models::HostEntryModel &model() const { return *m_model; }
    const models::Properties &problems() const { return m_problems; }
    const PropertyGrid &facts() const { return *m_facts; }

Q_SIGNALS:
    void chosenChanged();

private:
    QWidget *makePage(PropertyGrid *grid, const QString &name);
    // A button that copies properties as lines of text.
    void addCopy(look::PanelTitle *title, const QString &text, const char *name,
        const std::function<models::Properties()> &properties);
    void spanWholeRows();
    void showChosen();
    void showTitle();

    models::HostEntryModel *m_model;
    models::Properties m_problems;
    models::Properties m_shownFacts;
    PlainTable *m_entries;
    PropertyGrid *m_facts;
    PropertyGrid *m_problemGrid;
    look::PanelTitle *m_title;
    look::PanelTitle *m_factsTitle;
    look::PanelTitle *m_problemsTitle;
    bool m_isFilling = false;
};

} // namespace sonde::widgets
