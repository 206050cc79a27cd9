// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace sonde::help {

// A page of resources/help.
struct Topic {
    QString name; // of the file, without its suffix: "filter"
    QString title; // the first heading of the page
};

// All pages, in the order in which a new user reads them.
QList<Topic> topics();

// The page as Markdown, without the comments that hold its licence; nothing for an unknown name. In
// the language of the program, if there is a translation of the manual.
std::optional<QString> page(const QString &name);
std::optional<QString> originalPage(const QString &name); // in English

} // namespace sonde::help
