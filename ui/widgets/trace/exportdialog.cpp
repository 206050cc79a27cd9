// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/exportdialog.h"

#include "base/formatting.h"
#include "look/theme/metrics.h"
#include "models/trace/tracefilterproxy.h"
#include "models/trace/tracetext.h"
#include "trace/file/sessionstore.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSaveFile>

#include <algorithm>

namespace sonde::widgets {

struct ExportDialog::Work {
    const trace::Store *store = nullptr;
    QString file; // of a whole session; empty: `set`
    trace::ExportSet set;
    std::vector<int> rows; // that are chosen as well
    trace::ExportFormat format = trace::ExportFormat::JsonLines;
    bool hides = true;
    QStringList patterns;
    QString path; // empty: only looks what would be hidden
};

struct ExportDialog::Outcome {
    QString failure;
    QString path;
    QMap<QString, std::uint64_t> hidden;
};

ExportDialog::ExportDialog(const models::TraceFilterProxy &rows,
    std::vector<trace::Number> selected, QString file, QWidget *parent)
    : QDialog(parent)
    , m_rows(rows)
    , m_selected(std::move(selected))
    , m_file(std::move(file))
    , m_scope(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_hide(new QCheckBox(tr("&Redact secrets, one asterisk for each byte"), this))
    , m_pattern(new QLineEdit(this))
    , m_hidden(new QLabel(this))
    , m_looking(this, BackgroundJob::Ending::Join)
    , m_writing(this, BackgroundJob::Ending::Join)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export the trace"));
    const auto count = [](std::size_t number) { return countText(number); };
    if (m_selected.size() > 1)
        m_scope->addItem(tr("%1 selected messages").arg(count(m_selected.size())), Selected);
    m_scope->addItem(rows.rowCount() == 1 ? tr("1 message shown")
                                          : tr("%1 messages shown", nullptr, rows.rowCount())
                                                .arg(count(std::size_t(rows.rowCount()))),
        Shown);
    if (!m_file.isEmpty())
        m_scope->addItem(tr("The whole session with all bytes"), Everything);
    for (const trace::ExportFormatRow &row : trace::exportFormats())
        m_format->addItem(trace::formatLabel(row.format), int(row.format));
    m_hide->setChecked(true);
    m_pattern->setPlaceholderText(tr("Regular expression for more text to redact"));
    m_hidden->setTextFormat(Qt::PlainText);
    m_hidden->setWordWrap(true);
    m_hidden->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    auto *form = new QFormLayout(this);
    form->addRow(tr("&What"), m_scope);
    form->addRow(tr("&As"), m_format);
    form->addRow(QString(), m_hide);
    form->addRow(tr("Also re&dact"), m_pattern);
    form->addRow(tr("Redacted"), m_hidden);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("&Export…"), QDialogButtonBox::AcceptRole);
    form->addRow(buttons);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::choosePlace);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ExportDialog::look);
    connect(m_hide, &QCheckBox::toggled, this, &ExportDialog::look);
    connect(m_pattern, &QLineEdit::textChanged, this, &ExportDialog::look);
    look();
}

trace::ExportFormat ExportDialog::format() const
{
    return static_cast<trace::ExportFormat>(m_format->currentData().toInt());
}

ExportDialog::Work ExportDialog::work(const QString &path) const
{
    Work work;
    models::TraceModel &trace = m_rows.trace();
    work.store = &trace.store();
    work.format = format();
    work.hides = m_hide->isChecked();
    if (!m_pattern->text().isEmpty())
        work.patterns << m_pattern->text();
    work.path = path;
    const int scope = m_scope->currentData().toInt();
    if (scope == Everything) {
        work.file = m_file;
        return work;
    }
    if (scope == Selected)
        work.set.chosen = m_selected;
    else
        work.rows = m_rows.shownRows();
    work.set.store = work.store;
    work.set.first = trace.rowCount() == 0 ? 1 : trace.number(0);
    work.set.records = trace.snapshot();
    return work;
}

