// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/pastedserver.h"
#include "config/profile.h"
#include "models/signs/sign.h"
#include "widgets/servers/fieldrows.h"

#include <QDialog>

#include <map>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class CommandFields;
class HttpFields;
class OffersEdit;
class PasteField;

// Edits the profile of a server: a command to start, or a URL. Not modal.
class ServerEditor : public QDialog {
    Q_OBJECT
public:
    // A profile without a name is a new server, even when its other fields were filled by a paste.
    ServerEditor(const config::Profile &profile, QStringList otherNames, QWidget *parent = nullptr);
    // An editor of a new server, filled from pasted text.
    static ServerEditor *ofPasted(
        const config::PastedServers &servers, QStringList otherNames, QWidget *parent);

    config::Profile profile() const;
    OffersEdit &offers() { return *m_offers; }
    // Parses a command line, a URL or a host's JSON, and fills the fields.
    void applyPasted(const QString &text);
    QString problemAt(config::ProfileField field) const { return m_rows->problemAt(field); }

Q_SIGNALS:
    void saved(const QString &oldName, const sonde::config::Profile &profile, bool connectNow);

private:
    QWidget *makeFields();
    QLayout *makePaste(QWidget *form);
    QWidget *makeKind(QWidget *form);
    void makeProtocol(QWidget *form);
    QLayout *makePreview();
    QLayout *makeButtons();
    void fill(const config::Profile &profile);
    void fillFrom(const config::PastedServers &servers);
    void fillFrom(const config::Profile &pasted);
    void showPasteNotes(models::ColorRole tone, const QString &text);
    void chooseKind();
    bool isUrl() const;
    void check();
    void save(bool connectNow);

    config::Profile m_original; // keeps the members that have no field
    QStringList m_otherNames;
    std::optional<FieldRows> m_rows;
    PasteField *m_paste;
    QComboBox *m_pasted; // selects one of several pasted servers
    std::vector<config::Profile> m_pastedProfiles;
    look::ColorLabel *m_pasteNotes;
    QLineEdit *m_name;
    QRadioButton *m_byCommand;
    QRadioButton *m_byUrl;
    CommandFields *m_command;
    HttpFields *m_http;
    OffersEdit *m_offers;
    QComboBox *m_era;
    QComboBox *m_revision;
    std::map<config::ProfileField, QDoubleSpinBox *> m_timeouts;
    QLabel *m_previewTitle;
    QPlainTextEdit *m_preview;
    look::ColorLabel *m_secretsNote;
    QPushButton *m_save;
    QPushButton *m_saveAndConnect;
};

} // namespace sonde::widgets
