// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "models/catalog/catalogmodel.h"

#include <QWidget>

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class TagStrip;

// What a resource, a template or a prompt is, in the server's words: title, name, tags,
// description, and what is wrong with its entry in the list.
class ItemHeading : public QWidget {
    Q_OBJECT
public:
    explicit ItemHeading(QWidget *parent = nullptr);

    void setItem(models::CatalogKind kind, const mcp::ListItem &item);
    void setTitle(const QString &title); // of what is in no list
    // Why it cannot be used; empty: it can.
    const QString &problem() const { return m_problem; }

private:
    look::ColorLabel *m_title;
    look::ColorLabel *m_name;
    TagStrip *m_tags;
    look::ColorLabel *m_description;
    look::InlineMessage *m_malformed;
    QString m_problem;
};

} // namespace sonde::widgets
