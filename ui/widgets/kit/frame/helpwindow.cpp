// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/helpwindow.h"

#include "help/helppages.h"
#include "look/theme/firstsize.h"
#include "widgets/kit/frame/helptext.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr QSize kSize(980, 680);
constexpr int kSideWidth = 250;
constexpr int kSectionLevel = 2; // what the contents show below a page
constexpr qsizetype kMaxPlaces = 100; // to go back to
constexpr int kPageRole = Qt::UserRole;
constexpr int kAnchorRole = Qt::UserRole + 1;

const QString kName = QStringLiteral("help");

QTreeWidgetItem *itemOf(const help::Section &section, const QString &title)
{
    auto *item = new QTreeWidgetItem({title});
    item->setToolTip(0, title);
    item->setData(0, kPageRole, section.page);
    item->setData(0, kAnchorRole, section.level == 1 ? QString() : section.anchor);
    return item;
}

} // namespace

HelpWindow *HelpWindow::open(const Place &place, QWidget *parent)
{
    HelpWindow *window = windowOf(parent);
    window->go(place);
    return window;
}

HelpWindow *HelpWindow::openText(const QString &name, const QString &markdown, QWidget *parent)
{
    HelpWindow *window = windowOf(parent);
    window->addPage(name, markdown, {});
    window->listContents();
    window->go({name, {}});
    return window;
}

HelpWindow *HelpWindow::windowOf(QWidget *parent)
{
    HelpWindow *window = parent->window()->findChild<HelpWindow *>(kName);
    if (!window)
        window = new HelpWindow(parent->window());
    static_cast<QWidget *>(window)->show();
    window->raise();
    window->activateWindow();
    return window;
}

HelpWindow::HelpWindow(QWidget *parent)
    : SecondaryWindow(parent)
    , m_back(new QAction(tr("Back"), this))
    , m_forward(new QAction(tr("Forward"), this))
    , m_search(new QLineEdit(this))
    , m_contents(new QTreeWidget(this))
    , m_text(new HelpText(this))
{
    setObjectName(kName);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Help"));
    look::setFirstSize(this, kSize);
    auto *splitter = new QSplitter(this);
    splitter->addWidget(makeSide());
    splitter->addWidget(makePage());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kSideWidth, kSize.width() - kSideWidth});
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    for (const help::Topic &topic : help::topics())
        addPage(topic.name, help::page(topic.name).value_or(QString()),
            help::originalPage(topic.name).value_or(QString()));
    listContents();
    m_text->setFocus();
}

QWidget *HelpWindow::makeSide()
{
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setPlaceholderText(tr("Search all pages"));
    m_search->setAccessibleName(tr("Search all pages"));
    m_search->setClearButtonEnabled(true);
    m_contents->setObjectName(QStringLiteral("helpContents"));
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setHeaderHidden(true);
    m_contents->header()->setStretchLastSection(true);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &words) {
        if (words.trimmed().isEmpty())
            listContents();
        else
            listHits(words);
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_contents->topLevelItemCount() > 0)
            openItem(m_contents->topLevelItem(0));
    });
    connect(m_contents, &QTreeWidget::itemActivated, this, &HelpWindow::openItem);
    connect(m_contents, &QTreeWidget::itemClicked, this, &HelpWindow::openItem);
    auto *side = new QWidget(this);
    auto *layout = new QVBoxLayout(side);
    layout->addWidget(m_search);
    layout->addWidget(m_contents);
    return side;
}