Result<void> ExportDialog::fill(
    const trace::SessionStore &store, trace::ExportSet &set, const std::stop_token &stop)
{
    set.store = &store;
    auto records = store.readRecords(stop);
    if (!records)
        return records.error();
    set.records = std::move(records).value();
    for (trace::Number number = 1; number <= set.records.size(); ++number)
        set.chosen.push_back(number);
    set.whole = &store.reader();
    return {};
}

ExportDialog::Outcome ExportDialog::carryOut(const Work &work, const std::stop_token &stop)
{
    Outcome outcome;
    outcome.path = work.path;
    auto redactor = trace::Redactor::create(work.patterns);
    if (!redactor) {
        outcome.failure = redactor.error().sentence;
        return outcome;
    }
    trace::ExportSet set = work.set;
    for (const int row : work.rows)
        set.chosen.push_back(set.first + trace::Number(row));
    std::erase_if(set.chosen, [&](trace::Number each) { return !set.find(each); });
    std::unique_ptr<trace::SessionStore> session;
    if (!work.file.isEmpty()) {
        auto opened = trace::SessionStore::open(work.file);
        if (!opened) {
            outcome.failure = opened.error().sentence;
            return outcome;
        }
        session = std::move(opened).value();
        if (const auto filled = fill(*session, set, stop); !filled) {
            outcome.failure = filled.error().sentence;
            return outcome;
        }
    }
    set.redactor = work.hides ? &redactor.value() : nullptr;
    set.stop = stop;
    Result<void> done;
    if (work.path.isEmpty()) {
        if (work.hides)
            done = trace::exportTrace(
                set, trace::ExportFormat::JsonLines, [](std::string_view) { return true; });
    } else {
        QSaveFile file(work.path);
        if (!file.open(QIODevice::WriteOnly)) {
            outcome.failure = file.errorString();
            return outcome;
        }
        done = trace::exportTrace(set, work.format, [&file](std::string_view text) {
            return file.write(text.data(), qint64(text.size())) == qint64(text.size());
        });
        if (done && !stop.stop_requested() && !file.commit())
            outcome.failure = file.errorString();
    }
    if (!done)
        outcome.failure = done.error().sentence;
    outcome.hidden = redactor->found();
    return outcome;
}

// What would be hidden, before it is.
void ExportDialog::look()
{
    m_hidden->setText(tr("Searching for secrets…"));
    m_looking.start<Outcome>(
        [work = work({})](const std::stop_token &stop) { return carryOut(work, stop); },
        [this](const Outcome &outcome) { showHidden(outcome); });
}

void ExportDialog::showHidden(const Outcome &outcome)
{
    m_save->setEnabled(outcome.failure.isEmpty());
    QStringList parts;
    for (auto it = outcome.hidden.cbegin(); it != outcome.hidden.cend(); ++it)
        parts << QStringLiteral("%1 × %2").arg(countText(it.value()), it.key());
    if (!outcome.failure.isEmpty())
        m_hidden->setText(outcome.failure);
    else if (!m_hide->isChecked())
        m_hidden->setText(tr("Nothing is redacted; secrets are exported as they are."));
    else
        m_hidden->setText(parts.isEmpty() ? tr("No secrets found.") : listText(parts));
}

void ExportDialog::choosePlace()
{
    auto *dialog = new QFileDialog(this, tr("Export the trace"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(trace::formatName(format()));
    dialog->setNameFilter(QStringLiteral("*.%1").arg(trace::formatName(format())));
    const QString stem = m_file.isEmpty() ? tr("trace") : QFileInfo(m_file).completeBaseName();
    dialog->selectFile(stem % u'.' % trace::formatName(format()));
    connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::exportTo);
    dialog->show();
}

void ExportDialog::exportTo(const QString &path)
{
    m_looking.stop();
    m_save->setEnabled(false);
    m_hidden->setText(tr("Writing…"));
    m_writing.start<Outcome>(
        [work = work(path)](const std::stop_token &stop) { return carryOut(work, stop); },
        [this](const Outcome &outcome) {
            if (outcome.failure.isEmpty()) {
                Q_EMIT written(outcome.path);
                close();
                return;
            }
            showHidden(outcome);
            m_save->setEnabled(true);
            Q_EMIT failed(outcome.failure);
        });
}

} // namespace sonde::widgets
