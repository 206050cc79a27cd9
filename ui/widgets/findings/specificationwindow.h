// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/specification.h"
#include "widgets/kit/frame/secondarywindow.h"

class QPushButton;

namespace sonde::content {
class JsonTreeView;
}

namespace sonde::look {
class ColorLabel;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class RequirementModel;
}

namespace sonde::widgets {

class PlainTable;
class PropertyGrid;

// What the specification says about a method, a value or an error code: the requirements with their
// sections in each revision, and the type of the official schema. It needs no network; the page
// itself is opened in the browser on a click.
class SpecificationWindow : public SecondaryWindow {
    Q_OBJECT
public:
    explicit SpecificationWindow(QWidget *parent);

    void showSubject(const findings::Subject &subject);

    const models::RequirementModel &model() const { return *m_model; }
    PlainTable &table() const { return *m_table; }
    const PropertyGrid &facts() const { return *m_facts; }
    const content::JsonTreeView &shape() const { return *m_shape; }
    const look::ColorLabel &subject() const { return *m_subject; }
    QPushButton &openButton() const { return *m_open; }

private:
    QWidget *makeParagraph();
    QWidget *makeShape();
    void showCurrent();

    models::RequirementModel *m_model;
    look::ColorLabel *m_subject;
    PlainTable *m_table;
    PropertyGrid *m_facts;
    look::PanelTitle *m_shapeTitle;
    content::JsonTreeView *m_shape;
    QPushButton *m_open;
};

} // namespace sonde::widgets
