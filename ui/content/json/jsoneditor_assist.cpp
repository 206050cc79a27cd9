// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The search and the proposals of the editor.
#include "content/json/jsoneditor.h"

#include "content/json/completionlist.h"
#include "content/json/jsontext.h"
#include "content/text/findbar.h"
#include "content/text/textsearch.h"
#include "schema/completion.h"

#include <algorithm>

namespace sonde::content {

namespace {

constexpr std::size_t kInlineSearch = 500'000; // bytes; more is searched off the window's thread

} // namespace

void JsonEditor::setSchema(std::shared_ptr<const json::Document> schema)
{
    m_list->hide();
    const auto document = std::move(schema);
    m_completion = document ? std::make_unique<schema::Completion>(document) : nullptr;
}

void JsonEditor::typed(int character)
{
    if (character == '"' && m_completion && !isReadOnly())
        complete();
}

void JsonEditor::complete()
{
    if (!m_completion || isReadOnly())
        return;
    schema::Proposals proposals = m_completion->at(m_text->view(), m_text->caret());
    const QPoint below = m_text->below(proposals.begin);
    m_list->showProposals(std::move(proposals), below, m_text->lineHeight());
}

void JsonEditor::refreshProposals()
{
    if (m_list->isHidden())
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

void JsonEditor::find()
{
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
    using Answer = std::vector<std::size_t>;
    m_searchJob.start<Answer>(
        [text = bytes(), wanted](const std::stop_token &stop) {
            return findAll(text.view(), wanted, kMaxFound + 1, stop);
        },
        [this](Answer answer) { showFound(std::move(answer)); });
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
