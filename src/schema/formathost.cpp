// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Host names (RFC 1123, RFC 5891 to 5893), addresses and mailboxes (RFC 5321, RFC 6531).

#include "schema/asciicharacter.h"
#include "schema/format.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace sonde::schema {

namespace {

constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kMaxHost = 253;

using CodePoints = std::u32string;

// The Punycode decoder of RFC 3492.
class Punycode {
public:
    static std::optional<CodePoints> decode(std::string_view text)
    {
        CodePoints out;
        const auto dash = text.rfind('-');
        if (dash != std::string_view::npos) {
            out.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dash));
            text.remove_prefix(dash + 1);
        }
        std::uint32_t n = 128, i = 0, bias = 72;
        while (!text.empty()) {
            const std::uint32_t before = i;
            std::uint32_t weight = 1;
            for (std::uint32_t k = kBase;; k += kBase) {
                if (text.empty())
                    return std::nullopt;
                const auto digit = digitOf(text.front());
                text.remove_prefix(1);
                if (!digit || *digit > (0x7fffffff - i) / weight)
                    return std::nullopt;
                i += *digit * weight;
                const std::uint32_t t = threshold(k, bias);
                if (*digit < t)
                    break;
                weight *= kBase - t;
                if (weight > 0x7fffffff / kBase)
                    return std::nullopt;
            }
            const auto size = static_cast<std::uint32_t>(out.size()) + 1;
            bias = adapt(i - before, size, before == 0);
            n += i / size;
            i %= size;
            if (n > 0x10ffff)
                return std::nullopt;
            out.insert(out.begin() + i, static_cast<char32_t>(n));
            ++i;
        }
        return out;
    }

    static std::string encode(const CodePoints &text)
    {
        std::string out;
        for (const char32_t c : text) {
            if (c < 128)
                out += static_cast<char>(c);
        }
        auto handled = static_cast<std::uint32_t>(out.size());
        const std::uint32_t basic = handled;
        if (basic > 0)
            out += '-';
        std::uint32_t n = 128, delta = 0, bias = 72;
        while (handled < text.size()) {
            std::uint32_t next = 0x10ffff;
            for (const char32_t c : text) {
                if (c >= n)
                    next = std::min<std::uint32_t>(next, c);
            }
            delta += (next - n) * (handled + 1);
            n = next;
            for (const char32_t c : text) {
                delta += c < n;
                if (c != n)
                    continue;
                std::uint32_t q = delta;
                for (std::uint32_t k = kBase;; k += kBase) {
                    const std::uint32_t t = threshold(k, bias);
                    if (q < t)
                        break;
                    out += letterOf(t + (q - t) % (kBase - t));
                    q = (q - t) / (kBase - t);
                }
                out += letterOf(q);
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                ++handled;
            }
            ++delta;
            ++n;
        }
        return out;
    }

private:
    static constexpr std::uint32_t kBase = 36;

    static std::optional<std::uint32_t> digitOf(char c)
    {
        if (isDigit(c))
            return static_cast<std::uint32_t>(c - '0' + 26);
        if (c >= 'a' && c <= 'z')
            return static_cast<std::uint32_t>(c - 'a');
        if (c >= 'A' && c <= 'Z')
            return static_cast<std::uint32_t>(c - 'A');
        return std::nullopt;
    }
    static char letterOf(std::uint32_t digit)
    {
        return static_cast<char>(digit < 26 ? 'a' + digit : '0' + digit - 26);
    }
    static std::uint32_t threshold(std::uint32_t k, std::uint32_t bias)
    {
        return k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
    }
    static std::uint32_t adapt(std::uint32_t delta, std::uint32_t size, bool first)
    {
        delta = first ? delta / 700 : delta / 2;
        delta += delta / size;
        std::uint32_t k = 0;
        for (; delta > 455; k += kBase)
            delta /= 35;
        return k + 36 * delta / (delta + 38);
    }
};

// RFC 5892: whether a label may contain the code point.
bool isAllowed(char32_t c)
{
    if (c < 128)
        return isDigit(static_cast<char>(c)) || (c >= 'a' && c <= 'z') || c == '-';
    constexpr std::array<char32_t, 11> kNever{
        0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B, 0x0};
    if (std::find(kNever.begin(), kNever.end(), c) != kNever.end())
        return false;
    // The exceptions, and the code points that depend on their neighbours.
    constexpr std::array<char32_t, 12> kAlways{0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007,
        0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB, 0x200D};
    if (c == 0x200C || std::find(kAlways.begin(), kAlways.end(), c) != kAlways.end())
        return true;
    switch (QChar::category(c)) {
    case QChar::Letter_Lowercase:
    case QChar::Letter_Other:
    case QChar::Letter_Modifier:
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Number_DecimalDigit:
        return true;
    default:
        return false;
    }
}

bool isScript(char32_t c, QChar::Script script)
{
    return QChar::script(c) == script;
}

bool isAfterVirama(char32_t before)
{
    return before != 0 && QChar::combiningClass(before) == 9;
}

