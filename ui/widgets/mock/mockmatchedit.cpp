// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/mock/mockmatchedit.h"

#include "content/json/jsoneditor.h"
#include "look/access/menutext.h"
#include "look/theme/metrics.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <string>

namespace sonde::widgets {

namespace {

std::string textOf(const content::JsonEditor &editor)
{
    const std::string text(editor.bytes().view());
    return text.find_first_not_of(" \t\r\n") == std::string::npos ? std::string() : text;
}

} // namespace

MockMatchEdit::MockMatchEdit(QWidget *parent)
    : QWidget(parent)
    , m_thing(new QComboBox(this))
    , m_name(new QLineEdit(this))
{
    m_thing->setObjectName(QStringLiteral("mockThing"));
    m_thing->setAccessibleName(tr("Kind of request"));
    m_thing->addItem(tr("Tool call"), QStringLiteral("tool"));
    m_thing->addItem(tr("Prompt"), QStringLiteral("prompt"));
    m_thing->addItem(tr("Resource"), QStringLiteral("resource"));
    m_thing->addItem(tr("Other method"), QStringLiteral("method"));
    m_name->setObjectName(QStringLiteral("mockName"));
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Request"), m_thing);
    form->addRow(tr("&Name"), m_name);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(look::metrics().unit);
    layout->addLayout(form);
    m_arguments = makeJson("mockArguments", tr("Arg&uments that must be equal"), m_argumentsLabel);
    m_params = makeJson("mockParams", tr("&Params that must be equal"), m_paramsLabel);
    layout->addStretch();
    connect(m_thing, &QComboBox::activated, this, [this] {
        showParts();
        report();
    });
    connect(m_name, &QLineEdit::textEdited, this, &MockMatchEdit::report);
    setMinimumWidth(0);
    showParts();
}

content::JsonEditor *MockMatchEdit::makeJson(const char *name, const QString &title, QLabel *&label)
{
    auto *editor = new content::JsonEditor(this);
    editor->setObjectName(QLatin1String(name));
    editor->setAccessibleName(look::withoutMnemonic(title));
    editor->focusProxy()->setAccessibleName(
        editor->accessibleName()); // what has the focus is named
    editor->setLineNumbers(false);
    editor->setTabMovesFocus(true);
    label = new QLabel(title, this);
    label->setBuddy(editor);
    auto *column = static_cast<QVBoxLayout *>(layout());
    column->addWidget(label);
    column->addWidget(editor, 1);
    connect(editor, &content::JsonEditor::edited, this, &MockMatchEdit::report);
    return editor;
}

void MockMatchEdit::report()
{
    if (!m_isShowing)
        Q_EMIT edited();
}

void MockMatchEdit::showFields(const mock::ResponseFields &fields, bool readOnly)
{
    m_isShowing = true;
    m_thing->setCurrentIndex(m_thing->findData(QString::fromStdString(fields.thing)));
    m_thing->setEnabled(!readOnly);
    m_name->setText(json::toQString(fields.name));
    m_name->setReadOnly(readOnly);
    m_areArgumentsTooLarge = !m_arguments->setBytes(Bytes::copyOf(fields.arguments));
    m_areParamsTooLarge = !m_params->setBytes(Bytes::copyOf(fields.params));
    m_arguments->setReadOnly(readOnly || m_areArgumentsTooLarge);
    m_params->setReadOnly(readOnly || m_areParamsTooLarge);
    m_isShowing = false;
    showParts();
}

void MockMatchEdit::readInto(mock::ResponseFields &fields) const
{
    fields.thing = m_thing->currentData().toString().toStdString();
    fields.name = m_name->text().toStdString();
    if (!m_areArgumentsTooLarge)
        fields.arguments = textOf(*m_arguments);
    if (!m_areParamsTooLarge)
        fields.params = textOf(*m_params);
}

void MockMatchEdit::focusName()
{
    m_name->setFocus();
}

// What the request does not have is shown only where the file names it.
void MockMatchEdit::showParts()
{
    const QString thing = m_thing->currentData().toString();
    const bool hasArguments = thing == u"tool" || thing == u"prompt" || !m_arguments->isEmpty();
    const bool hasParams = thing == u"method" || !m_params->isEmpty();
    m_argumentsLabel->setVisible(hasArguments);
    m_arguments->setVisible(hasArguments);
    m_paramsLabel->setVisible(hasParams);
    m_params->setVisible(hasParams);
    m_name->setAccessibleName(thing == u"method" ? tr("Name of the method")
            : thing == u"resource"               ? tr("URI of the resource")
                                                 : tr("Name of the tool or the prompt"));
    m_name->setPlaceholderText(thing == u"method" ? QString() : tr("any"));
}

} // namespace sonde::widgets
