// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/catalogmodel.h"
#include "schema/uritemplate.h"
#include "session/catalog/completionsource.h"
#include "widgets/catalog/argumentpane.h"

#include <QPointer>

#include <optional>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::session {
class ResourceRead;
class ResourceStore;
} // namespace sonde::session

namespace sonde::widgets {

class DoingButton;

// One resource or template: what it is, the URI to read, which may be any other, or for a template
// its variables, the exact request, and the subscription.
class ResourcePane : public ArgumentPane {
    Q_OBJECT
public:
    explicit ResourcePane(QWidget *parent = nullptr);

    void setItem(
        session::ResourceStore *store, models::CatalogKind kind, const mcp::ListItem &item);
    // A resource that is in no list, as a link leads to one.
    void setUri(session::ResourceStore *store, const QString &uri);

    QString uri() const; // to be read; empty while that cannot be said
    void send() override; // reads it
    void cancel() override;
    bool canSend() const override;
    bool isPending() const override;
    void focusForm() override;
    void clear() override;

    QLineEdit &uriField() { return *m_uri; }
    QPushButton &watchButton() { return *m_watch; }
    QString watchText() const;

Q_SIGNALS:
    void uriChanged(); // or what is known of it

private:
    QLayout *makeUriRow();
    QLayout *makeWatch();
    QLayout *makeButtons();
    void startWith(session::ResourceStore *store, bool isTemplate);
    void setTemplate(const QString &text);
    void expand();
    void refresh();
    void showPreview();
    void refreshWatch();
    void toggleWatch();
    session::ResourceRead *known() const;

    QPointer<session::ResourceStore> m_store;
    std::optional<schema::UriTemplate> m_template;
    QString m_templateText;
    bool m_isTemplate = false;
    bool m_filling = false;
    session::CompletionSource m_completions;
    QPointer<session::ResourceRead> m_watched; // whose news are shown

    QLineEdit *m_uri;
    QPushButton *m_watch;
    QCheckBox *m_readOnUpdate;
    look::ColorLabel *m_news;
    QPushButton *m_read;
    QPushButton *m_cancel;
    DoingButton *m_doing;
};

} // namespace sonde::widgets
