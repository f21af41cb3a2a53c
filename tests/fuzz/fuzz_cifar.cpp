// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/cifar.h"
#include "tests/fuzz/fuzz_input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzFile file({reinterpret_cast<const char*>(data), size});
    expectAnswer([&] { engine::readCifar(file.path(), engine::CifarKind::Cifar10); });
    expectAnswer([&] { engine::readCifar(file.path(), engine::CifarKind::Cifar100); });
    return 0;
}
