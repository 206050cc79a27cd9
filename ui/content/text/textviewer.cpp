// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textviewer.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "content/text/decodedtext.h"
#include "content/text/findbar.h"
#include "content/text/textview.h"
#include "look/access/focuspass.h"

#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {

TextViewer::TextViewer(const DecodedText &text, QWidget *parent)
    : Viewer(parent)
    , m_view(new TextView(this))
    , m_find(new FindBar(this))
    , m_finding(this)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_find);
    look::passFocus(*this, *m_view);

    QStringList facts{text.encoding};
    if (text.lines > 1 || text.lf + text.crLf + text.cr > 0)
        facts << (text.lines == 1
                ? tr("1 line")
                : tr("%1 lines", nullptr, pluralNumber(text.lines)).arg(countText(text.lines)))
              << text.lineEnds();
    m_facts = facts.join(QStringLiteral(" · "));
    m_view->setText(text.utf8);

    connect(m_find, &FindBar::closed, this, [this] {
        find({});
        m_view->setFocus();
        Q_EMIT changed();
    });
    connect(m_find, &FindBar::wantedChanged, this, [this] { find(m_find->wanted()); });
    connect(m_find, &FindBar::nextRequested, this, [this] { step(1); });
    connect(m_find, &FindBar::previousRequested, this, [this] { step(-1); });
    connect(m_view, &TextView::laidOut, this, &Viewer::changed);
}

void TextViewer::openFind()
{
    m_find->open({});
    Q_EMIT changed();
}

int TextViewer::wantedHeight(int width, int most) const
{
    const int bar = m_find->isHidden() ? 0 : m_find->sizeHint().height() + 2;
    return std::min(m_view->heightOf(width, most) + bar, most);
}

void TextViewer::find(const QString &text)
{
    m_finding.start<TextHits>(
        [where = m_view->text(), text](
            const std::stop_token &stop) { return TextHits::find(where, text, stop); },
        [this](TextHits hits) {
            m_hits = std::move(hits);
            m_view->setHits(m_hits);
            // From the visible part, not from the beginning.
            const auto next = std::lower_bound(
                m_hits.begins.begin(), m_hits.begins.end(), m_view->selection().first);
            const auto count = qint64(m_hits.begins.size());
            goTo(count == 0 ? -1 : (next - m_hits.begins.begin()) % count);
        });
}

void TextViewer::step(int by)
{
    const auto count = qint64(m_hits.begins.size());
    if (count > 0)
        goTo((m_current + by + count) % count);
}

void TextViewer::goTo(qint64 hit)
{
    m_current = hit;
    if (hit >= 0) {
        const std::size_t begin = m_hits.begins[std::size_t(hit)];
        m_view->select(begin, begin + m_hits.length);
    }
    m_find->setFound(std::size_t(hit + 1), m_hits.begins.size(), m_hits.more);
}

} // namespace sonde::content
