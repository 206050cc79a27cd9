// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/editedvalues.h"

#include "changes/difference.h"
#include "rpc/message.h"
#include "schema/fitcheck.h"

#include <algorithm>
#include <utility>

namespace sonde::models {

namespace {

constexpr char kArguments[] = "/params/arguments";
constexpr qsizetype kMaxCell = 200; // characters

QString cellText(const Bytes &json)
{
    const QByteArray text = json.toByteArray();
    return QString::fromUtf8(text.left(4 * kMaxCell)).simplified().left(kMaxCell);
}

// The misfit of a value is that of the value itself or of one inside it.
QString misfitAt(const std::vector<schema::Misfit> &misfits, const QString &pointer)
{
    for (const schema::Misfit &misfit : misfits) {
        const QString place = kArguments + misfit.pointer;
        if (place == pointer || place.startsWith(pointer + u'/'))
            return misfit.sentence;
    }
    return {};
}

} // namespace

std::string calledTool(const Bytes &message)
{
    rpc::Message call;
    if (!rpc::decodeOne(message, call) || call.method.toStdString() != "tools/call")
        return {};
    return call.params()["name"].text();
}

EditedValues editedValues(
    const Bytes &came, const Bytes &goes, const std::shared_ptr<const json::Document> &inputSchema)
{
    EditedValues out;
    if (came.size() > kMaxEdited || goes.size() > kMaxEdited)
        return out;
    const json::Document before = json::Document::parse(came);
    const json::Document after = json::Document::parse(goes);
    if (!before.isValid() || !after.isValid())
        return out;
    std::vector<schema::Misfit> misfits;
    if (inputSchema && !calledTool(goes).empty()) {
        const json::Value arguments = after.root()["params"]["arguments"];
        auto check = schema::checkFit(
            Bytes::copyOf(arguments ? arguments.raw() : std::string_view("{}")), inputSchema);
        if (check.problem.isEmpty()) {
            misfits = std::move(check.misfits);
            out.fits = std::none_of(misfits.begin(), misfits.end(),
                [](const schema::Misfit &misfit) { return !misfit.isUnnamed; });
        }
    }
    for (const changes::Difference &one : changes::differences(before.root(), after.root()))
        out.values.push_back({one.pointer, cellText(one.before), cellText(one.after),
            misfitAt(misfits, one.pointer)});
    // What did not fit before the change does not fit after it either.
    for (const schema::Misfit &misfit : misfits) {
        const QString place = kArguments + misfit.pointer;
        const bool isListed =
            std::any_of(out.values.begin(), out.values.end(), [&place](const EditedValue &value) {
                return place == value.pointer || place.startsWith(value.pointer + u'/');
            });
        if (isListed)
            continue;
        const auto text = [&place](const json::Document &document) {
            const json::Value value = document.pointer(place);
            return value ? cellText(Bytes::copyOf(value.raw())) : QString();
        };
        out.values.push_back({place, text(before), text(after), misfit.sentence});
    }
    return out;
}

EditedValueModel::EditedValueModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void EditedValueModel::setValues(const EditedValues &values)
{
    m_isJudged = values.fits.has_value();
    setRows(values.values);
}

QString EditedValueModel::text(const EditedValue &value, int column) const
{
    switch (column) {
    case PlaceColumn:
        return value.pointer;
    case BeforeColumn:
        return value.before.isEmpty() ? tr("not there") : value.before;
    case AfterColumn:
        return value.after.isEmpty() ? tr("removed") : value.after;
    case SchemaColumn:
        if (!value.misfit.isEmpty())
            return value.misfit;
        return m_isJudged && value.pointer.startsWith(QLatin1String(kArguments)) ? tr("fits")
                                                                                 : QString();
    default:
        return {};
    }
}

QVariant EditedValueModel::cell(const EditedValue &value, const QModelIndex &index, int role) const
{
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(value, column);
    case SignRole: {
        if (column != SchemaColumn || text(value, column).isEmpty())
            return static_cast<int>(Sign::None);
        return static_cast<int>(value.misfit.isEmpty() ? Sign::Ok : Sign::ProtocolError);
    }
    case TextColorRole:
        return static_cast<int>((column == BeforeColumn && value.before.isEmpty())
                    || (column == AfterColumn && value.after.isEmpty())
                ? ColorRole::Muted
                : ColorRole::Normal);
    default:
        return {};
    }
}

QString EditedValueModel::title(int column) const
{
    switch (column) {
    case PlaceColumn:
        return tr("Place");
    case BeforeColumn:
        return tr("As it came");
    case AfterColumn:
        return tr("As it will be sent");
    case SchemaColumn:
        return tr("Input schema");
    default:
        return {};
    }
}

} // namespace sonde::models
