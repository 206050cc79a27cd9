// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/doctor/doctorwindow.h"

#include "content/bytes/bytesview.h"
#include "doctor/run/doctorreport.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/doctor/checkmodel.h"
#include "models/exchange/propertymodel.h"
#include "widgets/kit/table/plaintable.h"

#include <QAction>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using models::CheckModel;
using models::ColorRole;

namespace {

constexpr QSize kFirstSize(1040, 640);
constexpr int kFinderChars = 26;
constexpr int kFileChars = 28;
constexpr int kPathChars = 80;

} // namespace

DoctorWindow::DoctorWindow(const config::Profile &profile,
    const std::shared_ptr<const doctor::Machine> &machine, QWidget *parent)
    : SecondaryWindow(parent)
    , m_doctor(profile, profile.handshakeTimeout, machine)
    , m_model(new CheckModel(this))
    , m_foundRows(
          new models::PropertyModel({tr("Found by"), tr("File"), QStringLiteral("PATH")}, this))
    , m_remedy(new look::InlineMessage(this))
    , m_since(new look::ColorLabel(ColorRole::Muted, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("doctor"));
    setWindowTitle(profile.name.isEmpty() ? tr("Connection doctor")
                                          : tr("Connection doctor: %1").arg(profile.name));
    m_model->setResults(m_doctor.results());
    m_since->setObjectName(QStringLiteral("sinceLastRun"));
    m_since->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeChecks());
    both->addWidget(makeEvidence());
    both->setDefaultSizes({600, 440});
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addLayout(makeHeading());
    layout->addWidget(m_remedy);
    layout->addWidget(m_since);
    layout->addWidget(both, 1);
    look::setFirstSize(this, kFirstSize);
    connect(&m_doctor, &doctor::Doctor::changed, this, &DoctorWindow::showAll);
    connect(&m_doctor, &doctor::Doctor::finished, this, [this] {
        showAll();
        chooseCause();
    });
    showAll();
    m_checks->setFocus();
}

QLayout *DoctorWindow::makeHeading()
{
    auto *layout = new QHBoxLayout;
    m_heading = new look::ColorLabel(ColorRole::Normal, this);
    m_heading->setObjectName(QStringLiteral("verdict"));
    m_heading->setFont(look::headingFont());
    m_heading->setWordWrap(true);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *edit = new QPushButton(look::icon("edit"), tr("&Edit server…"), this);
    edit->setObjectName(QStringLiteral("editServer"));
    edit->setVisible(!m_doctor.profile().name.isEmpty());
    connect(edit, &QPushButton::clicked, this,
        [this] { Q_EMIT editRequested(m_doctor.profile().name); });
    auto *copy = new QPushButton(look::icon("copy"), tr("&Copy report"), this);
    copy->setObjectName(QStringLiteral("copyReport"));
    connect(copy, &QPushButton::clicked, this, [this] {
        look::copyToClipboard(doctor::reportText(m_doctor.profile(), m_doctor.results()));
    });
    m_stop = new QPushButton(look::icon("stop"), tr("&Stop"), this);
    m_stop->setObjectName(QStringLiteral("stopDoctor"));
    connect(m_stop, &QPushButton::clicked, this, [this] { m_doctor.cancel(); });
    m_again = new QPushButton(look::icon("restart"), tr("&Run again"), this);
    m_again->setObjectName(QStringLiteral("runAgain"));
    m_again->setDefault(true);
    connect(m_again, &QPushButton::clicked, this, &DoctorWindow::run);
    layout->addWidget(m_heading, 1);
    for (QPushButton *button : {edit, copy, m_stop, m_again})
        layout->addWidget(button);
    return layout;
}

QWidget *DoctorWindow::makeChecks()
{
    m_checksTitle = new look::PanelTitle(tr("Checks"), this);
    m_repeat = new QAction(look::icon("restart"), tr("Repeat the chosen check"), this);
    m_repeat->setObjectName(QStringLiteral("repeatCheck"));
    m_repeat->setShortcut(QKeySequence(Qt::Key_F5));
    connect(m_repeat, &QAction::triggered, this, &DoctorWindow::repeatChosen);
    m_checksTitle->addButton(m_repeat);
    addAction(m_repeat);
    m_checks = new PlainTable(m_model, this);
    m_checks->setObjectName(QStringLiteral("checks"));
    m_checks->setAccessibleName(tr("Checks"));
    m_checks->setSelectionMode(QAbstractItemView::SingleSelection);
    m_checks->setUsualWidth(CheckModel::NumberColumn, 3);
    m_checks->setUsualWidth(CheckModel::CheckColumn, 22);
    m_checks->setUsualWidth(CheckModel::TimeColumn, 14);
    connect(m_checks, &QAbstractItemView::activated, this, &DoctorWindow::repeatChosen);
    connect(m_checks->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &DoctorWindow::showEvidence);
    return look::titled(m_checksTitle, m_checks);
}

