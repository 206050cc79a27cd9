// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/pastedserver.h"
#include "models/signs/sign.h"

#include <QWidget>

class QComboBox;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class PasteField;

// Parses a pasted command line, URL or configuration. If it describes several servers, a list
// chooses one of them.
class PasteRow : public QWidget {
    Q_OBJECT
public:
    explicit PasteRow(QWidget *parent = nullptr);

    void apply(const QString &text);
    bool isEmpty() const;
    void setServers(const config::PastedServers &servers);

Q_SIGNALS:
    // Return in the field, whose text is in the fields already.
    void saveRequested();
    void bundlePasted(const QString &path);
    void chosen(const sonde::config::Profile &profile); // the first one, or the one in the list

private:
    QLayout *makeFields();
    void enter();
    void choose(int index);
    void showNotes(models::ColorRole tone, const QString &text);

    PasteField *m_paste;
    QComboBox *m_choice; // hidden unless the text describes several servers
    std::vector<config::Profile> m_profiles;
    QString m_applied; // the text that m_profiles were read from
    look::ColorLabel *m_notes;
};

} // namespace sonde::widgets
