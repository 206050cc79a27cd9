// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/rootsedit.h"

#include "look/access/focuspass.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

enum Columns { PathColumn, NameColumn, NoteColumn, ColumnCount };

constexpr int kRows = 3;

QString noteOf(const QString &path)
{
    if (path.isEmpty())
        return {};
    if (QDir::isRelativePath(path))
        return RootsEdit::tr("not absolute");
    const QFileInfo folder(path);
    if (!folder.exists())
        return RootsEdit::tr("does not exist");
    return folder.isDir() ? QString() : RootsEdit::tr("not a folder");
}

} // namespace

RootsEdit::RootsEdit(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTableWidget(0, ColumnCount, this))
{
    m_table->setHorizontalHeaderLabels({tr("Folder"), tr("Name"), QString()});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(PathColumn, QHeaderView::Stretch);
    m_table->setMinimumWidth(0);
    m_table->setAccessibleName(tr("Folders that the server gets as roots"));
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFixedHeight(look::metrics().row * (kRows + 1) + 8);
    connect(m_table, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem *item) {
        if (m_checking)
            return;
        check(item->row());
        Q_EMIT changed();
    });
    auto *addOne = new QPushButton(look::icon("add"), tr("Add folder…"), this);
    auto *remove = new QPushButton(look::icon("remove"), tr("Remove"), this);
    addOne->setAutoDefault(false);
    remove->setAutoDefault(false);
    connect(addOne, &QPushButton::clicked, this, &RootsEdit::choose);
    connect(remove, &QPushButton::clicked, this, [this] {
        if (m_table->currentRow() < 0)
            return;
        m_table->removeRow(m_table->currentRow());
        Q_EMIT changed();
    });
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addOne);
    buttons->addWidget(remove);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table);
    layout->addLayout(buttons);
    look::passFocus(*this, *m_table);
}

void RootsEdit::setRoots(const std::vector<config::Root> &roots)
{
    m_table->setRowCount(0);
    for (const config::Root &root : roots)
        add(root.path, root.name);
}

std::vector<config::Root> RootsEdit::roots() const
{
    std::vector<config::Root> roots;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString path = m_table->item(row, PathColumn)->text();
        if (!path.isEmpty())
            roots.push_back({path, m_table->item(row, NameColumn)->text()});
    }
    return roots;
}

void RootsEdit::add(const QString &path, const QString &name)
{
    const int row = m_table->rowCount();
    if (row >= config::kMaxRoots)
        return;
    m_checking = true;
    m_table->insertRow(row);
    m_table->setItem(row, PathColumn, new QTableWidgetItem(path));
    m_table->setItem(row, NameColumn, new QTableWidgetItem(name));
    auto *note = new QTableWidgetItem;
    note->setFlags(note->flags() & ~Qt::ItemIsEditable);
    m_table->setItem(row, NoteColumn, note);
    m_checking = false;
    check(row);
    Q_EMIT changed();
}

void RootsEdit::check(int row)
{
    m_checking = true;
    QTableWidgetItem *note = m_table->item(row, NoteColumn);
    note->setText(noteOf(m_table->item(row, PathColumn)->text()));
    note->setForeground(look::theme().warn);
    note->setIcon(note->text().isEmpty() ? QIcon() : look::icon("warning"));
    m_checking = false;
}

QString RootsEdit::noteAt(int row) const
{
    return m_table->item(row, NoteColumn)->text();
}

void RootsEdit::choose()
{
    auto *dialog = new QFileDialog(this, tr("Choose a root folder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) { add(path); });
    dialog->setWindowModality(Qt::NonModal);
    dialog->show();
}

} // namespace sonde::widgets
