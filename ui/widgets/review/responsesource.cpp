// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/responsesource.h"

#include "config/commandline.h"
#include "look/controls/colorlabel.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"
#include "review/endpointcall.h"
#include "review/responseprogram.h"
#include "widgets/kit/field/boundedspin.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QStackedWidget>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr int kMaxSeconds = 3600;

// In memory for this run only: there is no plain-text file it may stand in.
Secret &keyOfThisRun()
{
    static Secret key;
    return key;
}

} // namespace

ResponseSource::ResponseSource(QSettings *settings, std::function<Bytes()> params, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_params(std::move(params))
    , m_details(new QStackedWidget(this))
    , m_fetch(new QPushButton(tr("Get response"), this))
    , m_cancel(new QPushButton(tr("Stop"), this))
    , m_save(new QPushButton(tr("Save response…"), this))
    , m_note(new ColorLabel(ColorRole::Muted, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(look::metrics().gap);
    auto *title = new ColorLabel(tr("Response source"), ColorRole::Normal, this);
    title->setFont(look::boldFont());
    layout->addWidget(title);
    const std::array<QString, 4> words{
        tr("Wr&ite it here"), tr("S&aved response"), tr("Pro&gram"), tr("Mode&l endpoint")};
    for (std::size_t i = 0; i < words.size(); ++i) {
        m_choices[i] = new QRadioButton(words[i], this);
        layout->addWidget(m_choices[i]);
        connect(m_choices[i], &QRadioButton::toggled, this, [this, i](bool on) {
            if (on)
                choose(Source(i));
        });
    }
    m_details->addWidget(new QWidget(m_details));
    m_details->addWidget(makeSaved());
    m_details->addWidget(makeProgram());
    m_details->addWidget(makeEndpoint());
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_fetch);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    m_note->setWordWrap(true);
    layout->addWidget(m_details);
    layout->addLayout(buttons);
    layout->addWidget(m_note);
    layout->addStretch();
    layout->addWidget(m_save, 0, Qt::AlignLeft);
    connect(m_fetch, &QPushButton::clicked, this, &ResponseSource::fetch);
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_running.cancel(); });
    connect(m_save, &QPushButton::clicked, this, [this] {
        auto *dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Save response"));
        dialog->setLabelText(tr("Name"));
        connect(dialog, &QInputDialog::textValueSelected, this, &ResponseSource::saveRequested);
        dialog->setWindowModality(Qt::NonModal);
        dialog->show();
    });
    setFetching(false);
    m_choices[Written]->setChecked(true);
}

ResponseSource::~ResponseSource()
{
    m_running.cancel();
}

QWidget *ResponseSource::makeSaved()
{
    m_saved = new QComboBox(m_details);
    m_saved->setAccessibleName(tr("Saved response"));
    fillSaved();
    return m_saved;
}

QWidget *ResponseSource::makeProgram()
{
    auto *page = new QWidget(m_details);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    m_program = new QLineEdit(page);
    m_program->setFont(look::fixedFont());
    m_program->setAccessibleName(tr("Command line of the program"));
    m_program->setPlaceholderText(tr("./answer.py"));
    look::setPlainToolTip(*m_program,
        tr("Gets the request's params as JSON on its input, and writes the result as JSON on its "
           "output. No shell is involved."));
    const models::Settings::ResponseProgram program = m_settings.responseProgram();
    m_program->setText(program.commandLine);
    m_timeout = new BoundedSpin(page);
    m_timeout->setRange(1, kMaxSeconds);
    m_timeout->sayBoundBelow();
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setValue(program.timeoutSeconds);
    form->addRow(tr("Command"), m_program);
    form->addRow(tr("Timeout"), m_timeout);
    return page;
}

QWidget *ResponseSource::makeEndpoint()
{
    auto *page = new QWidget(m_details);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    m_url = new QLineEdit(page);
    m_url->setFont(look::fixedFont());
    m_url->setPlaceholderText(tr("http://localhost:11434/v1"));
    const models::Settings::ResponseEndpoint endpoint = m_settings.responseEndpoint();
    m_url->setText(endpoint.url);
    m_model = new QLineEdit(page);
    m_model->setText(endpoint.model);
    m_key = new QLineEdit(page);
    m_key->setEchoMode(QLineEdit::Password);
    m_key->setPlaceholderText(keyOfThisRun().isEmpty() ? tr("none") : keyOfThisRun().redacted());
    m_key->setToolTip(tr("Kept in memory for this run"));
    m_stream = new QCheckBox(tr("Stream the response"), page);
    m_stream->setChecked(endpoint.stream);
    form->addRow(tr("URL"), m_url);
    form->addRow(tr("Model"), m_model);
    form->addRow(tr("Key"), m_key);
    form->addRow(QString(), m_stream);
    return page;
}

