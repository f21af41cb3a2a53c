// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <QCryptographicHash>
#include <QtEndian>

// Over the row-major bytes, of strings over each one's length as eight bytes and its bytes; what
// tests/golden/tf-checkpoints/README.md calls sha256. In hexadecimal digits.
inline QByteArray sha256(const engine::Tensor& tensor)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (tensor.dataType() == engine::DataType::String) {
        for (const std::string& text : tensor.values<std::string>()) {
            const quint64 length = qToLittleEndian(quint64(text.size()));
            hash.addData({reinterpret_cast<const char*>(&length), sizeof length});
            hash.addData({text.data(), static_cast<qsizetype>(text.size())});
        }
    } else {
        hash.addData(
            {static_cast<const char*>(tensor.data()), static_cast<qsizetype>(tensor.byteCount())});
    }
    return hash.result().toHex();
}
