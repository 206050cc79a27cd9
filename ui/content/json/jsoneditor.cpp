// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"

#include "content/json/completionlist.h"
#include "content/json/jsontext.h"
#include "content/text/findbar.h"
#include "content/text/textsearch.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/theme.h"
#include "schema/completion.h"

#include <QKeyEvent>
#include <QMenu>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace sonde::content {

namespace {

using namespace std::chrono_literals;

constexpr auto kDebounce = 150ms;
constexpr std::size_t kInlineBytes = 100'000; // more is checked off the window's thread

std::size_t longestLine(std::string_view text)
{
    std::size_t longest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        longest = std::max(longest, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

constexpr std::size_t kInlineSearch = 500'000; // bytes; more is searched off the window's thread

} // namespace

JsonEditor::JsonEditor(QWidget *parent)
    : QWidget(parent)
    , m_text(new JsonText(this))
    , m_job(this)
    , m_searchJob(this)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_text);
    setFocusProxy(m_text);
    m_text->setAccessibleName(tr("JSON text"));
    m_text->setAccessibleDescription(
        tr("Ctrl+Tab leaves the text, Ctrl+F searches, F8 goes to the next problem"));
    m_text->installEventFilter(this);
    m_wait.setSingleShot(true);
    m_wait.setInterval(kDebounce);
    m_listRefresh.setSingleShot(true);
    m_listRefresh.setInterval(0);
    connect(&m_wait, &QTimer::timeout, this, &JsonEditor::check);
    connect(&m_listRefresh, &QTimer::timeout, this, &JsonEditor::refreshProposals);
    connect(m_text, &QsciScintilla::textChanged, this, [this] {
        m_wait.start();
        m_listRefresh.start();
        Q_EMIT edited();
    });
    connect(
        m_text, &QsciScintilla::cursorPositionChanged, &m_listRefresh, qOverload<>(&QTimer::start));
    connect(m_text, &QsciScintillaBase::SCN_CHARADDED, this, &JsonEditor::typed);
    connect(m_text, &JsonText::menuRequested, this, &JsonEditor::addToMenu);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, m_text,
        &JsonText::applyTheme);
}

JsonEditor::~JsonEditor() = default;

void JsonEditor::setTabMovesFocus(bool moves)
{
    m_text->setTabMovesFocus(moves);
}

void JsonEditor::setLineNumbers(bool visible)
{
    m_text->setLineNumbers(visible);
}

void JsonEditor::setReadOnly(bool readOnly)
{
    m_text->setReadOnly(readOnly);
}

bool JsonEditor::isReadOnly() const
{
    return m_text->isReadOnly();
}

void JsonEditor::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        m_text->applyTheme();
}

bool JsonEditor::setBytes(const Bytes &text)
{
    const std::size_t longest = longestLine(text.view());
    const bool fits = text.size() <= kMaxBytes && longest <= kMaxLine;
    m_text->setMarks(JsonText::Misfit, {});
    m_text->setWhole(fits ? text.view() : std::string_view(), longest);
    checkNow();
    return fits;
}

Bytes JsonEditor::bytes() const
{
    return m_text->whole();
}

bool JsonEditor::isEmpty() const
{
    return m_text->length() == 0;
}

std::size_t JsonEditor::caret() const
{
    return m_text->caret();
}

void JsonEditor::setCaret(std::size_t offset)
{
    m_text->setCaret(std::min(offset, m_text->length()));
}

const std::optional<json::ParseError> &JsonEditor::checkNow()
{
    m_wait.stop();
    m_job.stop();
    setProblem(isEmpty() ? std::nullopt : json::Document::parse(bytes()).error());
    return m_problem;
}

void JsonEditor::check()
{
    if (isSearching())
        search();
    const Bytes text = bytes();
    if (text.size() <= kInlineBytes) {
        checkNow();
        Q_EMIT checked();
        return;
    }
    using Response = std::optional<json::ParseError>;
    m_job.start<Response>(
        [text](const std::stop_token &) { return json::Document::parse(text).error(); },
        [this](Response response) {
            setProblem(std::move(response));
            Q_EMIT checked();
        });
}

void JsonEditor::setProblem(std::optional<json::ParseError> problem)
{
    m_problem = std::move(problem);
    std::vector<JsonText::Mark> marks;
    if (m_problem)
        marks.push_back({m_problem->offset, m_problem->offset, m_problem->reason});
    m_text->setMarks(JsonText::Problem, std::move(marks));
}

void JsonEditor::goToProblem()
{
    if (!m_problem)
        return;
    m_text->setCaret(m_problem->offset);
    m_text->setFocus();
}

