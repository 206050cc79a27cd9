// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/failurepage.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/session/startstepmodel.h"
#include "models/trace/tracetext.h"
#include "widgets/overview/httpevidence.h"
#include "widgets/overview/stepsview.h"
#include "widgets/overview/trustbox.h"

#include <QAction>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextBlock>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr QLatin1String kGap("  ");
constexpr qsizetype kMoment = 15; // characters of "12:05:02.771640"
constexpr qsizetype kMaxShownLine = 4000; // one endless line would stall the text view

QStandardItem *cell(const QString &text, bool muted = false)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    if (muted)
        item->setForeground(look::theme().muted);
    return item;
}

QPlainTextEdit *makeText(const QString &name)
{
    auto *text = new QPlainTextEdit;
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(look::fixedFont());
    text->setAccessibleName(name);
    return text;
}

// The moments before the lines, less strong than what the lines say.
QList<QTextEdit::ExtraSelection> mutedMoments(const QPlainTextEdit &text)
{
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor,
            int(std::min(kMoment, qsizetype(block.length() - 1))));
        mark.format.setForeground(look::theme().muted);
        marks << mark;
    }
    return marks;
}

} // namespace

FailurePage::FailurePage(QWidget *parent)
    : QWidget(parent)
    , m_steps(new models::StartStepModel(this))
    , m_stepsView(new StepsView(this))
    , m_cause(new look::InlineMessage(this))
    , m_trust(new TrustBox(this))
    , m_http(new HttpEvidence(this))
{
    look::passFocus(*this, [this] { return m_first; });
    m_stepsView->setModel(m_steps);
    auto *evidence = new look::Splitter(Qt::Vertical, this);
    evidence->addWidget(makeCommand());
    evidence->addWidget(makeEnvironment());
    evidence->setDefaultSizes({100, 100});
    auto *both = new look::Splitter(Qt::Horizontal, this);
    auto *written = new look::Splitter(Qt::Vertical, this);
    written->addWidget(makeOutput());
    written->addWidget(makeStderr());
    written->setDefaultSizes({100, 100});
    both->addWidget(written);
    both->addWidget(evidence);
    both->setDefaultSizes({700, 400});
    m_process = both;
    connect(m_trust, &TrustBox::trustRequested, this, &FailurePage::trustRequested);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(makeHeading());
    layout->addWidget(m_stepsView);
    layout->addWidget(m_cause);
    layout->addWidget(m_trust);
    layout->addWidget(m_process, 1);
    layout->addWidget(m_http, 1);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        &FailurePage::showEvidence);
}

QLayout *FailurePage::makeHeading()
{
    auto *layout = new QHBoxLayout;
    m_sign = new QLabel(this);
    m_heading = new ColorLabel(ColorRole::Normal, this);
    m_heading->setFont(look::headingFont());
    m_heading->setWordWrap(true);
    m_authorize = new QPushButton(look::icon("key"), tr("&Authorize"), this);
    m_authorize->setObjectName(QStringLiteral("authorizeAfterFailure"));
    connect(m_authorize, &QPushButton::clicked, this, &FailurePage::authorizeRequested);
    m_authSteps = new QPushButton(tr("Show the ste&ps"), this);
    m_authSteps->setObjectName(QStringLiteral("showFailedSteps"));
    connect(m_authSteps, &QPushButton::clicked, this, &FailurePage::authStepsRequested);
    m_retry = new QPushButton(look::icon("restart"), tr("Try a&gain"), this);
    m_first = m_retry;
    connect(m_retry, &QPushButton::clicked, this, &FailurePage::retryRequested);
    m_edit = new QPushButton(look::icon("edit"), tr("E&dit server…"), this);
    connect(m_edit, &QPushButton::clicked, this, &FailurePage::editRequested);
    auto *doctor = new QPushButton(look::icon("doctor"), tr("Find the ca&use"), this);
    doctor->setObjectName(QStringLiteral("runDoctor"));
    doctor->setToolTip(tr("Check step by step why the server does not start or connect"));
    connect(doctor, &QPushButton::clicked, this, &FailurePage::doctorRequested);
    auto *copy = new QPushButton(look::icon("copy"), tr("Cop&y report"), this);
    connect(copy, &QPushButton::clicked, this, [this] {
        const QString report = m_failure.report();
        look::copyToClipboard(report);
    });
    layout->addWidget(m_sign);
    layout->addWidget(m_heading, 1);
    layout->addWidget(m_authorize);
    layout->addWidget(m_authSteps);
    layout->addWidget(m_retry);
    layout->addWidget(doctor);
    layout->addWidget(m_edit);
    layout->addWidget(copy);
    return layout;
}

