// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>

namespace sonde::help {

// A heading of a page and the text up to the next one.
struct Section {
    QString page; // the name of its page
    QString title;
    QString anchor; // of the link to it; the same in every language
    int level = 1; // 1: the page's own title
    QString text; // Markdown
};

// The part of an address behind # that leads to a heading: "The server" is at #the-server.
QString anchorOf(const QString &title);

// `original`: the page in English, whose headings give the anchors.
QList<Section> sectionsOf(
    const QString &page, const QString &markdown, const QString &original = {});

// The sections that contain every word, in any case; those with all of them in the title first.
QList<Section> sectionsWith(const QString &words, const QList<Section> &sections);

} // namespace sonde::help