QWidget *DoctorWindow::makeEvidence()
{
    m_evidenceTitle = new look::PanelTitle(tr("Evidence"), this);
    m_words = new QPlainTextEdit(this);
    m_words->setObjectName(QStringLiteral("evidence"));
    m_words->setAccessibleName(tr("Evidence of the chosen check"));
    m_words->setReadOnly(true);
    m_words->setTabChangesFocus(true);
    m_bytes = new content::BytesView(this);
    m_bytes->setAccessibleName(tr("Bytes of the chosen check"));
    auto *bytesTitle = new look::PanelTitle(tr("Bytes"), this);
    m_bytesPanel = look::titled(bytesTitle, m_bytes);
    auto *both = new look::Splitter(Qt::Vertical, this);
    m_foundPanel = makeFoundBy();
    both->addWidget(look::titled(m_evidenceTitle, m_words));
    both->addWidget(m_foundPanel);
    both->addWidget(m_bytesPanel);
    both->setDefaultSizes({100, 60, 100});
    return both;
}

QWidget *DoctorWindow::makeFoundBy()
{
    auto *table = new PlainTable(m_foundRows, this);
    table->setObjectName(QStringLiteral("foundBy"));
    table->setAccessibleName(tr("Where the program is found by whom"));
    table->setUsualWidth(0, kFinderChars);
    table->setUsualWidth(1, kFileChars);
    table->setUsualWidth(2, kPathChars);
    auto *title = new look::PanelTitle(tr("As found by"), this);
    return look::titled(title, table);
}

QString DoctorWindow::heading() const
{
    return m_heading->text();
}

void DoctorWindow::run()
{
    keepResults();
    m_doctor.start();
    showAll();
}

// For the comparison with what follows.
void DoctorWindow::keepResults()
{
    if (!m_doctor.isRunning() && m_doctor.verdict().isComplete)
        m_before = m_doctor.results();
}

void DoctorWindow::showAll()
{
    m_model->setResults(m_doctor.results(), m_before);
    m_since->setVisible(!m_before.empty() && !m_doctor.isRunning());
    m_since->setText(doctor::changesSentence(doctor::outcomeChanges(m_before, m_doctor.results())));
    const bool isRunning = m_doctor.isRunning();
    m_stop->setVisible(isRunning);
    m_again->setEnabled(!isRunning);
    m_repeat->setEnabled(!isRunning);
    m_checksTitle->setDetail(QStringLiteral("· ") + m_doctor.verdict().counts());
    showVerdict();
    showEvidence();
}

void DoctorWindow::showVerdict()
{
    const doctor::Verdict verdict = m_doctor.verdict();
    if (m_doctor.isRunning()) {
        m_heading->setSign(models::Sign::Pending);
        m_heading->setText(tr("Looking for the cause…"));
        m_remedy->hide();
        return;
    }
    const bool hasNothing = verdict.others.empty() && !verdict.inHost;
    m_heading->setSign(verdict.cause ? models::Sign::ProtocolError
            : hasNothing             ? models::Sign::Ok
                                     : models::Sign::Finding);
    m_heading->setText(verdict.sentence());
    if (verdict.cause)
        m_remedy->showMessage(
            look::InlineMessage::Kind::Error, verdict.whatToDo(), {}, tr("What to do:"));
    else if (verdict.inHost)
        m_remedy->showMessage(
            look::InlineMessage::Kind::Warning, verdict.whatToDo(), {}, tr("What to do:"));
    else if (!verdict.others.empty())
        m_remedy->showMessage(
            look::InlineMessage::Kind::Warning, doctor::sentenceOf(verdict.others.front()));
    else
        m_remedy->hide();
}

void DoctorWindow::showEvidence()
{
    const doctor::CheckResult *result = m_model->result(m_checks->currentIndex().row());
    QStringList lines;
    m_evidenceTitle->setDetail(
        result ? QStringLiteral("· ") + doctor::checkTitle(result->check) : QString());
    for (std::size_t i = 0; result && i < result->findings.size(); ++i) {
        const doctor::DoctorFinding &finding = result->findings[i];
        lines << doctor::sentenceOf(finding);
        if (const QString remedy = doctor::remedyOf(finding); !remedy.isEmpty())
            lines << tr("What to do: %1").arg(remedy);
        lines << QString();
    }
    m_words->setPlainText(lines.join(u'\n'));
    m_bytes->setBytes(result ? Bytes::fromByteArray(result->bytes) : Bytes());
    if (result && result->markedEnd > result->markedBegin)
        m_bytes->setHighlight(std::size_t(result->markedBegin), std::size_t(result->markedEnd));
    m_bytesPanel->setVisible(result && !result->bytes.isEmpty());
    showFoundBy(result);
}

void DoctorWindow::showFoundBy(const doctor::CheckResult *result)
{
    std::vector<QStringList> rows;
    for (const doctor::FoundBy &each : result ? result->foundBy : doctor::FoundByAll())
        rows.push_back({doctor::finderWord(each.who), doctor::foundText(each), each.path});
    m_foundPanel->setVisible(!rows.empty());
    m_foundRows->setRows(std::move(rows));
}

// The row that the verdict is about.
void DoctorWindow::chooseCause()
{
    const doctor::Verdict verdict = m_doctor.verdict();
    const bool hasCause = verdict.cause || verdict.inHost;
    for (int row = 0; hasCause && row < m_model->rowCount(); ++row) {
        if (m_model->result(row)->check == verdict.check)
            m_checks->selectRow(row);
    }
}

void DoctorWindow::repeatChosen()
{
    if (const doctor::CheckResult *result = m_model->result(m_checks->currentIndex().row())) {
        keepResults();
        m_doctor.repeat(result->check);
    }
    showAll();
}

} // namespace sonde::widgets
