// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv_scanner.h"

#include "engine/base/errors.h"

#include <algorithm>
#include <fmt/format.h>

namespace engine {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

} // namespace

bool CsvScanner::nextRow()
{
    while (m_at < m_text.size() && endOfRow()) {
        skipLineEnd();
    }
    if (m_at == m_text.size()) {
        return false;
    }
    m_cells.clear();
    m_unquoted.clear();
    m_rowLine = m_line;
    while (true) {
        const std::size_t begin = m_text.find_first_not_of(' ', m_at);
        if (begin != std::string_view::npos && m_text[begin] == '"') {
            m_at = begin;
            scanQuotedCell();
        } else {
            scanPlainCell();
        }
        if (endOfRow()) {
            skipLineEnd();
            return true;
        }
        ++m_at; // the separator
    }
}

void CsvScanner::scanPlainCell()
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && m_text[m_at] != m_separator && !endOfRow()) {
        ++m_at;
    }
    m_cells.push_back(trimmed(m_text.substr(begin, m_at - begin)));
}

void CsvScanner::scanQuotedCell()
{
    const std::size_t begin = ++m_at;
    std::string* unquoted = nullptr;
    std::size_t copied = begin;
    std::size_t quote = m_text.find('"', m_at);
    for (; quote != std::string_view::npos; quote = m_text.find('"', quote + 2)) {
        if (quote + 1 == m_text.size() || m_text[quote + 1] != '"') {
            break;
        }
        if (unquoted == nullptr) {
            unquoted = &m_unquoted.emplace_back();
        }
        unquoted->append(m_text, copied, quote + 1 - copied);
        copied = quote + 2;
    }
    if (quote == std::string_view::npos) {
        fail("the quote is never closed");
    }
    if (unquoted != nullptr) {
        unquoted->append(m_text, copied, quote - copied);
    }
    m_line += std::ranges::count(m_text.substr(begin, quote - begin), '\n');
    m_at = std::min(m_text.find_first_not_of(' ', quote + 1), m_text.size());
    if (m_at < m_text.size() && m_text[m_at] != m_separator && !endOfRow()) {
        fail("text follows a closing quote");
    }
    m_cells.push_back(unquoted != nullptr ? std::string_view(*unquoted)
                                          : m_text.substr(begin, quote - begin));
}

bool CsvScanner::endOfRow() const
{
    if (m_at == m_text.size() || m_text[m_at] == '\n') {
        return true;
    }
    return m_text[m_at] == '\r' && (m_at + 1 == m_text.size() || m_text[m_at + 1] == '\n');
}

void CsvScanner::skipLineEnd()
{
    if (m_at < m_text.size() && m_text[m_at] == '\r') {
        ++m_at;
    }
    if (m_at < m_text.size()) {
        ++m_at;
        ++m_line;
    }
}

void CsvScanner::fail(std::string_view what) const
{
    throw InvalidArgumentError(
        fmt::format("{}:{}, column {}: {}", m_name, m_line, m_cells.size() + 1, what));
}

namespace {

// How a separator cuts the first rows.
struct Cut
{
    std::size_t cells = 0; // of the first row
    bool isEven = false; // the following ones have as many
};

Cut cutBy(char separator, std::string_view text, std::string_view name)
{
    constexpr int kRowsThatDecide = 10;
    Cut cut;
    CsvScanner scanner(text, name, separator);
    try {
        if (!scanner.nextRow()) {
            return cut;
        }
        cut.cells = scanner.cells().size();
        cut.isEven = true;
        for (int row = 1; row < kRowsThatDecide && scanner.nextRow(); ++row) {
            cut.isEven = cut.isEven && scanner.cells().size() == cut.cells;
        }
    } catch (const InvalidArgumentError&) {
        cut.isEven = false; // a quoted cell that another separator follows, among others
    }
    return cut;
}

} // namespace

char detectCsvSeparator(std::string_view text, std::string_view name)
{
    char best = ',';
    Cut bestCut;
    for (const char candidate : {'\t', ';', ','}) { // a comma may be a decimal one
        const Cut cut = cutBy(candidate, text, name);
        if (cut.isEven && cut.cells > 1) {
            return candidate;
        }
        if (cut.cells > bestCut.cells || (candidate == ',' && cut.cells == bestCut.cells)) {
            best = candidate;
            bestCut = cut;
        }
    }
    return best;
}

} // namespace engine
