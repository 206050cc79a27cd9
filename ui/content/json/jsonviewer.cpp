// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsonviewer.h"

#include "content/json/jsontreeview.h"
#include "content/text/findbar.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;

// Cheap: looks at the first character that is no white space, written plainly or as an escape.
bool couldBeJson(const json::Value &value)
{
    if (!value.isString() || value.raw().size() > JsonViewer::kMaxInside)
        return false;
    std::string_view inside = value.raw().substr(1);
    constexpr std::size_t kLooked = 200;
    inside = inside.substr(0, kLooked);
    while (!inside.empty()) {
        if (inside.front() == ' ')
            inside.remove_prefix(1);
        else if (inside.starts_with("\\n") || inside.starts_with("\\r")
            || inside.starts_with("\\t"))
            inside.remove_prefix(2);
        else
            return inside.front() == '{' || inside.front() == '[';
    }
    return false;
}

} // namespace

JsonViewer::JsonViewer(DocumentPtr document, json::NodeId root, QWidget *parent)
    : Viewer(parent)
    , m_tree(new JsonTreeView(this))
    , m_find(new FindBar(this))
    , m_back(new QWidget(this))
    , m_where(new look::ColorLabel(models::ColorRole::Muted, m_back))
    , m_inside(new look::InlineMessage(this))
    , m_open(makeAction(tr("Open JSON in string"), Qt::CTRL | Qt::Key_I))
    , m_finding(this)
    , m_parsing(this)
{
    makeBars();
    look::passFocus(*this, *m_tree);
    m_tree->addAction(m_open);
    connect(makeAction(tr("Next problem"), Qt::Key_F8), &QAction::triggered, this,
        [this] { goToMark(1); });
    connect(makeAction(tr("Previous problem"), Qt::SHIFT | Qt::Key_F8), &QAction::triggered, this,
        [this] { goToMark(-1); });
    connect(m_open, &QAction::triggered, this, &JsonViewer::openString);
    connect(m_inside, &look::InlineMessage::buttonClicked, this, &JsonViewer::openString);
    connect(m_find, &FindBar::closed, this, [this] {
        find({});
        m_tree->setFocus();
        Q_EMIT changed();
    });
    connect(m_find, &FindBar::wantedChanged, this, [this] { find(m_find->wanted()); });
    connect(m_find, &FindBar::nextRequested, this, [this] { step(1); });
    connect(m_find, &FindBar::previousRequested, this, [this] { step(-1); });
    connect(m_tree, &QTreeView::expanded, this, &Viewer::changed);
    connect(m_tree, &QTreeView::collapsed, this, &Viewer::changed);
    connect(m_tree, &JsonTreeView::nodeSelected, this, &JsonViewer::showBars);
    take(std::move(document), root);
}

QAction *JsonViewer::makeAction(const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void JsonViewer::makeBars()
{
    auto *leave = new QToolButton(m_back);
    leave->setIcon(look::icon("left"));
    leave->setText(tr("Back"));
    leave->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    leave->setAutoRaise(true);
    leave->setAccessibleName(tr("Go back to the document that holds the string"));
    leave->setToolTip(leave->accessibleName());
    connect(leave, &QToolButton::clicked, this, &JsonViewer::leaveString);
    m_where->setElideMode(Qt::ElideMiddle);
    auto *back = new QHBoxLayout(m_back);
    back->setContentsMargins(0, 0, 0, 0);
    back->addWidget(leave);
    back->addWidget(m_where, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_back);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_inside);
    layout->addWidget(m_find);
}

void JsonViewer::take(DocumentPtr document, json::NodeId root)
{
    m_root = root;
    m_hits = {};
    m_tree->setDocument(std::move(document), root);
    if (m_outer.empty())
        m_tree->setMarks(m_marks);
    showBars();
}