QWidget *FailurePage::makeOutput()
{
    m_outputTitle = new look::PanelTitle(tr("Received instead of a response"), this);
    m_outputTitle->setSign(models::Sign::ProtocolError);
    m_output = makeText(tr("Received instead of a response"));
    m_output->setObjectName(QStringLiteral("failureOutput"));
    m_outputPanel = look::titled(m_outputTitle, m_output);
    return m_outputPanel;
}

QWidget *FailurePage::makeStderr()
{
    m_stderrTitle = new look::PanelTitle(tr("Last lines of stderr"), this);
    m_stderrTitle->setSign(models::Sign::Stderr);
    m_stderr = makeText(tr("Last lines of stderr"));
    m_stderr->setObjectName(QStringLiteral("failureStderr"));
    return look::titled(m_stderrTitle, m_stderr);
}

QTableView *FailurePage::makeTable(QStandardItemModel *model, const QString &name)
{
    auto *table = new QTableView(this);
    table->setModel(model);
    table->setAccessibleName(name);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(look::metrics().row);
    table->verticalHeader()->setDefaultSectionSize(look::metrics().row);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

QWidget *FailurePage::makeCommand()
{
    m_commandTitle = new look::PanelTitle(tr("Command"), this);
    m_command = new QStandardItemModel(0, 2, this);
    m_command->setHorizontalHeaderLabels({tr("#"), tr("Argument, exact")});
    QTableView *table = makeTable(m_command, tr("Command, one argument per row"));
    table->horizontalHeader()->resizeSection(0, 36);
    return look::titled(m_commandTitle, table);
}

QWidget *FailurePage::makeEnvironment()
{
    m_environmentTitle = new look::PanelTitle(tr("Environment"), this);
    m_allVariables = new QAction(look::icon("more"), tr("Show all variables"), this);
    m_allVariables->setCheckable(true);
    connect(m_allVariables, &QAction::toggled, this, &FailurePage::showEnvironment);
    m_environmentTitle->addButton(m_allVariables);
    m_environment = new QStandardItemModel(0, 3, this);
    m_environment->setHorizontalHeaderLabels({tr("Variable"), tr("Value"), tr("From")});
    QTableView *table = makeTable(m_environment, tr("Environment of the server"));
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->resizeSection(0, 110);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->horizontalHeader()->resizeSection(2, 76);
    return look::titled(m_environmentTitle, table);
}

void FailurePage::setFailure(const session::Failure &failure)
{
    m_failure = failure;
    m_heading->setText(failure.heading());
    const bool authorize = failure.wantsAuthorization();
    const bool mayLogIn = failure.mayLogIn();
    m_authorize->setVisible(mayLogIn);
    m_authSteps->setVisible(authorize);
    m_authorize->setDefault(mayLogIn);
    const bool needsToken = authorize && !mayLogIn;
    m_edit->setDefault(needsToken);
    m_retry->setDefault(!authorize);
    m_first = mayLogIn ? m_authorize : needsToken ? m_edit : m_retry;
    m_steps->setSteps(failure.steps);
    m_stepsView->updateGeometry();
    showEvidence();
}

void FailurePage::showEvidence()
{
    const int side = look::metrics().icon;
    m_sign->setPixmap(look::signIcon(models::Sign::ProtocolError).pixmap(side, side));
    const auto cause = m_failure.likelyCause();
    m_cause->hide();
    if (cause)
        m_cause->showMessage(
            look::InlineMessage::Kind::Info, cause->sentence, {}, tr("Likely cause:"));
    const bool hasProcess = m_failure.endpoint.hasProcess();
    m_process->setVisible(hasProcess);
    m_http->setVisible(m_failure.endpoint.hasExchanges());
    m_trust->setFailure(m_failure);
    if (m_failure.endpoint.hasExchanges())
        m_http->setFailure(m_failure);
    if (!hasProcess)
        return;
    showOutput();
    showStderr(cause ? cause->line : -1);
    showCommand();
    showEnvironment();
}

// Each with the reason why it was no use, where it is another one than before.
void FailurePage::showOutput()
{
    const mcp::DiscardedInput &unusable = m_failure.unusable;
    const auto items = unusable.items();
    m_outputPanel->setVisible(!items.empty());
    QStringList lines;
    QString reason;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i == mcp::DiscardedInput::kMaxFirst && unusable.count() > i + 1)
            lines << QStringLiteral("…");
        lines << timeText(items[i].at.wall) % kGap % items[i].text();
        if (items[i].reason != reason)
            lines << QString(kMoment, QLatin1Char(' ')) % kGap % QStringLiteral("↳ ")
                    % items[i].reason;
        reason = items[i].reason;
    }
    m_output->setPlainText(lines.join(QLatin1Char('\n')));
    m_output->setExtraSelections(mutedMoments(*m_output));
    m_outputTitle->setDetail(QStringLiteral("· ") % unusable.summary());
}

