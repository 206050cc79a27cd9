// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/hostentrymodel.h"
#include "models/hosts/tapplacemodel.h"
#include "models/hosts/tapplan.h"

#include <QWidget>

namespace sonde::content {
class TextDiffView;
}

namespace sonde::look {
class InlineMessage;
class PanelTitle;
} // namespace sonde::look

namespace sonde::widgets {

class PlainTable;
class PropertyGrid;

// How adding or removing a tap changes the file, before it is done: the lines, the bytes of each
// place, the backup, and what the host will say about it.
class TapPlanPane : public QWidget {
    Q_OBJECT
public:
    explicit TapPlanPane(QWidget *parent = nullptr);

    void showPlan(const models::TapPlan &plan);
    void showNothing(const QString &why);

    const content::TextDiffView &lines() const { return *m_lines; }
    const models::TapPlaceModel &places() const { return *m_places; }
    const PropertyGrid &facts() const { return *m_facts; }
    const look::InlineMessage &warning() const { return *m_warning; }

private:
    void showFacts(const models::TapPlan &plan);
    void showWarning(const models::TapPlan &plan);

    models::TapPlaceModel *m_places;
    content::TextDiffView *m_lines;
    PlainTable *m_placeList;
    PropertyGrid *m_facts;
    look::PanelTitle *m_linesTitle;
    look::PanelTitle *m_placesTitle;
    look::InlineMessage *m_warning;
};

} // namespace sonde::widgets
