// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/settingswindow.h"

#include "look/access/focuspass.h"
#include "look/controls/searchfield.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/settings/connectionspage.h"
#include "widgets/settings/shortcutspage.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(860, 600);
constexpr QSize kLeastSize(660, 420);

} // namespace

SettingsWindow::SettingsWindow(const Setup &setup, QWidget *parent)
    : SecondaryWindow(parent)
    , m_search(new QLineEdit(this))
    , m_pages(new SettingsPages(this))
    , m_storage(new StoragePage(setup.settings, setup.places))
    , m_shortcuts(new ShortcutsPage(setup.shortcuts))
{
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));
    m_search->setObjectName(QStringLiteral("settingsSearch"));
    m_search->setPlaceholderText(tr("Search the settings"));
    m_search->setAccessibleName(tr("Search the settings"));
    look::dressSearchField(*m_search, look::SearchField::Find);
    add(new AppearancePage(setup.appearance));
    add(new ConnectionsPage(setup.settings));
    add(m_storage);
    add(m_shortcuts);
    auto *layout = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_search);
    layout->addWidget(m_pages, 1);
    setMinimumSize(leastSize());
    look::setFirstSize(this, kFirstSize);
    look::passFocus(*this, m_pages->list());
    m_pages->list().setFocus();
    connect(m_search, &QLineEdit::textChanged, this, &SettingsWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &SettingsWindow::focusFound);
    connect(m_storage, &StoragePage::openRequested, this, &SettingsWindow::openRequested);
    makeKeys();
}

void SettingsWindow::add(SettingsPage *page)
{
    m_pages->add(page->title(), page);
    m_all.push_back(page);
}

// A page scrolls up and down, and is never cut at its side.
QSize SettingsWindow::leastSize() const
{
    int widest = 0;
    for (const SettingsPage *page : m_all)
        widest = std::max(widest, page->minimumSizeHint().width());
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int others = m_pages->list().width() + scrollBar + 4 * look::metrics().margin;
    return kLeastSize.expandedTo({widest + others, 0});
}

void SettingsWindow::makeKeys()
{
    auto *find = new QAction(tr("Search the settings"), this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    addAction(find);
}

QString SettingsWindow::helpPlace() const
{
    return m_all[std::size_t(m_pages->current())]->helpPlace();
}

// The pages without a match are not listed; without any match, all of them are.
void SettingsWindow::search(const QString &words)
{
    std::vector<bool> fits;
    int first = -1;
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        fits.push_back(m_all[i]->filter(words) > 0);
        if (fits.back() && first < 0)
            first = int(i);
    }
    const bool stays = first < 0 || fits[std::size_t(m_pages->current())];
    for (std::size_t i = 0; i < m_all.size(); ++i)
        m_pages->setListed(int(i), fits[i] || first < 0);
    if (!stays)
        m_pages->showPage(first);
}

void SettingsWindow::focusFound()
{
    const int page = m_pages->current();
    m_pages->showWidget(page, m_all[std::size_t(page)]->firstShown());
}

} // namespace sonde::widgets
