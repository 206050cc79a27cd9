// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/savedcallsmenu.h"

#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/catalog/savedcallmodel.h"
#include "session/call/savedcallstore.h"

#include <QCheckBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::SavedCallModel;

namespace {

constexpr int kWidth = 460;
constexpr int kRows = 8; // in sight

} // namespace

SavedCallsMenu::SavedCallsMenu(session::SavedCallStore &store, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_store(store)
    , m_model(new SavedCallModel(this))
    , m_list(new QTreeView(this))
    , m_none(new ColorLabel(tr("No saved calls yet."), ColorRole::Muted, this))
    , m_message(new look::InlineMessage(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Saved calls"));
    m_list->setAccessibleName(tr("Saved calls"));
    m_list->setModel(m_model);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->resizeSection(SavedCallModel::NameColumn, kWidth * 3 / 5);
    m_list->installEventFilter(this);
    m_message->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addLayout(makeHead());
    layout->addWidget(m_none);
    layout->addWidget(m_list);
    layout->addLayout(makeButtons());
    layout->addWidget(m_afterRestart);
    layout->addWidget(m_message);
    layout->addLayout(makeSave());
    connect(m_model, &SavedCallModel::renameRequested, this,
        [this](const QString &name, const QString &newName) {
            const auto renamed = m_store.rename(name, newName);
            complain(renamed ? QString() : renamed.error().sentence);
        });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_asked = {};
        m_message->hide();
        showChosen();
    });
    connect(m_list, &QTreeView::doubleClicked, this, [this] { use(false); });
    connect(m_message, &look::InlineMessage::buttonClicked, this, [this] {
        if (const auto asked = std::exchange(m_asked, {}))
            asked();
        m_list->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_store, &session::SavedCallStore::changed, this, &SavedCallsMenu::refresh);
    refresh();
}

QLayout *SavedCallsMenu::makeHead()
{
    m_title = new ColorLabel(ColorRole::Normal, this);
    m_title->setFont(look::boldFont());
    m_file = new ColorLabel(ColorRole::Muted, this);
    m_file->setFont(look::smallFont());
    m_file->setElideMode(Qt::ElideMiddle);
    m_file->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    const auto button = [this](const char *icon, const QString &text, auto slot) {
        auto *made = new QToolButton(this);
        made->setIcon(look::icon(icon));
        made->setToolTip(text);
        made->setAccessibleName(text);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, slot);
        return made;
    };
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->addWidget(m_title);
    layout->addWidget(m_file, 1);
    layout->addWidget(
        button("folder", tr("Show the file in its folder"), &SavedCallsMenu::showFile));
    layout->addWidget(button("edit",
        tr("Save the calls in another file, for example next to the "
           "server's code"),
        &SavedCallsMenu::chooseFile));
    return layout;
}

QLayout *SavedCallsMenu::makeButtons()
{
    const auto button = [this](const char *icon, const QString &text) {
        auto *made = new QPushButton(look::icon(icon), text, this);
        made->setAutoDefault(false);
        return made;
    };
    m_run = button("play", tr("Run"));
    m_edit = button("edit", tr("Open in editor"));
    m_rename = button("text", tr("Rename"));
    m_remove = button("remove", tr("Delete"));
    connect(m_run, &QPushButton::clicked, this, [this] { use(true); });
    connect(m_edit, &QPushButton::clicked, this, [this] { use(false); });
    connect(m_rename, &QPushButton::clicked, this, &SavedCallsMenu::rename);
    connect(m_remove, &QPushButton::clicked, this, &SavedCallsMenu::askToRemove);
    m_afterRestart = new QCheckBox(tr("Run a&fter each restart"), this);
    m_afterRestart->setObjectName(QStringLiteral("afterRestart"));
    m_afterRestart->setToolTip(
        tr("Calls the tool with these arguments each time the server was restarted"));
    connect(m_afterRestart, &QCheckBox::clicked, this, &SavedCallsMenu::setAfterRestart);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    for (QPushButton *one : {m_run, m_edit, m_rename, m_remove})
        layout->addWidget(one);
    layout->addStretch();
    return layout;
}

QLayout *SavedCallsMenu::makeSave()
{
    m_name = new QLineEdit(this);
    m_name->setAccessibleName(tr("Name for what is in the editor"));
    m_name->setPlaceholderText(tr("Name for what is in the editor"));
    m_name->setMaxLength(int(config::SavedCalls::kMaxName));
    m_save = new QPushButton(look::icon("save"), tr("Save"), this);
    m_save->setAutoDefault(false);
    connect(m_name, &QLineEdit::returnPressed, this, &SavedCallsMenu::save);
    connect(m_name, &QLineEdit::textChanged, this, &SavedCallsMenu::refresh);
    connect(m_save, &QPushButton::clicked, this, &SavedCallsMenu::save);
    auto *layout = new QHBoxLayout;
    layout->setSpacing(6);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_save);
    return layout;
}

void SavedCallsMenu::open(
    const QWidget *at, const QString &tool, const Bytes &arguments, bool toSave)
{
    m_tool = tool;
    m_arguments = arguments;
    m_asked = {};
    m_store.reload();
    m_name->setText(tool.isEmpty() ? QString() : m_store.freeName(tool));
    complain(m_store.problem());
    const int last = m_model->rowOf(m_store.last());
    m_list->setCurrentIndex(m_model->index(std::max(0, last), 0));
    adjustSize();
    resize(kWidth, sizeHint().height());
    QPoint place = at->mapToGlobal(QPoint(0, -height() - 2));
    const QRect room = at->screen()->availableGeometry();
    if (place.y() < room.top())
        place = at->mapToGlobal(QPoint(0, at->height() + 2));
    place.setX(std::max(room.left(), std::min(place.x(), room.right() - width())));
    move(place);
    show();
    if (toSave || m_model->rowCount() == 0) {
        m_name->selectAll();
        m_name->setFocus(Qt::PopupFocusReason);
    } else {
        m_list->setFocus(Qt::PopupFocusReason);
    }
}