void FailurePage::showStderr(int markedLine)
{
    QStringList lines;
    std::uint64_t bytes = 0;
    for (const mcp::DiagnosticLine &line : m_failure.stderrLines) {
        lines << timeText(line.at.wall) % kGap % line.text.left(kMaxShownLine);
        bytes += line.bytes + 1;
    }
    m_stderr->setPlainText(lines.isEmpty() ? tr("The process wrote nothing on stderr.")
                                           : lines.join(QLatin1Char('\n')));
    m_stderrTitle->setDetail(
        (lines.size() == 1
                ? tr("· 1 line")
                : tr("· %1 lines", nullptr, pluralNumber(lines.size())).arg(lines.size()))
        % (lines.isEmpty() ? QString() : tr(", %1").arg(bytesText(bytes))));
    QList<QTextEdit::ExtraSelection> marks;
    if (!lines.isEmpty())
        marks = mutedMoments(*m_stderr);
    if (markedLine >= 0) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_stderr->document()->findBlockByNumber(markedLine));
        mark.cursor.select(QTextCursor::LineUnderCursor);
        mark.format.setBackground(look::theme().byteHi);
        marks << mark;
    }
    m_stderr->setExtraSelections(marks);
}

void FailurePage::showCommand()
{
    m_command->removeRows(0, m_command->rowCount());
    const wire::Launch *const launch = m_failure.endpoint.launch();
    if (!launch)
        return;
    QStringList words{
        m_failure.start.resolved.isEmpty() ? launch->program : m_failure.start.resolved};
    words << launch->arguments;
    for (int i = 0; i < int(words.size()); ++i) {
        auto *number = cell(QString::number(i), true);
        number->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        auto *word = cell(words[i].isEmpty() ? tr("(empty)") : words[i], words[i].isEmpty());
        word->setFont(look::fixedFont());
        m_command->appendRow({number, word});
    }
    m_commandTitle->setDetail(words.size() == 2
            ? tr("· 1 argument, no shell")
            : tr("· %1 arguments, no shell").arg(words.size() - 1));
}

void FailurePage::showEnvironment()
{
    static const QStringList kAlwaysShown{QStringLiteral("PATH"), QStringLiteral("HOME"),
        QStringLiteral("LANG"), QStringLiteral("NODE_ENV"), QStringLiteral("VIRTUAL_ENV"),
        QStringLiteral("PYTHONPATH")};
    m_environment->removeRows(0, m_environment->rowCount());
    const wire::Launch *const launch = m_failure.endpoint.launch();
    if (!launch)
        return;
    const auto variables = session::shownEnvironment(*launch);
    for (const session::ShownVariable &variable : variables) {
        if (!m_allVariables->isChecked() && !variable.fromProfile
            && !kAlwaysShown.contains(variable.name))
            continue;
        auto *name = cell(variable.name);
        name->setFont(look::fixedFont());
        auto *value = cell(variable.value, variable.hidden);
        value->setFont(look::fixedFont());
        m_environment->appendRow(
            {name, value, cell(variable.fromProfile ? tr("profile") : tr("desktop"), true)});
    }
    m_environmentTitle->setDetail((variables.size() == 1
            ? tr("· 1 variable, %1 shown")
            : tr("· %1 variables, %2 shown", nullptr, pluralNumber(variables.size()))
                  .arg(variables.size()))
                                      .arg(m_environment->rowCount()));
}

} // namespace sonde::widgets
