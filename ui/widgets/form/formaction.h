// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/form.h"

namespace sonde::widgets {

// What the user does with a field of a form.
struct FormAction {
    enum class Kind : std::uint8_t {
        SetText, // `text` as typed
        SetRaw, // `text` is one JSON value
        SetBool, // `on`
        SetState, // `state`
        Choose, // `index` of the choices
        ChooseBranch, // `index` of the branches of `picker`
        AddItem, // to the array
        AddMember, // to the object, under a name that is free
        Remove, // an element or a member
        Move, // an element: before the one at `index`
        Rename, // a member: `text`
        Open, // shows or hides what is in a group: `on`; changes no text
        EditAsJson, // wants the place in the JSON text; changes no text
    };
    Kind kind = Kind::SetText;
    QString pointer{}; // of the field
    QString text{};
    std::size_t index = 0;
    std::size_t picker = 0;
    schema::FieldState state = schema::FieldState::Value;
    bool on = false;
};

// The text after an action, and where to go on.
struct FormChange {
    Bytes text;
    QString focus; // the field that has the cursor then
};

// The error says why there is no such text: what was typed is no JSON value, a name is taken.
Result<FormChange> apply(schema::Form &form, const FormAction &action);

} // namespace sonde::widgets
