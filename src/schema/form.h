// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "schema/formfield.h"
#include "schema/schemastore.h"
#include "json/document.h"

#include <QHash>
#include <QStringView>

#include <map>
#include <vector>

namespace sonde::schema {

class ShapeMaker;
struct Part;

// A schema and a JSON text as a tree of fields. It is a view: the text is the truth, every change
// is new text in which only the bytes of that value differ, and nothing else is kept than the
// branches a person chose. Fields are made when they are asked for, and are gone with the next
// text. Any schema has a form; what no field can express is a Json field.
class Form {
public:
    explicit Form(std::shared_ptr<const json::Document> schema, const Remotes &remotes = {});
    ~Form();
    Form(const Form &) = delete;
    Form &operator=(const Form &) = delete;

    // Why the schema cannot be followed as a whole; the form is one Json field then.
    const QString &problem() const { return m_problem; }

    // False when the text is no JSON: there are no fields then.
    bool setText(const Bytes &text);
    // Takes over a text in which nothing differs but the value of one field, or that this value is
    // there now. The fields stay, all of them. False: there is more to it, and setText() is due.
    bool follow(const Bytes &text, const QString &pointer);
    const json::Document &document() const { return m_document; }

    const Field *root() const { return m_root.get(); }
    const std::vector<std::unique_ptr<Field>> &children(const Field &field) const;
    const Field *find(QStringView pointer) const; // opens what is on the way; null when not there
    FieldFacts facts(const Field &field) const;
    // Whether a keyword (the absolute location of an output unit) is one of those the field is
    // made of: not so for the branches of a union that are not chosen.
    bool speaks(const Field &field, QStringView keywordLocation) const;

    // Each gives the new text, which is not taken over before setText(). A field that is omitted
    // comes into being, with the objects around it.
    // The text of a Text field; for any other kind one JSON value, kept as typed.
    Result<Bytes> setFieldText(const Field &field, const QString &text) const;
    Result<Bytes> setRaw(const Field &field, std::string_view raw) const;
    Result<Bytes> setBool(const Field &field, bool value) const;
    Result<Bytes> setState(const Field &field, FieldState state) const;
    Result<Bytes> choose(const Field &field, std::size_t choice) const; // MultiEnum: on or off
    Result<Bytes> chooseBranch(const Field &field, std::size_t picker, std::size_t branch);
    Result<Bytes> addItem(const Field &array) const;
    Result<Bytes> removeItem(const Field &item); // an element, or an added member
    Result<Bytes> moveItem(const Field &item, std::uint32_t to); // before the one at `to`
    Result<Bytes> addMember(const Field &object, const QString &name) const;
    Result<Bytes> renameMember(const Field &member, const QString &name) const;

    // What a field gets when it comes into being: default, first of enum, const, or the least.
    std::string newValue(const Field &field) const;

    static constexpr std::uint32_t kMaxTupleRows = 1000;
    static constexpr int kMaxSkeletonDepth = 8;
    static constexpr std::uint64_t kMaxSteps = 1'000'000; // of guesses about one text

private:
    using Places = std::vector<SchemaPlace>;
    std::unique_ptr<Field> make(const Field *parent, const QString &name, const json::Value &value,
        const Places &places) const;
    void settle(Field &field) const; // kind and state
    json::Value followed(
        const Field &field, const json::Document &now, const json::Value &parent) const;
    void renumber(Field &field, json::NodeId from) const;
    bool resettle(Field &field) const;
    void openObject(const Field &field) const;
    void openArray(const Field &field) const;
    std::string skeleton(const Places &places, const QString &pointer,
        const std::vector<const Resource *> &scope, int depth) const;
    std::string skeleton(const Shape &shape, const QString &pointer, int depth) const;
    std::string wrapped(const Field &field, std::string_view raw) const;
    void forget(const QString &pointer); // choices at and below it
    void shift(const QString &array, const std::vector<std::uint32_t> &newPlaces);

    std::shared_ptr<const json::Document> m_schema;
    std::unique_ptr<SchemaStore> m_store;
    std::unique_ptr<ShapeMaker> m_maker;
    SchemaPlace m_top;
    QString m_problem;
    json::Document m_document;
    std::unique_ptr<Field> m_root;
    QHash<QString, std::size_t> m_chosen;
};

} // namespace sonde::schema
