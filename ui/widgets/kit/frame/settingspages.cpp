// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/settingspages.h"

#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>

namespace sonde::widgets {

namespace {

// Keeps the titles of pages without a sign in one column with the others.
QIcon emptyIcon()
{
    QPixmap pixmap(look::metrics().icon, look::metrics().icon);
    pixmap.fill(Qt::transparent);
    return QIcon(pixmap);
}

} // namespace

SettingsPages::SettingsPages(QWidget *parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_stack(new QStackedWidget(this))
{
    m_list->setObjectName(QStringLiteral("pages"));
    m_list->setAccessibleName(tr("Pages"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_list);
    layout->addWidget(m_stack, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        m_stack->setCurrentIndex(row);
        Q_EMIT currentChanged(row);
    });
    const auto step = [this](const QKeySequence &keys, int by) {
        connect(new QShortcut(keys, this, nullptr, nullptr, Qt::WindowShortcut),
            &QShortcut::activated, this, [this, by] { showNext(by); });
    };
    step(Qt::CTRL | Qt::Key_PageDown, 1);
    step(Qt::CTRL | Qt::Key_PageUp, -1);
}

int SettingsPages::add(const QString &title, QWidget *page)
{
    auto *area = new QScrollArea(m_stack);
    area->setFrameStyle(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(page);
    m_stack->addWidget(area);
    m_pages.push_back({title, area});
    auto *item = new QListWidgetItem(m_list);
    item->setSizeHint({0, look::metrics().twoLineRow});
    const int number = int(m_pages.size()) - 1;
    describe(number);
    if (number == 0)
        m_list->setCurrentRow(0);
    return number;
}

void SettingsPages::setTitle(int page, const QString &title)
{
    m_pages[std::size_t(page)].title = title;
    describe(page);
}

void SettingsPages::setListed(int page, bool listed)
{
    m_list->item(page)->setHidden(!listed);
    if (listed || current() != page)
        return;
    int first = 0;
    while (first + 1 < m_list->count() && !isListed(first))
        ++first;
    showPage(first);
}

bool SettingsPages::isListed(int page) const
{
    return !m_list->item(page)->isHidden();
}

void SettingsPages::setState(int page, int changes, int problems)
{
    Page &known = m_pages[std::size_t(page)];
    if (known.changes == changes && known.problems == problems)
        return;
    known.changes = changes;
    known.problems = problems;
    describe(page);
}

// The problems win: they prevent saving.
void SettingsPages::describe(int page)
{
    const Page &known = m_pages[std::size_t(page)];
    QString state;
    QIcon icon;
    if (known.problems > 0) {
        state = known.problems == 1 ? tr("1 problem") : tr("%n problems", nullptr, known.problems);
        icon = look::signIcon(models::Sign::ProtocolError);
    } else if (known.changes > 0) {
        state = known.changes == 1 ? tr("1 changed") : tr("%n changed", nullptr, known.changes);
        icon = look::signIcon(models::Sign::Changed);
    } else {
        icon = emptyIcon();
    }
    QListWidgetItem *item = m_list->item(page);
    item->setIcon(icon);
    item->setText(state.isEmpty() ? known.title : known.title + QChar(u'\n') + state);
    item->setData(Qt::AccessibleTextRole,
        state.isEmpty() ? known.title : tr("%1, %2").arg(known.title, state));
    fitList();
}

// As wide as its widest title, so that the list never changes its width with the state.
void SettingsPages::fitList()
{
    int widest = m_list->fontMetrics().horizontalAdvance(tr("%n problems", nullptr, 99));
    for (const Page &page : m_pages)
        widest = std::max(widest, m_list->fontMetrics().horizontalAdvance(page.title));
    m_list->setFixedWidth(widest + look::metrics().icon + 6 * look::metrics().unit);
}

int SettingsPages::current() const
{
    return m_list->currentRow();
}

void SettingsPages::showPage(int page)
{
    m_list->setCurrentRow(page);
}

void SettingsPages::showWidget(int page, QWidget *widget)
{
    showPage(page);
    if (!widget)
        return;
    widget->setFocus(Qt::OtherFocusReason);
    area(page)->ensureWidgetVisible(widget);
}

void SettingsPages::showNext(int by)
{
    for (int page = current() + by; page >= 0 && page < int(m_pages.size()); page += by) {
        if (isListed(page))
            return showPage(page);
    }
}

} // namespace sonde::widgets
