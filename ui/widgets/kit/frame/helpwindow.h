// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "help/helpsections.h"
#include "widgets/kit/frame/secondarywindow.h"

#include <QMap>

class QAction;
class QLineEdit;
class QTextBlock;
class QTreeWidget;
class QTreeWidgetItem;
class QUrl;

namespace sonde::widgets {

class HelpText;

// The pages of resources/help: their contents, a search over all of them, links between them, and
// the way back. A main window has one.
class HelpWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // A place in the manual.
    struct Place {
        QString page; // the file name without its extension
        QString anchor; // of a heading: help::anchorOf(); empty: the beginning
        bool operator==(const Place &) const = default;
    };

    // Shows the place in the window that belongs to that of `parent`, and brings it to the front.
    static HelpWindow *open(const Place &place, QWidget *parent);
    // Shows a page that is no file in that window; it is in the contents from then on.
    static HelpWindow *openText(const QString &name, const QString &markdown, QWidget *parent);

    const Place &place() const { return m_place; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    explicit HelpWindow(QWidget *parent);
    static HelpWindow *windowOf(QWidget *parent);
    QWidget *makeSide();
    QWidget *makePage();
    void addPage(const QString &name, const QString &markdown, const QString &original);
    void listContents();
    void listHits(const QString &words);
    void openItem(const QTreeWidgetItem *item);
    void follow(const QUrl &link);
    void go(const Place &place); // and remember where one was
    void show(const Place &place);
    void moveBy(QList<Place> &from, QList<Place> &to);
    QTextBlock headingOf(const Place &place) const;
    void markPlace();

    QMap<QString, QString> m_pages; // Markdown by name
    QList<help::Section> m_sections; // of all pages, in their order
    Place m_place;
    QList<Place> m_before;
    QList<Place> m_after;
    QAction *m_back;
    QAction *m_forward;
    QLineEdit *m_search;
    QTreeWidget *m_contents;
    HelpText *m_text;
};

} // namespace sonde::widgets
