// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/choiceeditors.h"

#include "base/formatting.h"
#include "look/painting/controlpainter.h"
#include "look/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QRadioButton>
#include <QStyle>

#include <numeric>

namespace sonde::widgets {

namespace {

using schema::FieldState;

constexpr int kPadding = 6;
constexpr int kBetweenChoices = 12;
constexpr int kArrow = 18;
// More choices, or longer ones, go into a menu.
constexpr qsizetype kFewChoices = 4;
constexpr qsizetype kFewChoiceCharacters = 32;
constexpr qsizetype kMaxTitleShown = 200;

QString shownTitle(QString title)
{
    title = title.simplified();
    return title.size() > kMaxTitleShown ? QString(title.left(kMaxTitleShown) % u'…') : title;
}

// Escapes &, which would mark a mnemonic on buttons and in menus.
QString plain(QString title)
{
    return title.replace(u'&', QLatin1String("&&"));
}

// Shows the selected values in one line, with the arrow of a list.
class ListButton final : public QAbstractButton {
public:
    explicit ListButton(QWidget *parent)
        : QAbstractButton(parent)
    {
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QColor ink = palette().color(QPalette::ButtonText);
        const QRect arrow(width() - kArrow, 0, kArrow, height());
        look::controls::chevron(&painter, QStyle::visualRect(layoutDirection(), rect(), arrow),
            look::controls::Chevron::Down, ink);
        const QRect words(kPadding, 0, width() - kArrow - kPadding, height());
        painter.setPen(ink);
        painter.drawText(QStyle::visualRect(layoutDirection(), rect(), words),
            int(Qt::AlignVCenter | Qt::TextSingleLine),
            fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    }
};

// From the side where lines begin.
int endOf(const QWidget *choice)
{
    const QWidget *editor = choice->parentWidget();
    return QStyle::visualRect(editor->layoutDirection(), editor->rect(), choice->geometry())
        .right();
}

// Unchecks all of an exclusive group.
void check(QRadioButton *button, bool on)
{
    button->setAutoExclusive(false);
    button->setChecked(on);
    button->setAutoExclusive(true);
}

} // namespace

SwitchEditor::SwitchEditor(QWidget *parent)
    : FieldEditor(Type::Switch, parent)
    , m_true(new QRadioButton(QStringLiteral("true"), this))
    , m_false(new QRadioButton(QStringLiteral("false"), this))
{
    for (QRadioButton *button : {m_true, m_false}) {
        button->setFont(look::fixedFont());
        connect(button, &QRadioButton::toggled, this, [this, button](bool on) {
            FormAction action{FormAction::Kind::SetBool};
            action.on = button == m_true;
            if (on)
                act(action);
        });
    }
}

int SwitchEditor::ghostIndent() const
{
    return endOf(m_false) + kPadding;
}

QWidget *SwitchEditor::target()
{
    return m_false->isChecked() ? m_false : m_true;
}

void SwitchEditor::fill(const schema::Form &, const schema::Field &field, const QString &)
{
    check(m_true, field.value.toBool() == true);
    check(m_false, field.value.toBool() == false);
    m_false->setAccessibleName(QStringLiteral("false"));
}

void SwitchEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    int x = kPadding;
    for (QRadioButton *button : {m_true, m_false}) {
        const QRect place(x, 0, button->sizeHint().width(), height());
        button->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
        x += place.width() + kBetweenChoices;
    }
}

ChoiceEditor::ChoiceEditor(QWidget *parent)
    : FieldEditor(Type::Choice, parent)
    , m_box(new QComboBox(this))
{
    m_box->setFrame(false);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_box, &QComboBox::activated, this, [this](int index) {
        FormAction action{FormAction::Kind::Choose};
        action.index = std::size_t(index);
        if (index < m_titles.size())
            act(action);
    });
}

QWidget *ChoiceEditor::target()
{
    return m_box;
}

