// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/mock/mocklistwindow.h"

#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "widgets/kit/button/buttonrow.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mocklistedit.h"
#include "widgets/mock/mockservebar.h"

#include <QAction>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using look::InlineMessage;
using models::ColorRole;
using session::MockResponses;

namespace {

constexpr QSize kFirstSize(1000, 640);

} // namespace

MockListWindow::MockListWindow(QString program, QString recordings, QWidget *parent)
    : SecondaryWindow(parent)
    , m_program(std::move(program))
    , m_recordings(std::move(recordings))
    , m_bar(new MockServeBar(m_program, this))
    , m_message(new InlineMessage(this))
    , m_edit(new MockListEdit(m_responses, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("mockList"));
    m_message->hide();
    m_message->setClosable();
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().margin);
    layout->addWidget(m_bar);
    layout->addWidget(m_message);
    layout->addWidget(m_edit, 1);
    layout->addWidget(makeFiles());
    look::setFirstSize(this, kFirstSize);
    addKeys();
    connect(&m_bar->serving(), &session::MockServing::used, &m_responses, &MockResponses::addUses);
    connect(m_bar, &MockServeBar::serveRequested, this, &MockListWindow::serve);
    connect(&m_responses, &MockResponses::failed, this, &MockListWindow::showProblem);
    connect(&m_responses, &MockResponses::changed, this, &MockListWindow::showFiles);
    connect(&m_responses, &MockResponses::rowsChanged, this, &MockListWindow::followChange);
    connect(&m_responses, &MockResponses::rowChanged, this, &MockListWindow::followChange);
    connect(&m_responses, &MockResponses::saved, this, &MockListWindow::followSaving);
    connect(&m_responses, &MockResponses::changedOnDisk, this, &MockListWindow::askToReplace);
    connect(m_message, &InlineMessage::buttonClicked, this, &MockListWindow::agree);
    showFiles();
    m_edit->rows().setFocus();
}

MockListWindow::~MockListWindow() = default;

QPushButton *MockListWindow::makeButton(const char *name, const char *icon, const QString &text,
    const QString &toolTip, void (MockListWindow::*slot)())
{
    auto *button = new QPushButton(look::icon(icon), text, this);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    connect(button, &QPushButton::clicked, this, slot);
    return button;
}

QWidget *MockListWindow::makeFiles()
{
    m_files = new look::ColorLabel(ColorRole::Muted, this);
    m_files->setObjectName(QStringLiteral("mockFiles"));
    m_files->setElideMode(Qt::ElideMiddle);
    auto *buttons = new ButtonRow(this);
    m_save = makeButton(
        "saveMock", "save", tr("Sa&ve"), tr("Save the list (Ctrl+S)"), &MockListWindow::save);
    m_saveAs = makeButton("saveMockAs", "save", tr("Save as…"),
        tr("Save the list as another file (Ctrl+Shift+S)"), &MockListWindow::chooseFile);
    m_copy = makeButton("copyMockCommand", "copy", tr("Cop&y command"),
        tr("Copy the command line that plays the recording with this list, on stdio"),
        &MockListWindow::copyCommand);
    QPushButton *recording = makeButton("chooseRecording", "folder", tr("Record&ing…"),
        tr("Choose the recording that the mock plays"), &MockListWindow::chooseRecording);
    for (QPushButton *button : {m_save, m_saveAs, m_copy, recording})
        buttons->add(button);
    auto *row = new QWidget(this);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_files);
    layout->addWidget(buttons);
    return row;
}