// RFC 5892 A.1: (L|D) T* non-joiner T* (R|D).
bool isBetweenJoining(const CodePoints &label, std::size_t at)
{
    const auto isTransparent = [](char32_t c) {
        return QChar::joiningType(c) == QChar::Joining_Transparent;
    };
    std::size_t left = at;
    while (left > 0 && isTransparent(label[left - 1]))
        --left;
    std::size_t right = at + 1;
    while (right < label.size() && isTransparent(label[right]))
        ++right;
    if (left == 0 || right == label.size())
        return false;
    const auto before = QChar::joiningType(label[left - 1]);
    const auto after = QChar::joiningType(label[right]);
    return (before == QChar::Joining_Left || before == QChar::Joining_Dual)
        && (after == QChar::Joining_Right || after == QChar::Joining_Dual);
}

bool isRightToLeft(char32_t c)
{
    const auto direction = QChar::direction(c);
    return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
}

// RFC 5893 section 2, for a label of its own.
bool fitsBidi(const CodePoints &label)
{
    const auto direction = [](char32_t c) { return QChar::direction(c); };
    const auto isRight = [](QChar::Direction d) { return d == QChar::DirR || d == QChar::DirAL; };
    if (std::none_of(label.begin(), label.end(), isRightToLeft))
        return true;
    if (!isRight(direction(label.front())))
        // A left-to-right label contains none of these and does not begin with a digit.
        return false;
    bool european = false;
    bool arabic = false;
    for (const char32_t c : label) {
        const auto d = direction(c);
        european = european || d == QChar::DirEN;
        arabic = arabic || d == QChar::DirAN;
        if (d == QChar::DirL)
            return false;
    }
    auto last = label.rbegin();
    while (last != label.rend() && direction(*last) == QChar::DirNSM)
        ++last;
    const bool endsWell = last != label.rend()
        && (isRight(direction(*last)) || direction(*last) == QChar::DirEN
            || direction(*last) == QChar::DirAN);
    return endsWell && !(european && arabic);
}

// RFC 5892 appendix A: code points that require certain neighbours.
bool fitsContext(const CodePoints &label, std::size_t at)
{
    const char32_t before = at > 0 ? label[at - 1] : 0;
    const char32_t after = at + 1 < label.size() ? label[at + 1] : 0;
    const auto has = [&label](char32_t first, char32_t last) {
        return std::any_of(
            label.begin(), label.end(), [=](char32_t c) { return c >= first && c <= last; });
    };
    switch (label[at]) {
    case 0x00B7: // middle dot, between two l
        return before == 'l' && after == 'l';
    case 0x0375: // Greek lower numeral sign
        return after != 0 && isScript(after, QChar::Script_Greek);
    case 0x05F3: // Hebrew geresh and gershayim
    case 0x05F4:
        return before != 0 && isScript(before, QChar::Script_Hebrew);
    case 0x30FB: // Katakana middle dot
        return std::any_of(label.begin(), label.end(), [](char32_t c) {
            return c != 0x30FB
                && (isScript(c, QChar::Script_Hiragana) || isScript(c, QChar::Script_Katakana)
                    || isScript(c, QChar::Script_Han));
        });
    case 0x200C: // zero width non-joiner, and joiner: after a virama
        return isAfterVirama(before) || isBetweenJoining(label, at);
    case 0x200D:
        return isAfterVirama(before);
    default:
        break;
    }
    if (label[at] >= 0x0660 && label[at] <= 0x0669)
        return !has(0x06F0, 0x06F9);
    if (label[at] >= 0x06F0 && label[at] <= 0x06F9)
        return !has(0x0660, 0x0669);
    return true;
}

// RFC 5891 section 4.2.
bool isULabel(const CodePoints &label)
{
    if (label.empty() || label.front() == '-' || label.back() == '-')
        return false;
    if (label.size() > 3 && label[2] == '-' && label[3] == '-')
        return false;
    if (QChar::category(label.front()) == QChar::Mark_NonSpacing
        || QChar::category(label.front()) == QChar::Mark_SpacingCombining
        || QChar::category(label.front()) == QChar::Mark_Enclosing)
        return false;
    for (std::size_t i = 0; i < label.size(); ++i) {
        if (!isAllowed(label[i]) || !fitsContext(label, i))
            return false;
    }
    constexpr std::size_t kPrefix = 4; // "xn--"
    return kPrefix + Punycode::encode(label).size() <= kMaxLabel && fitsBidi(label);
}

