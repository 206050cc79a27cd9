// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/view/contentview.h"

#include "base/formatting.h"
#include "content/base/contentfile.h"
#include "content/bytes/bytesviewer.h"
#include "content/json/jsonviewer.h"
#include "content/media/audioviewer.h"
#include "content/media/fileviewer.h"
#include "content/media/imageviewer.h"
#include "content/media/linkviewer.h"
#include "content/table/tableviewer.h"
#include "content/text/markdownviewer.h"
#include "content/text/textviewer.h"
#include "content/view/preparedcontent.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

using models::ColorRole;

// More is not put on the clipboard.
constexpr std::size_t kMaxCopied = std::size_t(64) << 20;

constexpr int kLeastBody = 60; // pixels, under the line and the notes

QToolButton *button(QAction *action, QWidget *parent)
{
    auto *made = new QToolButton(parent);
    made->setDefaultAction(action);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::TabFocus);
    made->setToolButtonStyle(Qt::ToolButtonIconOnly);
    made->setAccessibleName(action->text());
    return made;
}

// It may be long, so nothing of it is counted here.
DecodedText rawText(const Bytes &raw)
{
    DecodedText text;
    text.utf8 = raw;
    text.encoding = ContentView::tr("as received");
    return text;
}

Viewer *makeViewer(View view, const Content &content, const Prepared &prepared, QWidget *parent)
{
    switch (view) {
    case View::Json:
        return new JsonViewer(prepared.document, prepared.root, parent);
    case View::Table:
        return new TableViewer(prepared.table, parent);
    case View::Markdown:
        return new MarkdownViewer(prepared.text.utf8, parent);
    case View::Text:
        return new TextViewer(prepared.text, parent);
    case View::Image:
        return new ImageViewer(prepared.image, parent);
    case View::Audio:
        return new AudioViewer(prepared.audio, prepared.bytes, prepared.sniffed, parent);
    case View::Link:
        return new LinkViewer(content, parent);
    case View::File:
        return new FileViewer(prepared.bytes, prepared.sniffed, parent);
    case View::Raw:
        // Of a block, the JSON text exactly as it arrived; of bytes, the bytes.
        if (content.document)
            return new TextViewer(rawText(prepared.raw), parent);
        return new BytesViewer(prepared.raw, parent);
    case View::Hex:
        break;
    }
    return new BytesViewer(prepared.bytes, parent);
}

} // namespace

