// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/jsoneditor.h"

#include "content/metrics.h"
#include "content/qscintilla.h"
#include "content/sign.h"
#include "content/theme.h"

#include <QFontInfo>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::content {

namespace {

using namespace std::chrono_literals;

constexpr auto kDebounce = 150ms;
constexpr std::size_t kInlineBytes = 100'000; // more is checked off the window's thread

constexpr int kTextMargin = 6;
constexpr int kSignMargin = 0;
constexpr int kNumberMargin = 1;
constexpr int kProblemMarker = 1;
constexpr int kProblemIndicator = 8;
constexpr int kHighlightIndicator = 9;

std::size_t longestLine(std::string_view text)
{
    std::size_t longest = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        longest = std::max(longest, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return longest;
}

QColor lexerColor(int style)
{
    const Theme &t = theme();
    switch (style) {
    case QsciLexerJSON::Number:
        return t.jNum;
    case QsciLexerJSON::String:
    case QsciLexerJSON::UnclosedString:
    case QsciLexerJSON::IRI:
    case QsciLexerJSON::IRICompact:
        return t.jStr;
    case QsciLexerJSON::Property:
        return t.jKey;
    case QsciLexerJSON::EscapeSequence:
        return t.jEsc;
    case QsciLexerJSON::Operator:
    case QsciLexerJSON::CommentLine:
    case QsciLexerJSON::CommentBlock:
        return t.jPun;
    case QsciLexerJSON::Keyword:
    case QsciLexerJSON::KeywordLD:
        return t.jLit;
    case QsciLexerJSON::Error:
        return t.error;
    default:
        return t.text;
    }
}

// QScintilla knows sizes in points only.
QFont editorFont()
{
    QFont font = fixedFont();
    font.setPointSizeF(QFontInfo(font).pointSizeF());
    return font;
}

QPixmap problemSign(qreal ratio)
{
    const int side = metrics().sign;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintSign(&painter, QRectF(0, 0, side, side), models::Sign::ProtocolError, theme().error);
    return pixmap;
}

} // namespace

// The text itself, with a keyboard way out of it.
class JsonEditor::Text final : public QsciScintilla {
public:
    using QsciScintilla::QsciScintilla;

    std::size_t length() const { return std::size_t(SendScintilla(SCI_GETLENGTH)); }
    void clearIndicator(int indicator)
    {
        SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
        SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(length()));
    }
    void fillIndicator(int indicator, std::size_t begin, std::size_t end)
    {
        SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(begin),
            static_cast<long>(end - begin));
    }

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        // Tab indents, as everywhere where text is written: Ctrl+Tab leaves.
        const bool tab = event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
        if (tab && event->modifiers().testFlag(Qt::ControlModifier)) {
            // The base class keeps the focus on purpose; QWidget passes it on.
            // NOLINTNEXTLINE(bugprone-parent-virtual-call)
            QWidget::focusNextPrevChild(event->key() == Qt::Key_Tab);
            return;
        }
        QsciScintilla::keyPressEvent(event);
    }
};