QString SavedCallsMenu::chosen() const
{
    const int row = m_list->currentIndex().row();
    return row < 0 ? QString() : m_model->call(row).name;
}

void SavedCallsMenu::refresh()
{
    QStringList unconfirmed;
    for (const config::SavedCall &each : m_store.calls()) {
        if (each.isAfterRestart && needsConfirmation(each))
            unconfirmed << each.name;
    }
    m_model->setCalls(m_store.calls(), unconfirmed);
    m_title->setText(tr("Saved calls of %1").arg(m_store.server()));
    m_file->setText(m_store.file());
    const bool any = m_model->rowCount() > 0;
    m_none->setVisible(!any);
    m_list->setVisible(any);
    m_list->setFixedHeight(std::min(kRows, m_model->rowCount()) * look::metrics().row + 4);
    showChosen();
}

// Not a word to the model: another row is chosen while it removes one, too.
void SavedCallsMenu::showChosen()
{
    const bool one = !chosen().isEmpty();
    for (QPushButton *button : {m_run, m_edit, m_rename, m_remove})
        button->setEnabled(one);
    const config::SavedCall *call = m_store.find(chosen());
    m_afterRestart->setEnabled(one);
    m_afterRestart->setChecked(call && call->isAfterRestart && !needsConfirmation(*call));
    const QString name = m_name->text().trimmed();
    m_save->setEnabled(!m_tool.isEmpty() && !name.isEmpty());
    m_save->setText(m_store.find(name) ? tr("Replace") : tr("Save"));
}

void SavedCallsMenu::use(bool run)
{
    const QString name = chosen();
    if (name.isEmpty())
        return;
    hide();
    if (run)
        Q_EMIT runRequested(name);
    else
        Q_EMIT editRequested(name);
}

void SavedCallsMenu::rename()
{
    const QModelIndex index = m_list->currentIndex().siblingAtColumn(SavedCallModel::NameColumn);
    if (!index.isValid())
        return;
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->setCurrentIndex(index);
    m_list->edit(index);
}

void SavedCallsMenu::askToRemove()
{
    const QString name = chosen();
    if (name.isEmpty())
        return;
    ask(tr("This removes “%1” from the file.").arg(name), tr("Delete it"), [this, name] {
        const config::SavedCall *known = m_store.find(name);
        if (!known)
            return complain({});
        const config::SavedCall call = *known;
        const auto done = m_store.remove(name);
        complain(done ? QString() : done.error().sentence);
        if (done)
            Q_EMIT removed(m_store.server(), call);
    });
}

void SavedCallsMenu::ask(const QString &sentence, const QString &button, std::function<void()> then)
{
    m_asked = std::move(then);
    m_message->showMessage(look::InlineMessage::Kind::Warning, sentence, button);
    m_message->show();
    resize(kWidth, sizeHint().height());
    if (auto *its = m_message->findChild<QPushButton *>())
        its->setFocus(Qt::OtherFocusReason);
}

bool SavedCallsMenu::needsConfirmation(const config::SavedCall &call) const
{
    return (!m_isReadOnly || !m_isReadOnly(call.tool)) && !m_store.isConfirmed(call);
}

void SavedCallsMenu::setAfterRestart(bool isOn)
{
    const config::SavedCall *call = m_store.find(chosen());
    if (!call)
        return;
    const auto set = [this, name = call->name, isOn] {
        const auto done = m_store.setAfterRestart(name, isOn);
        complain(done ? QString() : done.error().sentence);
    };
    if (!isOn || !needsConfirmation(*call))
        return set();
    m_afterRestart->setChecked(false);
    ask(tr("%1 may change something: its definition does not say that it is read-only. It would "
           "run at each restart, without a further confirmation.")
            .arg(call->tool),
        tr("Run it anyway"), [this, its = *call, set] {
            m_store.confirm(its);
            set();
        });
}

void SavedCallsMenu::save()
{
    const QString name = m_name->text().trimmed();
    if (m_tool.isEmpty() || name.isEmpty())
        return;
    const auto done = m_store.save(name, m_tool, m_arguments);
    if (!done) {
        complain(done.error().sentence);
        return;
    }
    hide();
    Q_EMIT saved(name);
}

void SavedCallsMenu::showFile()
{
    const QFileInfo file(m_store.file());
    hide();
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file.absolutePath())))
        complain(tr("The folder %1 does not exist yet.").arg(file.absolutePath()));
}

void SavedCallsMenu::chooseFile()
{
    hide();
    auto *dialog = new QFileDialog(parentWidget(), tr("File for saved calls"),
        QFileInfo(m_store.file()).absolutePath(), tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // what is in it is kept
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QFileInfo(m_store.file()).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const auto moved = m_store.moveTo(path);
        complain(moved ? QString() : moved.error().sentence);
        if (!moved)
            show();
    });
    dialog->show();
}

void SavedCallsMenu::complain(const QString &sentence)
{
    m_message->setVisible(!sentence.isEmpty());
    if (!sentence.isEmpty())
        m_message->showMessage(look::InlineMessage::Kind::Error, sentence);
    if (isVisible())
        resize(kWidth, sizeHint().height());
}

QString SavedCallsMenu::said() const
{
    return m_message->isHidden() ? QString() : m_message->sentence();
}

bool SavedCallsMenu::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        use(true);
        return true;
    case Qt::Key_Delete:
        askToRemove();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace sonde::widgets