void ResponseSource::choose(Source source)
{
    m_choices[source]->setChecked(true);
    m_details->setCurrentIndex(source);
    m_details->setVisible(source != Written);
    m_fetch->setVisible(source != Written);
    m_fetch->setText(source == Saved ? tr("Use response") : tr("Get response"));
    m_note->clear();
}

void ResponseSource::setProgram(const QString &commandLine)
{
    m_program->setText(commandLine);
}

void ResponseSource::setEndpoint(const QString &baseUrl, const QString &model)
{
    m_url->setText(baseUrl);
    m_model->setText(model);
}

void ResponseSource::fetch()
{
    if (m_fetching)
        return;
    if (m_choices[Saved]->isChecked()) {
        const QByteArray kept = m_settings.savedResponse(m_saved->currentText());
        if (kept.isEmpty())
            return say(tr("There is no saved response yet."), true);
        Q_EMIT answered(Bytes::fromByteArray(kept));
        Q_EMIT fetched();
    } else if (m_choices[Program]->isChecked()) {
        askProgram();
    } else if (m_choices[Endpoint]->isChecked()) {
        askEndpoint();
    }
}

void ResponseSource::askProgram()
{
    const auto line = config::splitCommandLine(m_program->text());
    if (!line || line->words.isEmpty())
        return say(line ? tr("Enter the command line of a program.") : line.error().sentence, true);
    const config::CommandLine &command = *line;
    m_settings.setResponseProgram({m_program->text(), m_timeout->value()});
    review::ResponseProgram program;
    program.launch.program = command.words.first();
    program.launch.arguments = command.words.mid(1);
    for (const auto &[name, value] : command.environment)
        program.launch.environment.emplace_back(name, Secret(value));
    program.timeout = std::chrono::seconds(m_timeout->value());
    setFetching(true);
    say(tr("Running the program…"), false);
    m_running =
        program.run(m_params(), this, [this](const Result<Bytes> &response) { took(response); });
}

void ResponseSource::askEndpoint()
{
    m_settings.setResponseEndpoint({m_url->text(), m_model->text(), m_stream->isChecked()});
    if (!m_key->text().isEmpty())
        keyOfThisRun() = Secret(m_key->text());
    review::ModelEndpoint endpoint;
    endpoint.baseUrl = m_url->text().trimmed();
    endpoint.model = m_model->text().trimmed();
    endpoint.key = keyOfThisRun();
    endpoint.stream = m_stream->isChecked();
    setFetching(true);
    say(tr("Waiting for the model…"), false);
    m_running = review::askEndpoint(
        endpoint, m_params(), this, [this](const Result<Bytes> &response) { took(response); },
        [this](const QString &text) { say(tr("%L1 characters so far…").arg(text.size()), false); });
}

void ResponseSource::took(const Result<Bytes> &response)
{
    setFetching(false);
    if (response) {
        say(tr("The response is in the editor. Nothing is sent yet."), false);
        Q_EMIT answered(*response);
    } else {
        const QString detail = response.error().detail.trimmed().left(500);
        say(detail.isEmpty() ? response.error().sentence
                             : QString(response.error().sentence % u'\n' % detail),
            true);
    }
    Q_EMIT fetched();
}

void ResponseSource::setFetching(bool fetching)
{
    m_fetching = fetching;
    m_fetch->setEnabled(!fetching);
    m_cancel->setVisible(fetching);
}

QString ResponseSource::problem() const
{
    return m_note->tone() == ColorRole::Error ? m_note->text() : QString();
}

void ResponseSource::say(const QString &text, bool failed)
{
    m_note->setColorRole(failed ? ColorRole::Error : ColorRole::Muted);
    m_note->setText(text);
}

void ResponseSource::save(const QString &name, const Bytes &response)
{
    if (name.isEmpty())
        return;
    if (m_saved->count() >= kMaxSaved && m_saved->findText(name) < 0)
        return say(tr("The limit of %1 saved responses is reached.").arg(kMaxSaved), true);
    m_settings.setSavedResponse(name, response.toByteArray());
    fillSaved();
    m_saved->setCurrentText(name);
    say(tr("Saved as %1.").arg(name), false);
}

void ResponseSource::fillSaved()
{
    m_saved->clear();
    m_saved->addItems(m_settings.savedResponses().mid(0, kMaxSaved));
}

} // namespace sonde::widgets
