// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "bundle/bundlestore.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QFormLayout;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The page of a server that is in a bundle: what the bundle is, what to know of it, and a field for
// each of its settings. Everything in it is hostile text, and shown as plain text.
class BundleFields : public QWidget {
    Q_OBJECT
public:
    explicit BundleFields(QWidget *parent = nullptr);
    ~BundleFields() override;

    // Once: makes the fields, with the defaults of the bundle.
    void setBundle(bundle::Bundle bundle);
    bool hasBundle() const { return m_bundle != nullptr; }

    // The server with the entered values, and shows its notes. Without a value where one is
    // required it is not complete.
    Result<config::PastedServers> server();
    bundle::Values values() const;
    int problemCount() const; // settings whose values do not suit them
    QWidget *firstProblem() const; // nullptr: there is none
    void focusFirst();

Q_SIGNALS:
    void changed();

private:
    struct Field {
        bundle::Setting setting;
        QWidget *widget;
        look::ColorLabel *problem;
        std::function<QStringList()> texts;
        bool wasFilled = false; // once
    };
    void addSetting(const bundle::Setting &setting, const QStringList &defaults);
    Field makeField(const bundle::Setting &setting, const QStringList &defaults);
    void check();

    std::unique_ptr<bundle::Bundle> m_bundle;
    QFormLayout *m_form;
    look::ColorLabel *m_title;
    look::ColorLabel *m_author;
    look::ColorLabel *m_description;
    look::ColorLabel *m_notes;
    std::vector<Field> m_fields;
};

} // namespace sonde::widgets