void ChoiceEditor::fill(const schema::Form &, const schema::Field &field, const QString &text)
{
    QStringList titles;
    for (const schema::Choice &choice : field.choices)
        titles << shownTitle(choice.title);
    if (titles != m_titles || m_box->count() != titles.size()) {
        m_titles = titles;
        m_box->clear();
        m_box->addItems(titles);
        for (std::size_t i = 0; i < field.choices.size(); ++i)
            m_box->setItemData(
                int(i), shownTitle(field.choices[i].description), Qt::AccessibleDescriptionRole);
    }
    int index = field.choice();
    if (index < 0 && !text.isEmpty()) {
        m_box->addItem(tr("%1 · none of these").arg(shownTitle(text)));
        index = m_box->count() - 1;
    }
    m_box->setCurrentIndex(index);
}

void ChoiceEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_box->setGeometry(rect());
}

ChecksEditor::ChecksEditor(QWidget *parent)
    : FieldEditor(Type::Checks, parent)
    , m_menu(new ListButton(this))
{
    connect(m_menu, &QAbstractButton::clicked, this, &ChecksEditor::openMenu);
}

int ChecksEditor::ghostIndent() const
{
    return usesMenu() ? 0 : endOf(m_checks.back()) + kPadding;
}

QWidget *ChecksEditor::target()
{
    return usesMenu() ? static_cast<QWidget *>(m_menu) : m_checks.front();
}

void ChecksEditor::setTitles(const QStringList &titles)
{
    if (titles == m_titles)
        return;
    m_titles = titles;
    m_hasRoom = false;
    qDeleteAll(m_checks);
    m_checks.clear();
    const qsizetype letters = std::accumulate(titles.begin(), titles.end(), qsizetype(0),
        [](qsizetype sum, const QString &title) { return sum + title.size(); });
    if (titles.size() <= kFewChoices && letters <= kFewChoiceCharacters) {
        for (qsizetype i = 0; i < titles.size(); ++i) {
            auto *box = new QCheckBox(plain(titles[i]), this);
            connect(box, &QCheckBox::toggled, this, [this, i] {
                FormAction action{FormAction::Kind::Choose};
                action.index = std::size_t(i);
                act(action);
            });
            m_checks.push_back(box);
        }
    }
}

void ChecksEditor::fill(const schema::Form &, const schema::Field &field, const QString &)
{
    QStringList titles;
    for (const schema::Choice &choice : field.choices)
        titles << shownTitle(choice.title);
    setTitles(titles);
    m_chosen.resize(field.choices.size());
    QStringList chosen;
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
        m_chosen[i] = field.hasChoice(i);
        if (m_chosen[i])
            chosen << titles[qsizetype(i)];
        if (!m_checks.empty())
            m_checks[i]->setChecked(m_chosen[i]);
    }
    m_menu->setText(listText(chosen));
    arrange();
}

void ChecksEditor::openMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
        QAction *entry = menu->addAction(plain(m_titles[qsizetype(i)]));
        entry->setCheckable(true);
        entry->setChecked(m_chosen[i]);
        connect(entry, &QAction::triggered, this, [this, i] {
            FormAction action{FormAction::Kind::Choose};
            action.index = i;
            act(action);
        });
    }
    menu->popup(mapToGlobal(QPoint(0, height())));
}

void ChecksEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ChecksEditor::arrange()
{
    m_menu->setGeometry(rect());
    int x = kPadding;
    for (QCheckBox *box : m_checks) {
        const QRect place(x, 0, box->sizeHint().width(), height());
        box->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
        x += place.width() + kBetweenChoices;
    }
    const QWidget *before = target();
    const bool focused = before->hasFocus();
    m_hasRoom = !m_checks.empty() && x - kBetweenChoices <= width();
    m_menu->setVisible(usesMenu());
    for (QCheckBox *box : m_checks)
        box->setVisible(m_hasRoom);
    if (target() == before)
        return;
    Q_EMIT targetChanged();
    if (focused)
        target()->setFocus();
}

FixedEditor::FixedEditor(QWidget *parent)
    : FieldEditor(Type::Fixed, parent)
    , m_words(new QLabel(this))
{
    m_words->setTextFormat(Qt::PlainText);
    m_words->setFont(look::fixedFont());
    setFocusPolicy(Qt::StrongFocus);
}

void FixedEditor::fill(const schema::Form &, const schema::Field &, const QString &text)
{
    m_words->setText(shownTitle(text));
}

void FixedEditor::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_words->setGeometry(rect().adjusted(kPadding, 0, -kPadding, 0));
}

} // namespace sonde::widgets
