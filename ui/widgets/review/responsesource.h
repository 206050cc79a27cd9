// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/requesthandle.h"
#include "base/result.h"
#include "base/secret.h"
#include "models/settings/settings.h"

#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QSettings;
class QStackedWidget;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;
// Where the response to a sampling request is from: a person, a response that was kept, a program,
// or a model endpoint. What comes goes into the editor beside it; nothing is sent from here.
class ResponseSource : public QWidget {
    Q_OBJECT
public:
    enum Source { Written, Saved, Program, Endpoint };
    static constexpr int kMaxSaved = 100;

    // `params` gives what a program or a model gets; `settings` outlives this.
    ResponseSource(QSettings *settings, std::function<Bytes()> params, QWidget *parent);
    ~ResponseSource() override;

    void choose(Source source);
    void setProgram(const QString &commandLine);
    void setEndpoint(const QString &baseUrl, const QString &model);
    void fetch(); // from the chosen one
    bool isFetching() const { return m_fetching; }
    QString problem() const; // of the last time; empty: none
    // Keeps a response under a name, for later ones.
    void save(const QString &name, const Bytes &response);

Q_SIGNALS:
    void answered(const sonde::Bytes &response);
    void saveRequested(const QString &name);
    void fetched(); // it is over, well or not

private:
    QWidget *makeSaved();
    QWidget *makeProgram();
    QWidget *makeEndpoint();
    void askProgram();
    void askEndpoint();
    void took(const Result<Bytes> &response);
    void setFetching(bool fetching);
    void fillSaved();
    void say(const QString &text, bool failed);

    models::Settings m_settings;
    std::function<Bytes()> m_params;
    RequestHandle m_running;
    bool m_fetching = false;

    std::array<QRadioButton *, 4> m_choices{};
    QStackedWidget *m_details;
    QComboBox *m_saved;
    QLineEdit *m_program;
    BoundedSpin *m_timeout;
    QLineEdit *m_url;
    QLineEdit *m_model;
    QLineEdit *m_key;
    QCheckBox *m_stream;
    QPushButton *m_fetch;
    QPushButton *m_cancel;
    QPushButton *m_save;
    look::ColorLabel *m_note;
};

} // namespace sonde::widgets