void MockListWindow::addKeys()
{
    const auto add = [this](const QString &text, const QKeySequence &keys, auto slot) {
        auto *action = new QAction(text, this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    add(tr("Save"), QKeySequence(Qt::CTRL | Qt::Key_S), [this] { m_save->click(); });
    add(tr("Save as"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
        [this] { m_saveAs->click(); });
    add(tr("Serve"), QKeySequence(Qt::Key_F5), [this] { m_bar->toggle(); });
}

void MockListWindow::openList(const QString &file)
{
    m_responses.open(file);
}

void MockListWindow::setRecording(const QString &file)
{
    m_responses.setRecording(file);
}

void MockListWindow::showFiles()
{
    const bool isOpening = m_responses.isOpening();
    const QString file = isOpening ? m_responses.opening() : m_responses.file();
    const QString recording = m_responses.recording();
    const QString name = file.isEmpty() ? tr("New list") : QFileInfo(file).fileName();
    setWindowTitle(tr("%1[*] – responses of a mock").arg(name));
    setWindowModified(m_responses.isChanged());
    const QString from = recording.isEmpty() ? tr("no recording")
                                             : tr("from %1").arg(QFileInfo(recording).fileName());
    const QString state = isOpening ? tr("being read…")
        : m_responses.isChanged()   ? tr("not saved")
        : file.isEmpty()            ? tr("empty")
                                    : tr("saved");
    m_files->setText(QStringLiteral("%1 · %2 · %3").arg(name, from, state));
    m_files->setToolTip(file);
    m_bar->setReady(!recording.isEmpty() && !isOpening);
    m_save->setEnabled(!isOpening);
    m_saveAs->setEnabled(!isOpening);
    m_copy->setEnabled(!recording.isEmpty() && !isOpening);
}

void MockListWindow::showProblem(const QString &sentence, int row)
{
    m_isAskedToClose = false;
    m_message->showMessage(InlineMessage::Kind::Error, sentence);
    if (row < 0)
        return;
    layout()->activate(); // the message takes its room from the list
    m_edit->goTo(row);
}

void MockListWindow::followChange()
{
    m_isDiscarded = false;
    m_bar->setOutdated(true);
    m_message->hide();
}

// Nothing is left to be discarded, unless something was changed meanwhile.
void MockListWindow::followSaving()
{
    if (m_isAskedToClose && !m_responses.isChanged())
        m_message->hide();
}

void MockListWindow::chooseRecording()
{
    auto *dialog = new QFileDialog(this, tr("Choose a recording"));
    dialog->setObjectName(QStringLiteral("openRecording"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setDirectory(m_recordings);
    dialog->setNameFilters({tr("Sessions (*.sonde)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MockListWindow::setRecording);
    dialog->show();
}

void MockListWindow::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Save the responses"));
    dialog->setObjectName(QStringLiteral("saveResponses"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilter(tr("Responses of a mock (*.json)"));
    const QString file = m_responses.file();
    const QString stem = QFileInfo(m_responses.recording()).completeBaseName();
    dialog->selectFile(!file.isEmpty() ? file
            : stem.isEmpty()           ? QStringLiteral("mock.json")
                                       : QStringLiteral("%1-mock.json").arg(stem));
    // The dialog has asked whether a file is to be replaced.
    connect(dialog, &QFileDialog::fileSelected, this,
        [this](const QString &chosen) { saveTo(chosen, true); });
    dialog->show();
}

void MockListWindow::save()
{
    if (m_responses.target().isEmpty())
        chooseFile();
    else
        saveTo(m_responses.target(), false);
}

void MockListWindow::saveTo(const QString &file, bool replaces)
{
    m_message->hide();
    m_responses.save(file, replaces);
}

void MockListWindow::askToReplace(const QString &file)
{
    m_replaced = file;
    m_isAskedToClose = false;
    m_message->showMessage(InlineMessage::Kind::Warning,
        tr("%1 was changed by another window or program, so the list is not saved. Overwrite those "
           "changes, or save the list as another file.")
            .arg(QFileInfo(file).fileName()),
        tr("Overwrite"));
}

// To what the message asks.
void MockListWindow::agree()
{
    if (!m_replaced.isEmpty())
        return saveTo(std::exchange(m_replaced, QString()), true);
    m_isDiscarded = true;
    close();
}

void MockListWindow::serve()
{
    session::MockCommand command = m_bar->options();
    command.recording = m_responses.recording();
    m_bar->setOutdated(false);
    m_responses.startCounting();
    m_bar->serving().start(command, m_responses.list());
}

void MockListWindow::copyCommand()
{
    if (m_responses.count() > 0 && m_responses.file().isEmpty())
        return showProblem(tr("The command needs a file of the list. Save it first."), -1);
    session::MockCommand command = m_bar->options();
    command.recording = m_responses.recording();
    command.responses = m_responses.file();
    command.port.reset();
    look::copyToClipboard(command.line(m_program));
}

void MockListWindow::closeEvent(QCloseEvent *event)
{
    if (!m_responses.isChanged() || m_isDiscarded)
        return SecondaryWindow::closeEvent(event);
    event->ignore();
    m_replaced.clear();
    m_isAskedToClose = true;
    m_message->showMessage(InlineMessage::Kind::Warning,
        tr("The list has changes that are not saved."), tr("Discard and close"));
}

} // namespace sonde::widgets
