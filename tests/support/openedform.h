// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formview.h"
#include "widgets/form/schemaform.h"

#include <QApplication>

namespace sonde::tests {

// A form in a window of its own, over a schema and a text.
struct OpenedForm {
    OpenedForm(std::string_view schema, std::string_view text)
    {
        form.setSchema(std::make_shared<json::Document>(json::Document::parse(schema)));
        form.setText(Bytes::copyOf(text));
        form.resize(700, 600);
        form.show();
        QApplication::setActiveWindow(&form);
    }

    QByteArray text() const { return form.text().toByteArray(); }

    // The editor of that type at the field, focused.
    template <typename T>
    T *editor(const char *pointer)
    {
        form.goTo(QString::fromLatin1(pointer));
        auto *found = qobject_cast<T *>(QApplication::focusWidget());
        if (!found)
            qFatal("no editor at %s", pointer);
        return found;
    }

    // Of every field that has a line or a cell.
    QStringList pointers()
    {
        using Type = widgets::FormRow::Type;
        QStringList all;
        for (const widgets::FormRow &row : form.view().rows()) {
            if (row.type == Type::Picker || row.type == Type::More || row.type == Type::Heads)
                continue;
            all << row.field->pointer;
            for (const schema::Field *cell : row.cells)
                all << cell->pointer;
        }
        return all;
    }

    QStringList sentences() const
    {
        QStringList all;
        for (const widgets::FormProblem &problem : form.problems())
            all << problem.pointer + QStringLiteral(": ") + problem.sentence;
        return all;
    }

    widgets::SchemaForm form;
};

} // namespace sonde::tests
