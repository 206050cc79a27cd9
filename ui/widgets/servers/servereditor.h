// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "bundle/bundlestore.h"
#include "config/pastedserver.h"
#include "config/profile.h"
#include "review/ruledraft.h"
#include "widgets/kit/table/secretstorage.h"
#include "widgets/servers/fieldrows.h"

#include <QDialog>

#include <array>
#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::widgets {

class BundleFields;
class CommandFields;
class HttpFields;
class OffersEdit;
class PasteRow;
class ProtocolFields;
class RulesEdit;
class RulesPage;
class SettingsPages;
class WatchFields;

// Edits the profile of a server, a command to start or a URL, on pages. Not modal.
class ServerEditor : public QDialog {
    Q_OBJECT
public:
    enum Page {
        BundlePage, // of a new server in a bundle
        ConnectionPage, // "Command" or "URL"
        EnvironmentPage,
        WatchPage,
        HeadersPage,
        AuthorizationPage,
        NetworkPage,
        ProtocolPage,
        CapabilitiesPage,
        ResponseRulesPage,
        PageCount
    };

    // A profile without a name is a new server, even when its other fields were filled by a paste.
    ServerEditor(const config::Profile &profile, QStringList otherNames, QWidget *parent = nullptr);
    // An editor of a new server, the profile filled from pasted text.
    static ServerEditor *ofPasted(const config::Profile &profile,
        const config::PastedServers &servers, QStringList otherNames, QWidget *parent);
    // An editor of a new server in a bundle.
    static ServerEditor *ofBundle(const config::Profile &profile, bundle::Bundle bundle,
        QStringList otherNames, QWidget *parent);
    // An editor of a new server with the settings of another one.
    static ServerEditor *ofCopy(config::Profile profile, QStringList otherNames, QWidget *parent);

    config::Profile profile() const;
    SettingsPages &pages() { return *m_pages; }
    OffersEdit &offers() { return *m_offers; }
    RulesEdit &rules();
    // Shows the response rules; with `rule`, turns them on and adds it before the others.
    void showRules(const std::optional<review::RuleDraft> &rule = {});
    void showWatch(); // the page of what is watched
    void setConnected(bool connected); // what a new connection would be
    void reject() override;
    // Says where the secrets go.
    void setSecretStorage(SecretStorage storage);
    // A sentence that stays above the pages.
    void showNote(const QString &sentence);
    // Parses a command line, a URL or a host's JSON, and fills the fields.
    void applyPasted(const QString &text);
    QString problemAt(config::ProfileField field) const;
    // Shows the page of the field, and gives the field the focus.
    void lead(config::ProfileField field);
    // Leads to the first problem that prevents saving; false: there is none.
    bool leadToProblem();

Q_SIGNALS:
    void saved(const QString &oldName, const sonde::config::Profile &profile, bool connectNow);
    void bundleRequested(const QString &path); // the path of a bundle was pasted
    void doctorRequested(const sonde::config::Profile &profile); // as it stands, unsaved

private:
    void makePages();
    void makeConnection();
    QWidget *makeKind(QWidget *page);
    QWidget *makePreview(QWidget *page);
    void makeOffers();
    QLayout *makeButtons();
    void connectFields();
    void fill(const config::Profile &profile);
    void fillFrom(const config::Profile &pasted);
    void fillFromBundle();
    void chooseKind();
    bool isUrl() const;
    void takeChange();
    void check();
    void showStates();
    int problemsOf(int page) const;
    void save(bool connectNow);

    config::Profile m_original; // keeps the members that have no field
    QStringList m_otherNames;
    SecretStorage m_storage = SecretStorage::Keychain;
    bool m_isConnected = false;
    bool m_touched = false; // something was entered that would be lost
    look::InlineMessage *m_note;
    SettingsPages *m_pages;
    std::array<std::unique_ptr<FieldRows>, PageCount> m_rows; // nullptr: the page has its own
    BundleFields *m_bundle;
    PasteRow *m_paste;
    QLineEdit *m_name;
    QRadioButton *m_byCommand;
    QRadioButton *m_byUrl;
    CommandFields *m_command;
    HttpFields *m_http;
    WatchFields *m_watch;
    ProtocolFields *m_protocol;
    OffersEdit *m_offers;
    RulesPage *m_rulesPage;
    QLabel *m_previewTitle;
    QPlainTextEdit *m_preview;
    std::array<look::ColorLabel *, 2> m_secretsNotes; // below the variables, below the headers
    QPushButton *m_showProblem;
    QPushButton *m_runDoctor; // in the place of the problem, once there is none
    QPushButton *m_save;
    QPushButton *m_saveAndConnect;
};

} // namespace sonde::widgets