JsonEditor::JsonEditor(QWidget *parent)
    : QWidget(parent)
    , m_text(new Text(this))
    , m_lexer(new QsciLexerJSON(this))
    , m_job(this)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_text);
    setFocusProxy(m_text);
    m_text->setUtf8(true);
    m_text->setEolMode(QsciScintilla::EolUnix);
    m_text->SendScintilla(QsciScintilla::SCI_SETPASTECONVERTENDINGS, 0UL);
    m_text->setLexer(m_lexer);
    m_text->setFolding(QsciScintilla::NoFoldStyle);
    m_text->setWrapMode(QsciScintilla::WrapCharacter);
    m_text->setAutoIndent(true);
    m_text->setIndentationsUseTabs(false);
    m_text->setIndentationWidth(2);
    m_text->setTabWidth(2);
    m_text->setBraceMatching(QsciScintilla::SloppyBraceMatch);
    m_text->setScrollWidth(1);
    m_text->setScrollWidthTracking(true);
    m_text->setMarginType(kSignMargin, QsciScintilla::SymbolMargin);
    m_text->setMarginMarkerMask(kSignMargin, 1 << kProblemMarker);
    m_text->setMarginType(kNumberMargin, QsciScintilla::NumberMargin);
    m_text->setMarginMarkerMask(kNumberMargin, 0);
    // Room to breathe: a pixel above and below each line, a gap between margin and text.
    m_text->setExtraAscent(1);
    m_text->setExtraDescent(1);
    m_text->SendScintilla(QsciScintilla::SCI_SETMARGINLEFT, 0UL, long(kTextMargin));
    m_text->indicatorDefine(QsciScintilla::SquiggleIndicator, kProblemIndicator);
    m_text->indicatorDefine(QsciScintilla::StraightBoxIndicator, kHighlightIndicator);
    m_text->setIndicatorDrawUnder(true, kHighlightIndicator);
    m_text->setAccessibleName(tr("JSON text"));
    m_text->setAccessibleDescription(tr("Ctrl+Tab leaves the text"));
    applyTheme();
    showMargins();

    m_wait.setSingleShot(true);
    m_wait.setInterval(kDebounce);
    connect(&m_wait, &QTimer::timeout, this, &JsonEditor::check);
    connect(m_text, &QsciScintilla::textChanged, this, [this] {
        m_wait.start();
        Q_EMIT edited();
    });
    connect(&CurrentTheme::instance(), &CurrentTheme::changed, this, &JsonEditor::applyTheme);
}

JsonEditor::~JsonEditor() = default;

void JsonEditor::applyTheme()
{
    const Theme &t = theme();
    const QFont font = editorFont();
    m_lexer->setDefaultFont(font);
    m_lexer->setDefaultPaper(t.base);
    m_lexer->setDefaultColor(t.text);
    for (int style = QsciLexerJSON::Default; style <= QsciLexerJSON::Error; ++style) {
        m_lexer->setFont(font, style);
        m_lexer->setColor(lexerColor(style), style);
        m_lexer->setPaper(t.base, style);
        m_lexer->setEolFill(false, style);
    }
    m_text->setFont(font);
    m_text->setPaper(t.base);
    m_text->setColor(t.text);
    m_text->setCaretForegroundColor(t.text);
    m_text->setSelectionBackgroundColor(t.sel);
    m_text->resetSelectionForegroundColor();
    m_text->setMarginsFont(font);
    m_text->setMarginsBackgroundColor(t.altBase);
    m_text->setMarginsForegroundColor(t.muted);
    m_text->setMatchedBraceBackgroundColor(t.selOff);
    m_text->setMatchedBraceForegroundColor(t.text);
    m_text->setUnmatchedBraceBackgroundColor(t.base);
    m_text->setUnmatchedBraceForegroundColor(t.error);
    m_text->setIndicatorForegroundColor(t.error, kProblemIndicator);
    m_text->setIndicatorForegroundColor(t.byteHi, kHighlightIndicator);
    constexpr int kOpaque = 255;
    m_text->SendScintilla(
        QsciScintilla::SCI_INDICSETALPHA, static_cast<unsigned long>(kHighlightIndicator), kOpaque);
    m_text->SendScintilla(QsciScintilla::SCI_INDICSETOUTLINEALPHA,
        static_cast<unsigned long>(kHighlightIndicator), kOpaque);
    m_text->markerDefine(problemSign(devicePixelRatioF()), kProblemMarker);
}

void JsonEditor::setLineNumbers(bool visible)
{
    m_lineNumbers = visible;
    showMargins();
}

void JsonEditor::showMargins()
{
    constexpr int kPadding = 10;
    const int digits = int(QString::number(qMax(99, m_text->lines())).size());
    const int numbers = QFontMetrics(fixedFont()).horizontalAdvance(u'0') * digits + kPadding;
    m_text->setMarginWidth(kNumberMargin, m_lineNumbers ? numbers : 0);
    m_text->setMarginWidth(kSignMargin, m_lineNumbers || m_problem ? metrics().sign + 4 : 2);
}

