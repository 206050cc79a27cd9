// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/problemwindow.h"

#include "look/controls/clipboard.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/trace/tracemodel.h"
#include "report/problemreporttext.h"
#include "report/serverfindings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(820, 600);

} // namespace

struct ProblemWindow::Outcome {
    QString text;
    QString failure; // a sentence
};

ProblemWindow::ProblemWindow(
    models::TraceModel &trace, std::vector<trace::Number> chosen, QWidget *parent)
    : SecondaryWindow(parent)
    , m_recording(QFileInfo(trace.store().path()).fileName())
    , m_note(new QLabel(tr("Writing the report…"), this))
    , m_text(new QPlainTextEdit(this))
    , m_copy(new QPushButton(look::icon("copy"), tr("&Copy report"), this))
    , m_save(new QPushButton(look::icon("save"), tr("&Save as…"), this))
    , m_job(this, BackgroundJob::Ending::Join)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("serverProblem"));
    setWindowTitle(tr("Report a server problem"));
    look::setFirstSize(this, kFirstSize);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_text->setFont(look::fixedFont());
    m_text->setAccessibleName(tr("Report"));
    m_text->setTabChangesFocus(true);
    m_text->setReadOnly(true);
    m_copy->setObjectName(QStringLiteral("copyServerProblem"));
    m_save->setObjectName(QStringLiteral("saveServerProblem"));
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { look::copyToClipboard(m_text->toPlainText()); });
    connect(m_save, &QPushButton::clicked, this, &ProblemWindow::choosePlace);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_save);
    buttons->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_note);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    m_text->setFocus();
    trace::ExportSet set;
    set.store = &trace.store();
    set.first = trace.rowCount() == 0 ? 1 : trace.number(0);
    set.records = trace.snapshot();
    set.chosen = std::move(chosen);
    std::erase_if(set.chosen, [&set](trace::Number each) { return !set.find(each); });
    if (set.chosen.empty()) {
        showOutcome({{}, tr("There are no messages to report.")});
        return;
    }
    m_job.start<Outcome>(
        [set, recording = m_recording](
            const std::stop_token &stop) { return carryOut(set, recording, stop); },
        [this](const Outcome &outcome) { showOutcome(outcome); });
}

// On any thread, so it has a redactor of its own.
ProblemWindow::Outcome ProblemWindow::carryOut(
    trace::ExportSet set, const QString &recording, const std::stop_token &stop)
{
    auto redactor = trace::Redactor::create();
    if (!redactor)
        return {{}, redactor.error().sentence};
    set.redactor = &redactor.value();
    set.stop = stop;
    report::ReportSource source;
    source.set = &set;
    source.findings = report::serverFindings(set);
    source.recording = recording.isEmpty() ? QStringLiteral("session.sonde") : recording;
    const auto text = report::problemReport(source);
    return text ? Outcome{*text, {}} : Outcome{{}, text.error().sentence};
}

void ProblemWindow::showOutcome(const Outcome &outcome)
{
    const bool isThere = outcome.failure.isEmpty();
    m_note->setText(isThere
            ? tr("Add what you did, what you expected and what happened, and take out what the "
                 "maintainer of the server should not see. Secrets are redacted; Sonde sends "
                 "nothing.")
            : outcome.failure);
    m_text->setPlainText(outcome.text);
    m_text->setReadOnly(!isThere);
    m_copy->setEnabled(isThere);
    m_save->setEnabled(isThere);
    Q_EMIT ready();
}

void ProblemWindow::choosePlace()
{
    auto *dialog = new QFileDialog(this, tr("Save the report"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->setNameFilter(QStringLiteral("*.md"));
    const QString stem = QFileInfo(m_recording).completeBaseName();
    dialog->selectFile((stem.isEmpty() ? tr("report") : stem) + QStringLiteral(".md"));
    connect(dialog, &QFileDialog::fileSelected, this, &ProblemWindow::saveTo);
    dialog->show();
}

void ProblemWindow::saveTo(const QString &path)
{
    QSaveFile file(path);
    const QByteArray text = m_text->toPlainText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        m_note->setText(tr("Cannot write %1: %2.").arg(path, file.errorString()));
        return;
    }
    Q_EMIT written(path);
}

} // namespace sonde::widgets
