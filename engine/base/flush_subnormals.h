// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace engine {

// While it lives, the calling thread's arithmetic takes numbers that are too small to be normal for
// zero, as operands and as results, as TensorFlow's does (core/platform/denormal.h). The averages
// of Adam get there where a gradient has become 0, and some processors take many times as long for
// each operation on one. Does nothing on processors other than x86. For use on one thread.
class FlushSubnormals
{
public:
    FlushSubnormals();
    ~FlushSubnormals();
    FlushSubnormals(const FlushSubnormals&) = delete;
    FlushSubnormals& operator=(const FlushSubnormals&) = delete;

private:
    unsigned m_before; // the control register of the thread
};

} // namespace engine