void JsonEditor::setMarks(std::vector<Mark> marks)
{
    std::vector<JsonText::Mark> shown;
    for (Mark &mark : marks) {
        if (shown.size() == kMaxMarks)
            break;
        shown.push_back({mark.begin, mark.end, std::move(mark.sentence)});
    }
    m_text->setMarks(JsonText::Misfit, std::move(shown));
}

bool JsonEditor::goToMark(bool forward)
{
    const auto indicator = m_problem ? JsonText::Problem : JsonText::Misfit;
    const long at = m_text->nextMark(indicator, forward);
    if (at < 0)
        return false;
    const auto place = std::size_t(at);
    m_text->select(place, place);
    m_text->setFocus();
    const QString sentence = m_text->sentenceAt(place);
    m_text->setAccessibleDescription(sentence);
    QToolTip::showText(m_text->below(place), look::plainToolTip(sentence), m_text);
    return true;
}

QString JsonEditor::sentenceAt(std::size_t offset) const
{
    return m_text->sentenceAt(offset);
}

void JsonEditor::setHighlight(std::size_t begin, std::size_t end)
{
    m_highlight = {begin, end};
    m_text->clearIndicator(JsonText::Highlight);
    end = std::min(end, m_text->length());
    if (begin >= end)
        return;
    m_text->fillIndicator(JsonText::Highlight, begin, end);
    m_text->SendScintilla(
        QsciScintilla::SCI_SCROLLRANGE, static_cast<unsigned long>(end), static_cast<long>(begin));
}

bool JsonEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_text)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool run = event->type() == QEvent::KeyPress;
        if (handleKey(key->key(), key->modifiers() & ~Qt::KeypadModifier, run)) {
            event->accept(); // before a shortcut of the window gets it
            return true;
        }
        break;
    }
    case QEvent::FocusOut:
    case QEvent::Hide:
        hideProposals();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

// Whether the key is meant for something else than the text; `run` does it.
bool JsonEditor::handleKey(int key, Qt::KeyboardModifiers modifiers, bool run)
{
    if (m_list && m_list->isVisible() && modifiers == Qt::NoModifier) {
        const bool takes = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab;
        const bool moves = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
            || key == Qt::Key_PageDown;
        if (run && takes)
            accept();
        else if (run && moves)
            m_list->move(key);
        else if (run && key == Qt::Key_Escape)
            m_list->hide();
        if (takes || moves || key == Qt::Key_Escape)
            return true;
    }
    const bool shift = modifiers == Qt::ShiftModifier;
    const bool plain = modifiers == Qt::NoModifier;
    const bool control = modifiers == Qt::ControlModifier;
    if (key == Qt::Key_F && control) {
        if (run)
            find();
    } else if (key == Qt::Key_Space && control && m_completion && !isReadOnly()) {
        if (run)
            complete();
    } else if (key == Qt::Key_F3 && (plain || shift) && isSearching()) {
        if (run)
            goToFound(plain);
    } else if (key == Qt::Key_F8 && (plain || shift)) {
        if (run)
            goToMark(plain);
    } else if (key == Qt::Key_Escape && plain && isSearching()) {
        if (run) {
            m_find->hide();
            search();
        }
    } else {
        return false;
    }
    return true;
}

void JsonEditor::addToMenu(QMenu *menu)
{
    menu->addSeparator();
    menu->addAction(tr("Find…"), QKeySequence(Qt::CTRL | Qt::Key_F), this, &JsonEditor::find);
    QAction *complete = menu->addAction(
        tr("Complete"), QKeySequence(Qt::CTRL | Qt::Key_Space), this, &JsonEditor::complete);
    complete->setEnabled(m_completion && !isReadOnly());
    menu->addAction(tr("Toggle fold"), this, [this] {
        const int line = int(m_text->SendScintilla(
            QsciScintilla::SCI_LINEFROMPOSITION, static_cast<unsigned long>(m_text->caret())));
        m_text->foldLine(line);
    });
    menu->addAction(tr("Unfold all"), m_text, &QsciScintilla::clearFolds);
}

void JsonEditor::setSchema(std::shared_ptr<const json::Document> schema)
{
    hideProposals();
    const auto document = std::move(schema);
    m_completion = document ? std::make_unique<schema::Completion>(document) : nullptr;
    if (!m_completion || m_list)
        return;
    m_list = new CompletionList(this);
    connect(m_list, &CompletionList::chosen, this, &JsonEditor::accept);
}

void JsonEditor::hideProposals()
{
    if (m_list)
        m_list->hide();
}