void JsonEditor::setReadOnly(bool readOnly)
{
    m_text->setReadOnly(readOnly);
}

bool JsonEditor::isReadOnly() const
{
    return m_text->isReadOnly();
}

void JsonEditor::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        applyTheme();
}

bool JsonEditor::setBytes(const Bytes &text)
{
    const bool fits = text.size() <= kMaxBytes && longestLine(text.view()) <= kMaxLine;
    const bool readOnly = isReadOnly();
    m_text->setReadOnly(false);
    m_text->SendScintilla(QsciScintilla::SCI_CLEARALL);
    if (fits) {
        // New lines go on as the text does, so that it is not mixed by typing into it.
        const bool windows = text.view().find("\r\n") != std::string_view::npos;
        m_text->setEolMode(windows ? QsciScintilla::EolWindows : QsciScintilla::EolUnix);
        m_text->SendScintilla(
            QsciScintilla::SCI_APPENDTEXT, static_cast<unsigned long>(text.size()), text.data());
    }
    m_text->SendScintilla(QsciScintilla::SCI_EMPTYUNDOBUFFER);
    m_text->SendScintilla(QsciScintilla::SCI_GOTOPOS, 0UL);
    m_text->setReadOnly(readOnly);
    checkNow();
    return fits;
}

Bytes JsonEditor::bytes() const
{
    const void *start = m_text->SendScintillaPtrResult(QsciScintilla::SCI_GETCHARACTERPOINTER);
    return Bytes::copyOf({static_cast<const char *>(start), m_text->length()});
}

bool JsonEditor::isEmpty() const
{
    return m_text->length() == 0;
}

const std::optional<json::ParseError> &JsonEditor::checkNow()
{
    m_wait.stop();
    m_job.stop();
    setProblem(isEmpty() ? std::nullopt : json::Document::parse(bytes()).error());
    return m_problem;
}

void JsonEditor::check()
{
    const Bytes text = bytes();
    if (text.size() <= kInlineBytes) {
        checkNow();
        Q_EMIT checked();
        return;
    }
    using Answer = std::optional<json::ParseError>;
    m_job.start<Answer>(
        [text](const std::stop_token &) { return json::Document::parse(text).error(); },
        [this](Answer answer) {
            setProblem(std::move(answer));
            Q_EMIT checked();
        });
}

void JsonEditor::setProblem(std::optional<json::ParseError> problem)
{
    m_problem = std::move(problem);
    m_text->markerDeleteAll(kProblemMarker);
    m_text->clearIndicator(kProblemIndicator);
    showMargins();
    if (!m_problem)
        return;
    // At the end of the text there is nothing to underline: the last character stands for it.
    const std::size_t length = m_text->length();
    const std::size_t at = std::min(m_problem->offset, length > 0 ? length - 1 : 0);
    const auto position = static_cast<unsigned long>(at);
    m_text->markerAdd(
        int(m_text->SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, position)), kProblemMarker);
    const long next = m_text->SendScintilla(QsciScintilla::SCI_POSITIONAFTER, position);
    m_text->fillIndicator(kProblemIndicator, at, std::size_t(next));
}

void JsonEditor::goToProblem()
{
    if (!m_problem)
        return;
    m_text->SendScintilla(
        QsciScintilla::SCI_GOTOPOS, static_cast<unsigned long>(m_problem->offset));
    m_text->setFocus();
}

void JsonEditor::setHighlight(std::size_t begin, std::size_t end)
{
    m_text->clearIndicator(kHighlightIndicator);
    end = std::min(end, m_text->length());
    if (begin >= end)
        return;
    m_text->fillIndicator(kHighlightIndicator, begin, end);
    m_text->SendScintilla(
        QsciScintilla::SCI_SCROLLRANGE, static_cast<unsigned long>(end), static_cast<long>(begin));
}

} // namespace sonde::content
