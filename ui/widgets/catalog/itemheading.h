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

class Description;
class TagStrip;

// What an item is, in the server's words: title, name, tags, description, and what is wrong with
// its entry in the list.
class ItemHeading : public QWidget {
    Q_OBJECT
public:
    explicit ItemHeading(QWidget *parent = nullptr);

    void setItem(models::CatalogKind kind, const mcp::ListItem &item);
    void setTitle(const QString &title); // of what is in no list
    // Where there is little room: without the description.
    void setLow(bool low);
    Description &description() { return *m_description; }
    void setOpen(bool open); // the whole description

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showDescription();

    look::ColorLabel *m_title;
    look::ColorLabel *m_name;
    TagStrip *m_tags;
    Description *m_description;
    look::InlineMessage *m_problem; // why it is malformed, or excluded
    bool m_open = false;
    bool m_low = false;
};

} // namespace sonde::widgets
