// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/schematype.h"

#include <string_view>

namespace sonde::changes {

// The sentences of schemaReasons(). A place is the path of an argument or of a result field;
// empty: all of them. Narrow and wide are as there: of arguments the narrow one is the earlier one.
class SchemaWords {
public:
    explicit SchemaWords(SchemaUse use)
        : m_isResult(use == SchemaUse::Result)
    {
    }

    // The later one of the two values, or the earlier one where there is no later one.
    json::Value after(const json::Value &narrow, const json::Value &wide) const;

    QString required(const QString &place, bool isKnown) const;
    QString notAllowed(const QString &place) const;
    QString othersNotAllowed(const QString &place) const;
    QString nothingAllowed(const QString &place) const;
    QString typeChanged(const QString &place, TypeSet narrow, TypeSet wide) const;
    QString typeGone(const QString &place, TypeSet types) const;
    QString valueGone(const QString &place, const json::Value &value) const;
    QString onlyListed(const QString &place, const json::Value &list) const;
    QString boundChanged(const QString &place, const char *keyword, const json::Value &narrow,
        const json::Value &wide) const;
    QString keywordChanged(const QString &place, std::string_view keyword) const;
    QString tooLarge() const;

private:
    QString subject(const QString &place) const;
    const bool m_isResult;
};

// A value for a sentence: its JSON text, shortened.
QString shownValue(const json::Value &value);

} // namespace sonde::changes
