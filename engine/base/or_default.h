// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace engine {

// A borrowed object, or one of its own where none was given: for clocks, loggers and file systems
// that a caller may leave out.
template <typename Interface, typename Default>
class OrDefault
{
public:
    explicit OrDefault(Interface* borrowed)
        : m_own(borrowed == nullptr ? std::make_unique<Default>() : nullptr),
          m_used(borrowed == nullptr ? m_own.get() : borrowed)
    { }

    Interface& operator*() const { return *m_used; }
    Interface* operator->() const { return m_used; }
    Interface* get() const { return m_used; }

private:
    std::unique_ptr<Interface> m_own;
    Interface* m_used;
};

} // namespace engine
