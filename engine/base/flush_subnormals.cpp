// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/flush_subnormals.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace engine {

#if defined(__x86_64__)

namespace {

// "Denormals are zeros" and "flush to zero" of MXCSR: Intel's manual, volume 1, 10.2.3.
constexpr unsigned kOperands = 1U << 6;
constexpr unsigned kResults = 1U << 15;
constexpr unsigned kBoth = kOperands | kResults;

} // namespace

FlushSubnormals::FlushSubnormals() : m_before(_mm_getcsr())
{
    _mm_setcsr(m_before | kBoth);
}

FlushSubnormals::~FlushSubnormals()
{
    _mm_setcsr((_mm_getcsr() & ~kBoth) | (m_before & kBoth)); // exceptions stay raised
}

#else

FlushSubnormals::FlushSubnormals() : m_before(0) { }

FlushSubnormals::~FlushSubnormals() = default;

#endif

} // namespace engine
