// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace sonde::content {
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The input schema, the output schema or the whole definition of a tool, as a tree or as the text
// that the server sent.
class SchemaPage final : public QWidget {
    Q_OBJECT
public:
    enum class Part { Input, Output, Whole };

    explicit SchemaPage(QWidget *parent = nullptr);

    // The chosen part and view stay from tool to tool.
    void setTool(const mcp::ListItem &item);
    void choosePart(Part part);
    void showText(bool text);

    content::JsonTreeView &tree() { return *m_tree; }
    content::JsonEditor &text() { return *m_text; }

private:
    void refresh();
    json::Value shown() const;

    mcp::ListItem m_item;
    QComboBox *m_part;
    QToolButton *m_asTree;
    QToolButton *m_asText;
    QStackedWidget *m_views;
    content::JsonTreeView *m_tree;
    content::JsonEditor *m_text;
    look::ColorLabel *m_nothing;
};

} // namespace sonde::widgets
