// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/rulepageview.h"

#include "findings/page/rulepage.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "models/findings/findingtext.h"
#include "widgets/findings/excerptview.h"
#include "widgets/kit/table/propertygrid.h"

#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr int kTwoColumns = 96; // characters

} // namespace

RulePageView::RulePageView(QWidget *parent)
    : QWidget(parent)
    , m_place(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rulePage"));
    m_place->setContentsMargins(0, 0, 0, 0);
    hide();
}

void RulePageView::showRuleOf(const std::optional<findings::Finding> &finding)
{
    const bool isSame = finding && m_shown && finding->requirement == m_shown->requirement
        && finding->level == m_shown->level && finding->revision == m_shown->revision
        && finding->remedy == m_shown->remedy;
    setVisible(finding.has_value());
    m_shown = finding;
    if (isSame)
        return; // the text that is selected stays
    delete m_content;
    m_content = nullptr;
    m_columns = nullptr;
    if (finding)
        fill(*finding);
}

void RulePageView::fill(const findings::Finding &finding)
{
    const findings::RulePage page = pageOf(*finding.requirement);
    m_content = new QWidget(this);
    m_columns = new QBoxLayout(QBoxLayout::TopToBottom, m_content);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(look::metrics().margin);
    auto *texts = new QVBoxLayout;
    auto *examples = new QVBoxLayout;
    for (QVBoxLayout *column : {texts, examples}) {
        column->setSpacing(look::metrics().unit);
        m_columns->addLayout(column, 1);
    }
    addText(*texts, tr("What it demands"), models::withoutCodeMarks(page.requirement->summary),
        "ruleDemands");
    addText(*texts, tr("Why it matters"), page.words.why, "ruleWhy");
    const QString remedy = models::withoutCodeMarks(finding.remedy);
    addText(*texts, tr("How to fix it"),
        remedy.isEmpty() ? page.words.fix : QString(remedy + u'\n' + page.words.fix), "ruleFix");
    addRevisions(*texts, finding);
    texts->addStretch();
    addExample(*examples, page.examples.bad, finding.level);
    addExample(*examples, page.examples.good, {});
    auto *note = new look::ColorLabel(tr("Sonde's own tests run these examples. The handshake and "
                                         "what every message has are left out."),
        models::ColorRole::Muted, m_content);
    note->setWordWrap(true);
    examples->addWidget(note);
    examples->addStretch();
    m_place->addWidget(m_content);
    chooseDirection();
    m_content->show();
}

void RulePageView::addText(
    QVBoxLayout &column, const QString &title, const QString &text, const char *name)
{
    auto *heading = new look::ColorLabel(title, models::ColorRole::Normal, m_content);
    heading->setFont(look::boldFont());
    column.addWidget(heading);
    auto *label = new look::ColorLabel(text, models::ColorRole::Normal, m_content);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(title);
    column.addWidget(label);
}

// `level`: of what the example breaks; nothing: it breaks nothing.
void RulePageView::addExample(
    QVBoxLayout &column, const findings::RuleExample &example, std::optional<findings::Level> level)
{
    const QString title = level ? tr("Bad") : tr("Good");
    auto *heading = new look::ColorLabel(title, models::ColorRole::Normal, m_content);
    heading->setFont(look::boldFont());
    heading->setSign(level ? models::levelSign(*level) : models::Sign::Ok);
    column.addWidget(heading);
    auto *view = new ExcerptView(models::ruleExcerpt(example),
        level ? ExcerptView::Mark::Wrong : ExcerptView::Mark::Plain,
        level.value_or(findings::Level::Info), m_content);
    view->setObjectName(QLatin1String(level ? "ruleBad" : "ruleGood"));
    view->setAccessibleName(level ? tr("Bad example") : tr("Good example"));
    column.addWidget(view);
}

void RulePageView::addRevisions(QVBoxLayout &column, const findings::Finding &finding)
{
    auto *heading = new look::ColorLabel(tr("Revisions"), models::ColorRole::Normal, m_content);
    heading->setFont(look::boldFont());
    column.addWidget(heading);
    auto *grid = new PropertyGrid(m_content);
    grid->setObjectName(QStringLiteral("ruleRevisions"));
    grid->setProperties(models::revisionFacts(*finding.requirement, finding.revision));
    column.addWidget(grid);
}

void RulePageView::chooseDirection()
{
    if (!m_columns)
        return;
    const bool isWide = width() >= fontMetrics().averageCharWidth() * kTwoColumns;
    m_columns->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void RulePageView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    chooseDirection();
}

} // namespace sonde::widgets