ContentView::ContentView(QWidget *parent)
    : QWidget(parent)
    , m_what(new look::ColorLabel(ColorRole::Normal, this))
    , m_facts(new look::ColorLabel(ColorRole::Muted, this))
    , m_viewButton(new QToolButton(this))
    , m_note(new look::InlineMessage(this))
    , m_address(new look::InlineMessage(this))
    , m_raw(new QAction(look::icon("json"), tr("Raw"), this))
    , m_copy(new QAction(look::icon("copy"), tr("Copy"), this))
    , m_save(new QAction(look::icon("save"), tr("Save as…"), this))
    , m_preparing(this)
    , m_saving(this)
{
    makeActions();
    m_what->setFont(look::smallFont());
    m_facts->setFont(look::smallFont());
    m_facts->setAccessibleName(tr("Type and size of the content"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(4);
    head->addWidget(m_what);
    head->addWidget(m_facts, 1);
    head->addWidget(m_viewButton);
    for (QAction *action : {m_raw, m_copy, m_save})
        head->addWidget(button(action, this));
    m_place = new QVBoxLayout(this);
    m_place->setContentsMargins(0, 0, 0, 0);
    m_place->setSpacing(2);
    m_place->addLayout(head);
    m_place->addWidget(m_note);
    m_place->addWidget(m_address);
    m_place->addStretch();
    showProperties();
}

ContentView::~ContentView() = default;

void ContentView::makeActions()
{
    m_raw->setCheckable(true);
    m_raw->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    m_raw->setToolTip(tr("Toggle the block as received (Ctrl+R)"));
    m_copy->setToolTip(tr("Copy the content"));
    m_save->setToolTip(tr("Save the decoded content as a file…"));
    for (QAction *action : {m_raw, m_copy, m_save}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    }
    connect(m_raw, &QAction::toggled, this, &ContentView::setRaw);
    connect(m_copy, &QAction::triggered, this, &ContentView::copyAll);
    connect(m_save, &QAction::triggered, this, &ContentView::askWhereToSave);

    auto *menu = new QMenu(m_viewButton);
    m_viewButton->setMenu(menu);
    m_viewButton->setPopupMode(QToolButton::InstantPopup);
    m_viewButton->setAutoRaise(true);
    m_viewButton->setFocusPolicy(Qt::TabFocus);
    m_viewButton->setFont(look::smallFont());
    m_viewButton->setToolTip(tr("Choose a viewer"));
    m_viewButton->setAccessibleName(tr("Viewer"));
    connect(menu, &QMenu::aboutToShow, this, &ContentView::fillViewMenu);
    connect(m_address, &look::InlineMessage::buttonClicked, this, [this] {
        m_address->hide();
        QDesktopServices::openUrl(QUrl(m_address->sentence()));
        Q_EMIT heightChanged();
    });
}

void ContentView::setContent(const Content &content)
{
    m_content = content;
    m_prepared.reset();
    m_marks.clear();
    delete std::exchange(m_viewer, nullptr);
    m_note->hide();
    m_address->hide();
    showProperties();
    if (!content.document && content.bytes.isEmpty() && content.kind.isEmpty()
        && content.note.isEmpty()) {
        m_preparing.stop();
        return;
    }
    using Ready = std::shared_ptr<const Prepared>;
    m_preparing.start<Ready>(
        [content](const std::stop_token &stop) { return prepare(content, stop); },
        [this](const Ready &prepared) { take(prepared); });
}

void ContentView::take(std::shared_ptr<const Prepared> prepared)
{
    m_prepared = std::move(prepared);
    m_view = m_prepared->views.front();
    showView();
    showNote(m_prepared->note, m_prepared->broken);
    Q_EMIT ready();
}

std::vector<View> ContentView::views() const
{
    return m_prepared ? m_prepared->views : std::vector<View>();
}

void ContentView::setView(View view)
{
    const std::vector<View> offered = views();
    if (view == m_view || std::find(offered.begin(), offered.end(), view) == offered.end())
        return;
    if (m_view != View::Raw)
        m_lastView = m_view;
    m_view = view;
    showView();
}

void ContentView::setRaw(bool raw)
{
    if (!m_prepared || raw == isRaw())
        return;
    const std::vector<View> offered = views();
    const bool known = std::find(offered.begin(), offered.end(), m_lastView) != offered.end();
    setView(raw ? View::Raw : known ? m_lastView : offered.front());
}

void ContentView::showView()
{
    const bool hadFocus = m_viewer && m_viewer->isAncestorOf(QWidget::focusWidget());
    delete m_viewer;
    m_viewer = makeViewer(m_view, m_content, *m_prepared, this);
    connect(m_viewer, &Viewer::linkRequested, this, &ContentView::chooseLink);
    connect(m_viewer, &Viewer::noticed, this, [this](const QString &n) { showNote(n, false); });
    connect(m_viewer, &Viewer::changed, this, [this] {
        showProperties();
        Q_EMIT heightChanged();
    });
    m_place->insertWidget(3, m_viewer, 1);
    setMarks(m_marks);
    setInList(m_inList);
    if (hadFocus)
        m_viewer->setFocus();
    const QSignalBlocker quiet(m_raw);
    m_raw->setChecked(isRaw());
    showProperties();
    Q_EMIT heightChanged();
}

void ContentView::setMarks(const std::vector<JsonMark> &marks)
{
    m_marks = marks;
    if (auto *tree = qobject_cast<JsonViewer *>(m_viewer))
        tree->setMarks(marks);
}

void ContentView::goToMark()
{
    setView(View::Json);
    if (auto *tree = qobject_cast<JsonViewer *>(m_viewer)) {
        tree->goToMark(1);
        tree->setFocus();
    }
}

QString ContentView::facts() const
{
    QStringList parts;
    const QString type = m_prepared ? m_prepared->type : m_content.mediaType;
    if (!type.isEmpty() && type != m_content.kind)
        parts << type;
    if (m_viewer && !m_viewer->facts().isEmpty())
        parts << m_viewer->facts();
    if (m_prepared && m_view != View::Link)
        parts << bytesText(m_prepared->bytes.size());
    if (!m_content.uri.isEmpty() && m_view != View::Link)
        parts << m_content.uri;
    return parts.join(QStringLiteral(" · "));
}

void ContentView::showProperties()
{
    QStringList what;
    if (!m_content.kind.isEmpty())
        what << m_content.kind;
    if (!m_content.name.isEmpty())
        what << m_content.name;
    m_what->setText(what.join(QStringLiteral(" · ")));
    m_what->setVisible(!what.isEmpty());
    m_facts->setText(facts());
    m_viewButton->setVisible(m_prepared != nullptr);
    m_viewButton->setText(viewName(m_view));
    for (QAction *action : {m_raw, m_copy, m_save})
        action->setEnabled(m_prepared != nullptr);
}

QString ContentView::note() const
{
    return m_note->isHidden() ? QString() : m_note->sentence();
}

void ContentView::showNote(const QString &note, bool failed)
{
    if (note.isEmpty())
        return;
    m_note->showMessage(
        failed ? look::InlineMessage::Kind::Error : look::InlineMessage::Kind::Warning, note);
    Q_EMIT heightChanged();
}

void ContentView::chooseLink(const QString &uri)
{
    const QString scheme = QUrl(uri).scheme();
    const bool web = scheme == QLatin1String("http") || scheme == QLatin1String("https");
    if (m_view != View::Markdown || !web) {
        Q_EMIT linkRequested(uri);
        return;
    }
    // What a server wrote as the words of a link may be another address.
    m_address->showMessage(look::InlineMessage::Kind::Info, QUrl(uri).toString(QUrl::FullyEncoded),
        tr("Open in browser"));
    Q_EMIT heightChanged();
}

void ContentView::fillViewMenu()
{
    QMenu *menu = m_viewButton->menu();
    menu->clear();
    for (const View view : views()) {
        QAction *action = menu->addAction(viewName(view), this, [this, view] { setView(view); });
        action->setCheckable(true);
        action->setChecked(view == m_view);
    }
}

void ContentView::setInList(bool inList)
{
    m_inList = inList;
    if (!inList || !m_viewer)
        return;
    for (QAbstractScrollArea *area : m_viewer->findChildren<QAbstractScrollArea *>()) {
        // Qt's item views take the focus on wheel events.
        area->setFocusPolicy(Qt::StrongFocus);
        area->viewport()->installEventFilter(this);
    }
}

bool ContentView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Wheel)
        return QWidget::eventFilter(watched, event);
    const auto *area = qobject_cast<QWidget *>(watched)->parentWidget();
    if (area->hasFocus())
        return false;
    for (QWidget *outer = parentWidget(); outer; outer = outer->parentWidget()) {
        if (auto *list = qobject_cast<QAbstractScrollArea *>(outer)) {
            QCoreApplication::sendEvent(list->viewport(), event);
            return true;
        }
    }
    return false;
}

