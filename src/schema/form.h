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

// A schema and a JSON text as a tree of fields. The text is the only state besides the branches the
// user chose: every change produces a new text in which only the bytes of that value differ. Fields
// are created on first access and are destroyed with the next text. Every schema has a form; a part
// that no other field can represent is a Json field.
class Form {
public:
    explicit Form(std::shared_ptr<const json::Document> schema, const Remotes &remotes = {});
    ~Form();
    Form(const Form &) = delete;
    Form &operator=(const Form &) = delete;

    // Why the schema as a whole cannot be used; the form is a single Json field then.
    const QString &problem() const { return m_problem; }

    // Returns false if the text is not JSON; the form has no fields then.
    bool setText(const Bytes &text);
    // Adopts a text that differs only in the value of one field, or only adds that value, and keeps
    // all fields. Returns false if more has changed; then call setText().
    bool follow(const Bytes &text, const QString &pointer);
    const json::Document &document() const { return m_document; }

    const Field *root() const { return m_root.get(); }
    const std::vector<std::unique_ptr<Field>> &children(const Field &field) const;
    // Creates the fields on the way; null if there is no such field.
    const Field *find(QStringView pointer) const;
    FieldFacts facts(const Field &field) const;
    // Whether the field is made of this keyword (the absolute location of an output unit); false
    // for keywords in branches of a union that are not chosen.
    bool speaks(const Field &field, QStringView keywordLocation) const;

    // Each edit returns the new text; the form does not adopt it before setText(). Editing an
    // omitted field adds it, with the objects around it.
    // `text` is plain text for a Text field, otherwise one JSON value, kept as typed.
    Result<Bytes> setFieldText(const Field &field, const QString &text) const;
    Result<Bytes> setRaw(const Field &field, std::string_view raw) const;
    Result<Bytes> setBool(const Field &field, bool value) const;
    Result<Bytes> setState(const Field &field, FieldState state) const;
    // MultiEnum: toggles the choice.
    Result<Bytes> choose(const Field &field, std::size_t choice) const;
    Result<Bytes> chooseBranch(const Field &field, std::size_t picker, std::size_t branch);
    Result<Bytes> addItem(const Field &array) const;
    Result<Bytes> removeItem(const Field &item); // an element, or an added member
    Result<Bytes> moveItem(const Field &item, std::uint32_t to); // before the one at `to`
    Result<Bytes> addMember(const Field &object, const QString &name) const;
    Result<Bytes> renameMember(const Field &member, const QString &name) const;

    // The initial value of a field that is added: default, first of enum, const, or the minimum; of
    // an object, the required members for which the schema itself gives a value.
    std::string newValue(const Field &field) const;

    static constexpr std::uint32_t kMaxTupleRows = 1000;
    static constexpr int kMaxSkeletonDepth = 8;
    static constexpr std::uint64_t kMaxSteps = 1'000'000; // for all guesses about one text

private:
    using Places = std::vector<SchemaPlace>;
    std::unique_ptr<Field> make(const Field *parent, const QString &name, const json::Value &value,
        const Places &places) const;
    void settle(Field &field) const; // sets kind and state
    json::Value followed(
        const Field &field, const json::Document &now, const json::Value &parent) const;
    void renumber(Field &field, json::NodeId from) const;
    bool resettle(Field &field) const;
    void openObject(const Field &field) const;
    void openArray(const Field &field) const;
    std::string skeleton(const Places &places, const QString &pointer,
        const std::vector<const SchemaResource *> &scope) const;
    std::string skeleton(const Shape &shape, const QString &pointer) const;
    // `left`: how many shapes may still be made.
    std::string skeleton(const Shape &shape, const QString &pointer, int depth, int &left) const;
    std::string givenValue(const Shape &shape, const QString &pointer, int depth, int &left) const;
    std::string objectSkeleton(
        const Shape &shape, const QString &pointer, int depth, int &left) const;
    std::string arraySkeleton(
        const Shape &shape, const QString &pointer, int depth, int &left) const;
    std::string wrapped(const Field &field, std::string_view raw) const;
    void forget(const QString &pointer); // drops the choices at and below it
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