QWidget *HelpWindow::makePage()
{
    auto *page = new QWidget(this);
    auto *row = new QHBoxLayout;
    for (const auto &[action, keys, moves] :
        {std::tuple(m_back, QKeySequence::Back, std::pair(&m_before, &m_after)),
            std::tuple(m_forward, QKeySequence::Forward, std::pair(&m_after, &m_before))}) {
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setEnabled(false);
        addAction(action);
        connect(action, &QAction::triggered, this,
            [this, moves = moves] { moveBy(*moves.first, *moves.second); });
        auto *button = new QToolButton(page);
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    row->addStretch();
    m_text->setObjectName(QStringLiteral("helpPage"));
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Page"));
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(row);
    layout->addWidget(m_text);
    return page;
}

void HelpWindow::addPage(const QString &name, const QString &markdown, const QString &original)
{
    if (m_pages.contains(name))
        m_sections.removeIf([&name](const help::Section &section) { return section.page == name; });
    m_pages.insert(name, markdown);
    m_sections += help::sectionsOf(name, markdown, original);
}

void HelpWindow::listContents()
{
    m_contents->clear();
    m_contents->setRootIsDecorated(true);
    QTreeWidgetItem *page = nullptr;
    for (const help::Section &section : std::as_const(m_sections)) {
        if (section.level == 1)
            m_contents->addTopLevelItem(page = itemOf(section, section.title));
        else if (section.level == kSectionLevel && page)
            page->addChild(itemOf(section, section.title));
    }
    markPlace();
}

void HelpWindow::listHits(const QString &words)
{
    m_contents->clear();
    m_contents->setRootIsDecorated(false);
    for (const help::Section &hit : help::sectionsWith(words, m_sections)) {
        const help::Section *page = nullptr;
        for (const help::Section &section : std::as_const(m_sections)) {
            if (section.page == hit.page && section.level == 1)
                page = &section;
        }
        const QString title = hit.level == 1 || !page
            ? hit.title
            : tr("%1 – %2", "a page, one of its sections").arg(page->title, hit.title);
        m_contents->addTopLevelItem(itemOf(hit, title));
    }
    if (m_contents->topLevelItemCount() == 0) {
        auto *none = new QTreeWidgetItem({tr("No page contains these words")});
        none->setFlags(Qt::NoItemFlags);
        m_contents->addTopLevelItem(none);
    }
}

void HelpWindow::openItem(const QTreeWidgetItem *item)
{
    const QString page = item->data(0, kPageRole).toString();
    if (!page.isEmpty())
        go({page, item->data(0, kAnchorRole).toString()});
}

// filter.md#fields, #fields, or a page of the web, which opens in the browser.
void HelpWindow::follow(const QUrl &link)
{
    if (!link.isRelative()) {
        QDesktopServices::openUrl(link);
        return;
    }
    QString page = link.path();
    if (page.endsWith(QLatin1String(".md")))
        page.chop(3);
    const Place place{page.isEmpty() ? m_place.page : page, link.fragment()};
    if (m_pages.contains(place.page))
        go(place);
}

void HelpWindow::go(const Place &place)
{
    if (place == m_place)
        return;
    if (!m_place.page.isEmpty())
        m_before.append(m_place);
    if (m_before.size() > kMaxPlaces)
        m_before.removeFirst();
    m_after.clear();
    show(place);
}

void HelpWindow::moveBy(QList<Place> &from, QList<Place> &to)
{
    to.append(m_place);
    show(from.takeLast());
}

void HelpWindow::show(const Place &place)
{
    if (place.page != m_place.page || m_text->document()->isEmpty())
        m_text->setPage(m_pages.value(place.page));
    m_place = place;
    m_back->setEnabled(!m_before.isEmpty());
    m_forward->setEnabled(!m_after.isEmpty());
    markPlace();
    const QTextBlock heading = headingOf(place);
    m_text->setTextCursor(QTextCursor(heading));
    const QRectF at = m_text->document()->documentLayout()->blockBoundingRect(heading);
    m_text->verticalScrollBar()->setValue(heading.position() == 0 ? 0 : int(at.top()));
}

// The first block for a place without a heading.
QTextBlock HelpWindow::headingOf(const Place &place) const
{
    int before = 0; // headings of the page
    for (const help::Section &section : m_sections) {
        if (section.page != place.page)
            continue;
        if (section.anchor == place.anchor)
            break;
        ++before;
    }
    QTextBlock at = m_text->document()->begin();
    while (!place.anchor.isEmpty() && at.isValid()
        && (at.blockFormat().headingLevel() == 0 || before-- > 0))
        at = at.next();
    return at.isValid() ? at : m_text->document()->begin();
}

void HelpWindow::markPlace()
{
    if (!m_search->text().trimmed().isEmpty())
        return;
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem *page = m_contents->topLevelItem(i);
        if (page->data(0, kPageRole).toString() != m_place.page)
            continue;
        page->setExpanded(true);
        QTreeWidgetItem *current = page;
        for (int child = 0; child < page->childCount(); ++child) {
            if (page->child(child)->data(0, kAnchorRole).toString() == m_place.anchor)
                current = page->child(child);
        }
        m_contents->setCurrentItem(current);
    }
}

void HelpWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Find)) {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    } else if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
    } else {
        SecondaryWindow::keyPressEvent(event);
    }
}

} // namespace sonde::widgets
