// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <vector>

class QListWidget;
class QScrollArea;
class QStackedWidget;

namespace sonde::widgets {

// Pages of settings with a list of them on the left. The list shows how many settings of a page
// differ from the default, and how many have a problem. A page scrolls when it gets less room than
// it needs.
class SettingsPages : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPages(QWidget *parent = nullptr);

    int add(const QString &title, QWidget *page); // the number of the page
    void setTitle(int page, const QString &title);
    QString title(int page) const { return m_pages[std::size_t(page)].title; }
    void setListed(int page, bool listed);
    bool isListed(int page) const;
    void setState(int page, int changes, int problems);
    int changes(int page) const { return m_pages[std::size_t(page)].changes; }
    int problems(int page) const { return m_pages[std::size_t(page)].problems; }

    int current() const;
    void showPage(int page);
    // Shows the page and gives the widget on it the focus.
    void showWidget(int page, QWidget *widget);
    QScrollArea *area(int page) const { return m_pages[std::size_t(page)].area; }
    QListWidget &list() { return *m_list; }

Q_SIGNALS:
    void currentChanged(int page);

private:
    struct Page {
        QString title;
        QScrollArea *area;
        int changes = 0;
        int problems = 0;
    };
    void describe(int page);
    void fitList();
    void showNext(int by);

    QListWidget *m_list; // its rows are the pages
    QStackedWidget *m_stack;
    std::vector<Page> m_pages;
};

} // namespace sonde::widgets
