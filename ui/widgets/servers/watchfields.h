// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QObject>

class QCheckBox;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSeconds;
class FieldRows;
class PathField;
class StringListEdit;

// Whether a server is restarted, or connected again when it has a URL, when files of its project
// change, which files, and what is built before. The page owns the widgets.
class WatchFields : public QObject {
    Q_OBJECT
public:
    // The rows of every server, and those of servers with a URL.
    WatchFields(FieldRows &rows, FieldRows &network);

    void fill(const config::WatchSettings &settings);
    config::WatchSettings settings() const;
    // Says what is watched for this server while no path is entered.
    void showProposal(const config::Profile &profile);

Q_SIGNALS:
    void changed();

private:
    void setUrl(bool isUrl); // the words of the fields

    QCheckBox *m_on;
    StringListEdit *m_paths;
    look::ColorLabel *m_proposal;
    BoundedSeconds *m_quiet;
    StringListEdit *m_build;
    PathField *m_buildFolder;
    QCheckBox *m_reconnects;
};

} // namespace sonde::widgets
