// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/catalog/itempane.h"

class QLayout;
class QVBoxLayout;

namespace sonde::content {
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class InlineMessage;
}

namespace sonde::mcp {
struct ListItem;
}

namespace sonde::widgets {

class ArgumentForm;
class ItemHeading;
class RequestPreview;

// An item whose request has text arguments: what it is, a page with the form and the exact request,
// and a page with its definition.
class ArgumentPane : public ItemPane {
    Q_OBJECT
public:
    ArgumentForm &form() const { return *m_form; }
    const content::JsonEditor &preview() const;

protected:
    // `formTitle` is the one of the page with the form; `definition` names the other for a screen
    // reader.
    ArgumentPane(const QString &formTitle, const QString &definition, const QString &resultTitle,
        QWidget *parent);
    void addRow(QLayout *row); // between the form and the request

    ItemHeading &heading() const { return *m_heading; }
    look::InlineMessage &problemNote() const { return *m_problem; }
    RequestPreview &request() const { return *m_preview; }
    void showDefinition(const mcp::ListItem &item);
    void clearDefinition();
    void forget(); // heading, definition, form and request

    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeFormPage();
    void shareRoom();

    ItemHeading *m_heading;
    content::JsonTreeView *m_definition;
    look::InlineMessage *m_problem = nullptr;
    ArgumentForm *m_form = nullptr;
    QVBoxLayout *m_formLayout = nullptr;
    RequestPreview *m_preview = nullptr;
};

} // namespace sonde::widgets