int ContentView::wantedHeight(int width, int most) const
{
    const int head = m_viewButton->sizeHint().height() + m_place->spacing();
    int notes = 0;
    for (const look::InlineMessage *message : {m_note, m_address}) {
        if (message->isHidden())
            continue;
        notes += message->hasHeightForWidth() ? message->heightForWidth(width)
                                              : message->sizeHint().height();
        notes += m_place->spacing();
    }
    if (!m_viewer)
        return head + notes;
    const int rest = std::max(most - head - notes - m_place->spacing(), kLeastBody);
    return head + notes + m_place->spacing() + m_viewer->wantedHeight(width, rest);
}

void ContentView::copyAll()
{
    if (!m_prepared)
        return;
    const Bytes &all = isRaw() ? m_prepared->raw : m_prepared->bytes;
    const QByteArray text = all.slice(0, kMaxCopied).toByteArray();
    look::copyToClipboard(text);
}

void ContentView::askWhereToSave()
{
    auto *dialog = new QFileDialog(this, tr("Save content"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(contentFileName(m_content, m_prepared->type));
    connect(dialog, &QFileDialog::fileSelected, this, &ContentView::saveTo);
    dialog->open();
}

void ContentView::saveTo(const QString &path)
{
    if (!m_prepared)
        return;
    const Bytes bytes = m_prepared->bytes;
    m_saving.start<QString>(
        [bytes, path](const std::stop_token &) { return writeContentFile(path, bytes); },
        [this, path, size = qint64(bytes.size())](const QString &problem) {
            if (problem.isEmpty())
                Q_EMIT saved(path, size);
            else
                showNote(problem, true);
        });
}

} // namespace sonde::content