void JsonViewer::showBars()
{
    m_back->setVisible(!m_outer.empty());
    if (!m_outer.empty()) {
        const Level &outer = m_outer.back();
        m_where->setText(
            tr("JSON in the string %1").arg(outer.document->value(outer.chosen).path()));
    }
    m_open->setEnabled(canOpenString());
    const bool was = m_inside->isHidden();
    if (canOpenString())
        m_inside->showMessage(
            look::InlineMessage::Kind::Info, tr("This string may contain JSON."), tr("Open"));
    else
        m_inside->hide();
    if (was != m_inside->isHidden())
        Q_EMIT changed();
}

void JsonViewer::setMarks(const std::vector<JsonMark> &marks)
{
    m_marks = marks;
    m_mark = -1;
    if (m_outer.empty())
        m_tree->setMarks(marks);
}

void JsonViewer::goToMark(int by)
{
    const auto count = qsizetype(m_marks.size());
    if (count == 0 || !m_outer.empty())
        return;
    m_mark = m_mark < 0 ? (by > 0 ? 0 : count - 1) : (m_mark + by + count) % count;
    m_tree->selectNode(m_marks[std::size_t(m_mark)].node);
}

bool JsonViewer::canOpenString() const
{
    const DocumentPtr &document = m_tree->document();
    const json::NodeId node = m_tree->currentNode();
    return document && node != json::kNoNode && couldBeJson(document->value(node));
}

void JsonViewer::openString()
{
    if (!canOpenString())
        return;
    const Level level{m_tree->document(), m_root, m_tree->currentNode()};
    m_parsing.start<DocumentPtr>(
        [level](const std::stop_token &) {
            const std::string text = level.document->value(level.chosen).text();
            return std::make_shared<const json::Document>(json::Document::parse(text));
        },
        [this, level](const DocumentPtr &inside) {
            if (m_tree->document() != level.document)
                return;
            if (!inside->isValid()) {
                m_inside->showMessage(
                    look::InlineMessage::Kind::Warning, tr("The string is not valid JSON."));
                return;
            }
            m_outer.push_back(level);
            take(inside, 0);
            Q_EMIT changed();
        });
}

void JsonViewer::leaveString()
{
    if (m_outer.empty())
        return;
    const Level level = m_outer.back();
    m_outer.pop_back();
    take(level.document, level.root);
    m_tree->selectNode(level.chosen);
    showBars();
    Q_EMIT changed();
}

void JsonViewer::find(const QString &text)
{
    const DocumentPtr document = m_tree->document();
    if (!document)
        return;
    const json::Node &node = document->node(m_root);
    const Bytes where = document->bytes().slice(node.begin, node.end - node.begin);
    m_finding.start<TextHits>(
        [where, text](const std::stop_token &stop) { return TextHits::find(where, text, stop); },
        [this](TextHits hits) {
            m_hits = std::move(hits);
            goTo(m_hits.begins.empty() ? -1 : 0);
        });
}

void JsonViewer::step(int by)
{
    const auto count = qint64(m_hits.begins.size());
    if (count > 0)
        goTo((m_hit + by + count) % count);
}

void JsonViewer::goTo(qint64 hit)
{
    m_hit = hit;
    if (hit >= 0) {
        const std::size_t begin = m_tree->document()->node(m_root).begin;
        m_tree->selectAt(begin + m_hits.begins[std::size_t(hit)]);
    }
    m_find->setFound(std::size_t(hit + 1), m_hits.begins.size(), m_hits.more);
}

void JsonViewer::openFind()
{
    m_find->open({});
    Q_EMIT changed();
}

int JsonViewer::wantedHeight(int, int most) const
{
    const int row = look::metrics().treeRow;
    int height = 2 * m_tree->frameWidth() + row / 2;
    for (const QWidget *bar :
        {m_back, static_cast<QWidget *>(m_inside), static_cast<QWidget *>(m_find)}) {
        if (!bar->isHidden())
            height += bar->sizeHint().height() + layout()->spacing();
    }
    for (QModelIndex at = m_tree->model()->index(0, 0); at.isValid() && height < most;
         at = m_tree->indexBelow(at))
        height += row;
    return std::min(height, most);
}

} // namespace sonde::content