void JsonEditor::typed(int character)
{
    if (character == '"' && m_completion && !isReadOnly())
        complete();
}

void JsonEditor::complete()
{
    if (!m_completion || !m_list || isReadOnly())
        return;
    schema::Proposals proposals = m_completion->at(m_text->view(), m_text->caret());
    const QPoint below = m_text->below(proposals.begin);
    m_list->showProposals(std::move(proposals), below, m_text->lineHeight());
}

void JsonEditor::refreshProposals()
{
    if (!m_list || m_list->isHidden())
        return;
    const std::size_t begin = m_list->proposals().begin;
    const bool moved = m_text->caret() < begin || m_text->caret() > m_text->length();
    if (moved || !m_completion)
        m_list->hide();
    else
        complete();
    if (!m_list->isHidden() && m_list->proposals().begin != begin)
        m_list->hide(); // that is another place
}

void JsonEditor::accept()
{
    const schema::Proposal *proposal = m_list->current();
    if (!proposal)
        return;
    const schema::Proposals &all = m_list->proposals();
    std::string text = proposal->text;
    if (all.names && all.needsColon)
        text += ": ";
    m_text->replaceBytes(all.begin, std::min(all.end, m_text->length()), text);
    m_list->hide();
}

void JsonEditor::makeFindBar()
{
    m_find = new FindBar(this);
    layout()->addWidget(m_find);
    connect(m_find, &FindBar::wantedChanged, this, &JsonEditor::search);
    connect(m_find, &FindBar::nextRequested, this, [this] { goToFound(true); });
    connect(m_find, &FindBar::previousRequested, this, [this] { goToFound(false); });
    connect(m_find, &FindBar::closed, this, [this] {
        search();
        m_text->setFocus(Qt::OtherFocusReason);
    });
}

bool JsonEditor::isSearching() const
{
    return m_find && !m_find->isHidden();
}

void JsonEditor::find()
{
    if (!m_find)
        makeFindBar();
    const QString selected = m_text->selectedText();
    m_find->open(selected.contains(u'\n') ? QString() : selected);
}

void JsonEditor::search()
{
    const std::string wanted = m_find->wanted().toStdString();
    m_foundSize = wanted.size();
    m_searchJob.stop();
    if (m_text->length() <= kInlineSearch) {
        showFound(findAll(m_text->view(), wanted, kMaxFound + 1));
        return;
    }
    using Response = std::vector<std::size_t>;
    m_searchJob.start<Response>(
        [text = bytes(), wanted](const std::stop_token &stop) {
            return findAll(text.view(), wanted, kMaxFound + 1, stop);
        },
        [this](Response response) { showFound(std::move(response)); });
}

void JsonEditor::showFound(std::vector<std::size_t> found)
{
    m_found = std::move(found);
    m_text->clearIndicator(JsonText::Found);
    const std::size_t lit = std::min(m_found.size(), kMaxFound);
    for (std::size_t i = 0; i < lit; ++i)
        m_text->fillIndicator(JsonText::Found, m_found[i], m_found[i] + m_foundSize);
    showFoundCount();
}

void JsonEditor::showFoundCount()
{
    const auto begin = std::size_t(m_text->SendScintilla(QsciScintilla::SCI_GETSELECTIONSTART));
    const auto end = std::size_t(m_text->SendScintilla(QsciScintilla::SCI_GETSELECTIONEND));
    const auto at = std::lower_bound(m_found.begin(), m_found.end(), begin);
    const bool selected = at != m_found.end() && *at == begin && end == begin + m_foundSize;
    const std::size_t current = selected ? static_cast<std::size_t>(at - m_found.begin()) + 1 : 0;
    m_find->setFound(current, std::min(m_found.size(), kMaxFound), m_found.size() > kMaxFound);
}

void JsonEditor::goToFound(bool forward)
{
    if (m_found.empty())
        return;
    const auto begin = std::size_t(m_text->SendScintilla(QsciScintilla::SCI_GETSELECTIONSTART));
    const auto end = std::size_t(m_text->SendScintilla(QsciScintilla::SCI_GETSELECTIONEND));
    auto at = std::lower_bound(m_found.begin(), m_found.end(), begin);
    if (forward) {
        if (at != m_found.end() && *at == begin && end == begin + m_foundSize)
            ++at;
        at = at == m_found.end() ? m_found.begin() : at;
    } else {
        at = at == m_found.begin() ? m_found.end() - 1 : at - 1;
    }
    m_text->select(*at, *at + m_foundSize);
    showFoundCount();
}

} // namespace sonde::content