bool isAsciiLabel(std::string_view label)
{
    if (label.empty() || label.size() > kMaxLabel || label.front() == '-' || label.back() == '-')
        return false;
    if (!std::all_of(label.begin(), label.end(), [](char c) { return isAlnum(c) || c == '-'; }))
        return false;
    if (label.size() < 4 || label.substr(2, 2) != "--")
        return true;
    const bool isEncoded =
        (label[0] == 'x' || label[0] == 'X') && (label[1] == 'n' || label[1] == 'N');
    if (!isEncoded)
        return false;
    std::string encoded(label.substr(4));
    std::transform(encoded.begin(), encoded.end(), encoded.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const auto decoded = Punycode::decode(encoded);
    return decoded && isULabel(*decoded) && Punycode::encode(*decoded) == encoded;
}

bool isLocalPart(std::string_view text, bool international)
{
    constexpr std::string_view kAtom = "!#$%&'*+-/=?^_`{|}~";
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\\' && ++i == text.size())
                return false;
            const auto c = static_cast<unsigned char>(text[i]);
            if (c < 0x20 || c == 0x7f || (c >= 0x80 && !international)
                || (c == '"' && text[i - (i > 0)] != '\\'))
                return false;
        }
        return true;
    }
    bool needsAtom = true;
    for (const char c : text) {
        if (c == '.') {
            if (needsAtom)
                return false;
            needsAtom = true;
        } else if (isAlnum(c) || kAtom.find(c) != std::string_view::npos
            || (international && static_cast<unsigned char>(c) >= 0x80)) {
            needsAtom = false;
        } else {
            return false;
        }
    }
    return !needsAtom;
}

bool isMailbox(std::string_view text, bool international)
{
    const auto at = text.rfind('@');
    if (at == std::string_view::npos || at > 64 || !isLocalPart(text.substr(0, at), international))
        return false;
    std::string_view domain = text.substr(at + 1);
    if (domain.starts_with('[') && domain.ends_with(']')) {
        domain = domain.substr(1, domain.size() - 2);
        return domain.starts_with("IPv6:") ? isIpv6(domain.substr(5)) : isIpv4(domain);
    }
    return international ? isIdnHostname(domain) : isHostname(domain);
}

} // namespace

bool isHostname(std::string_view text)
{
    if (text.size() > kMaxHost)
        return false;
    for (;;) {
        const auto dot = text.find('.');
        if (!isAsciiLabel(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

bool isIdnHostname(std::string_view text)
{
    const auto codes = QString::fromUtf8(text.data(), qsizetype(text.size())).toUcs4();
    std::size_t total = 0;
    // RFC 5893 section 1.4: one right-to-left label makes the name a Bidi domain name, in which no
    // label may begin with a digit.
    bool isBidi = false;
    bool startsWithDigit = false;
    CodePoints label;
    const auto closes = [&] {
        isBidi = isBidi || std::any_of(label.begin(), label.end(), isRightToLeft);
        startsWithDigit =
            startsWithDigit || (!label.empty() && QChar::direction(label.front()) == QChar::DirEN);
        const bool ascii =
            std::all_of(label.begin(), label.end(), [](char32_t c) { return c < 128; });
        total += ascii ? label.size() + 1 : Punycode::encode(label).size() + 5;
        return ascii ? isAsciiLabel(std::string(label.begin(), label.end())) : isULabel(label);
    };
    for (const uint code : codes) {
        // RFC 3490 section 3.1: other characters that are read as dots.
        if (code == '.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61) {
            if (!closes())
                return false;
            label.clear();
        } else {
            label += static_cast<char32_t>(code);
        }
    }
    return closes() && total <= kMaxHost + 1 && !(isBidi && startsWithDigit);
}

bool isIpv4(std::string_view text)
{
    for (int part = 0; part < 4; ++part) {
        const auto dot = std::min(text.find('.'), text.size());
        const std::string_view digits = text.substr(0, dot);
        if (digits.empty() || digits.size() > 3
            || !std::all_of(digits.begin(), digits.end(), isDigit)
            || (digits.size() > 1 && digits.front() == '0')
            || (digits.size() == 3 && digits > "255"))
            return false;
        text.remove_prefix(dot);
        if (part < 3) {
            if (text.empty())
                return false;
            text.remove_prefix(1);
        }
    }
    return text.empty();
}

bool isIpv6(std::string_view text)
{
    int groups = 0;
    bool gap = false;
    if (text.starts_with("::")) {
        gap = true;
        text.remove_prefix(2);
    }
    while (!text.empty()) {
        const auto colon = std::min(text.find(':'), text.size());
        const std::string_view group = text.substr(0, colon);
        if (group.find('.') != std::string_view::npos) {
            groups += 2;
            if (colon != text.size() || !isIpv4(group))
                return false;
            break;
        }
        const bool hex = std::all_of(group.begin(), group.end(), isHex);
        if (group.empty() || group.size() > 4 || !hex)
            return false;
        ++groups;
        text.remove_prefix(colon);
        if (text.empty())
            break;
        text.remove_prefix(1);
        if (text.starts_with(':')) {
            if (gap)
                return false;
            gap = true;
            text.remove_prefix(1);
        } else if (text.empty()) {
            return false;
        }
    }
    return gap ? groups < 8 : groups == 8;
}

bool isEmail(std::string_view text)
{
    return isMailbox(text, false);
}

bool isIdnEmail(std::string_view text)
{
    return isMailbox(text, true);
}

} // namespace sonde::schema
