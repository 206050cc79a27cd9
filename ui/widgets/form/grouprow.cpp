// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/grouprow.h"

#include "look/access/focusring.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/form/fieldtexts.h"
#include "widgets/form/itembuttons.h"
#include "widgets/form/statebutton.h"
#include "widgets/kit/button/openarrow.h"
#include "widgets/kit/label/namelabel.h"

#include <QLineEdit>
#include <QPushButton>

namespace sonde::widgets {

using models::ColorRole;
using models::Sign;

namespace {
constexpr int kMostName = 220;
} // namespace

GroupRow::GroupRow(bool named, QWidget *parent)
    : FormRowWidget(parent)
    , m_arrow(new OpenArrow(this))
    , m_name(new NameLabel(named, this))
    , m_state(new StateButton(this))
    , m_detail(new look::ColorLabel(ColorRole::Muted, this))
    , m_add(new QPushButton(look::icon("add"), QString(), this))
    , m_buttons(new ItemButtons(this))
{
    m_name->setLeading();
    m_name->setBold(true);
    m_add->setAutoDefault(false);
    connect(m_arrow, &OpenArrow::openRequested, this, [this](bool open) {
        FormAction action{FormAction::Kind::Open};
        action.on = open;
        act(action);
    });
    connect(m_add, &QPushButton::clicked, this,
        [this] { act({m_addsItems ? FormAction::Kind::AddItem : FormAction::Kind::AddMember}); });
    connect(m_buttons, &ItemButtons::acted, this, &FormRowWidget::acted);
    connect(m_name, &NameLabel::renamed, this, [this](const QString &name) {
        act({FormAction::Kind::Rename, {}, name});
    });
    connect(m_state, &StateButton::stateRequested, this, [this](schema::FieldState state) {
        FormAction action{FormAction::Kind::SetState};
        action.state = state;
        act(action);
    });
}

bool GroupRow::suits(const FormRow &row) const
{
    return row.type == FormRow::Type::Group && row.field->isAdded == m_name->isEditable();
}

QList<QWidget *> GroupRow::stops() const
{
    QList<QWidget *> all{m_arrow};
    if (m_name->isEditable())
        all << m_name->editor();
    if (!m_add->isHidden())
        all << m_add;
    return all;
}

QWidget *GroupRow::target() const
{
    return m_arrow;
}

void GroupRow::fill(const RowView &view)
{
    const schema::Field &field = *view.row.field;
    const schema::FieldFacts facts = view.form.facts(field);
    const QString name = spokenName(field, facts);
    m_arrow->showOpen(view.row.open, name);
    m_arrow->setEnabled(view.row.canOpen);
    m_name->showField(field, name);
    m_name->setHover(facts.description);
    m_state->showField(field, name);
    const QString wrong = view.row.open ? view.troubles.sentenceAt(field.pointer)
                                        : view.troubles.sentenceIn(field.pointer);
    QString detail = groupDetail(field, facts);
    if (!view.row.canOpen)
        detail = tr("%1 · too many for a form, edited as JSON").arg(detail);
    m_detail->setText(wrong.isEmpty() ? detail : wrong);
    m_detail->setColorRole(wrong.isEmpty() ? ColorRole::Muted : ColorRole::Error);
    m_detail->setSign(wrong.isEmpty() ? Sign::None : Sign::ProtocolError);
    m_arrow->setAccessibleDescription(QStringList{stateWord(field.state), m_detail->text(),
        tr("Alt+1 to Alt+4 set omitted, null, empty, value")}
                                          .join(QStringLiteral(". ")));
    m_addsItems = field.takesElements;
    m_add->setVisible(field.takesElements || field.takesMembers);
    m_add->setText(m_addsItems ? tr("Add") : tr("Add name"));
    m_add->setAccessibleName(
        m_addsItems ? tr("Add an element to %1").arg(name) : tr("Add a name to %1").arg(name));
    m_buttons->showField(field, name);
}

void GroupRow::place()
{
    const FormColumns &c = columns();
    const int line = lineHeight();
    const int top = 3;
    int x = FormColumns::indent(depth());
    m_arrow->setGeometry(mirrored({x - 4, top, OpenArrow::kWidth, line}));
    x += OpenArrow::kWidth - 2;
    const int room = c.width - FormColumns::kMargin - x;
    const int name = qMin(m_name->wantedWidth(), qMin(kMostName, room / 3));
    m_name->setGeometry(mirrored({x, top, name, line}));
    x += name + FormColumns::kGap;
    m_state->setGeometry(mirrored({x, top, c.stateWidth, line}));
    x += c.stateWidth + FormColumns::kGap;
    int end = c.width - FormColumns::kMargin;
    const int buttons = m_buttons->neededWidth();
    m_buttons->setGeometry(mirrored({end - buttons, top, buttons, line}));
    end -= buttons ? buttons + 2 : 0;
    if (!m_add->isHidden()) {
        const int add = m_add->sizeHint().width();
        m_add->setGeometry(mirrored({end - add, top, add, line}));
        end -= add + FormColumns::kGap;
    }
    m_detail->setGeometry(mirrored({x, top, qMax(0, end - x), line}));
}

} // namespace sonde::widgets
