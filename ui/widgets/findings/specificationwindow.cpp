// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/specificationwindow.h"

#include "content/json/jsontreeview.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/findings/findingtext.h"
#include "models/findings/requirementmodel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QUrl>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::RequirementModel;

namespace {

constexpr QSize kUsual(900, 640);
constexpr int kTableShare = 240; // of the height, and of the width, at first
constexpr int kBelowShare = 400;
constexpr int kFactsShare = 520;
constexpr int kShapeShare = 360;
constexpr int kRuleChars = 34;
constexpr int kKeywordChars = 14;

QString nameOf(findings::Revision revision)
{
    const auto name = revisionName(revision);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

// "tools/call · structuredContent", or "Mcp-Session-Id"
QString subjectText(const findings::Subject &subject)
{
    QStringList parts;
    for (const std::string &part : {subject.method, subject.member, subject.header}) {
        if (!part.empty())
            parts << QString::fromStdString(part);
    }
    if (subject.errorCode)
        parts << QString::number(*subject.errorCode);
    return parts.join(QStringLiteral(" · "));
}

} // namespace

SpecificationWindow::SpecificationWindow(QWidget *parent)
    : SecondaryWindow(parent)
    , m_model(new RequirementModel(this))
    , m_subject(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_table(new PlainTable(m_model, this))
    , m_facts(new PropertyGrid(this))
    , m_shapeTitle(new look::PanelTitle(tr("Official schema"), this))
    , m_shape(new content::JsonTreeView(this))
    , m_open(new QPushButton(look::icon("globe"), tr("Open the specification"), this))
{
    setObjectName(QStringLiteral("specification"));
    setWindowTitle(tr("Specification"));
    look::setFirstSize(this, kUsual);
    m_subject->setFont(look::boldFont());
    m_subject->setAccessibleName(tr("What the specification is asked about"));
    m_table->setAccessibleName(tr("Requirements"));
    m_table->setMonospace(RequirementModel::RuleColumn);
    m_table->setUsualWidth(RequirementModel::RuleColumn, kRuleChars);
    m_table->setUsualWidth(RequirementModel::KeywordColumn, kKeywordChars);
    m_table->setUsualWidth(RequirementModel::SummaryColumn, 0);
    auto *below = new look::Splitter(Qt::Horizontal, this);
    below->addWidget(makeParagraph());
    below->addWidget(makeShape());
    below->setDefaultSizes({kFactsShare, kShapeShare});
    below->setChildrenCollapsible(false);
    auto *splitter = new look::Splitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(below);
    splitter->setDefaultSizes({kTableShare, kBelowShare});
    splitter->setChildrenCollapsible(false);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_subject);
    column->addWidget(splitter, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &SpecificationWindow::showCurrent);
    connect(m_open, &QPushButton::clicked, this, [this] {
        const QModelIndex index = m_table->currentIndex();
        if (index.isValid())
            QDesktopServices::openUrl(
                QUrl(m_model->at(index.row()).addressIn(m_model->revision()), QUrl::StrictMode));
    });
}

QWidget *SpecificationWindow::makeParagraph()
{
    auto *scroll = new QScrollArea(this);
    auto *page = new QWidget(scroll);
    page->setBackgroundRole(QPalette::Base);
    auto *lines = new QVBoxLayout(page);
    const int margin = look::metrics().margin;
    lines->setContentsMargins(margin, margin, margin, margin);
    lines->addWidget(m_facts);
    lines->addStretch();
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->setAccessibleName(tr("Requirement"));
    m_open->setAutoDefault(false);
    m_open->setToolTip(tr("Open the section of the specification in the browser"));
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(m_open);
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(scroll, 1);
    column->addLayout(row);
    return side;
}

QWidget *SpecificationWindow::makeShape()
{
    auto *side = new QWidget(this);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_shapeTitle);
    column->addWidget(m_shape, 1);
    m_shape->setAccessibleName(tr("Type of the official schema"));
    return side;
}

void SpecificationWindow::showSubject(const findings::Subject &subject)
{
    m_model->setRequirements(requirementsAbout(subject), subject.revision);
    const std::string type = findings::schemaTypeOf(subject);
    m_subject->setText(m_model->rowCount() == 0
            ? tr("%1: no requirement of the specification names it").arg(subjectText(subject))
            : tr("%1 in revision %2").arg(subjectText(subject), nameOf(subject.revision)));
    m_shapeTitle->setDetail(type.empty() ? tr("no type") : QString::fromStdString(type));
    m_shape->setDocument(findings::shapeOf(subject.revision, type));
    if (m_model->rowCount() > 0)
        m_table->setCurrentIndex(m_model->index(0, 0));
    showCurrent();
}

void SpecificationWindow::showCurrent()
{
    const QModelIndex index = m_table->currentIndex();
    if (!index.isValid()) {
        m_facts->setProperties({});
        m_open->setEnabled(false);
        return;
    }
    const findings::Requirement &requirement = m_model->at(index.row());
    m_facts->setProperties(models::requirementFacts(requirement, m_model->revision()));
    m_open->setEnabled(!requirement.addressIn(m_model->revision()).isEmpty());
}

} // namespace sonde::widgets
