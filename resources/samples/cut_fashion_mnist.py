#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trainspotter developers
# SPDX-License-Identifier: Apache-2.0
"""Cuts fashion-mnist-5k/ and fashion-sheet.png from Debian's package dataset-fashion-mnist.

Takes the first pictures of every class, in the order of the full set, so that the classes are
balanced and two runs write the same bytes.
"""
import gzip
import pathlib
import struct
import zlib

SOURCE = pathlib.Path("/usr/share/datasets/fashion-mnist")
HERE = pathlib.Path(__file__).resolve().parent
CLASSES = 10
SIDE = 28
PICTURE_BYTES = SIDE * SIDE
IMAGES_MAGIC = 2051
LABELS_MAGIC = 2049

# The Start page's sheet: the class of every picture, row by row.
SHEET = ((0, 7, 8, 1, 9), (3, 4, 5, 2, 6), (0, 5, 3, 8, 9))


def read_set(part):
    """Pictures (bytes of 28 x 28 greys each) and labels of "train" or "t10k"."""
    with gzip.open(SOURCE / f"{part}-images-idx3-ubyte.gz") as file:
        magic, count, height, width = struct.unpack(">4I", file.read(16))
        assert (magic, height, width) == (IMAGES_MAGIC, SIDE, SIDE)
        pictures = [file.read(PICTURE_BYTES) for _ in range(count)]
    with gzip.open(SOURCE / f"{part}-labels-idx1-ubyte.gz") as file:
        assert struct.unpack(">2I", file.read(8)) == (LABELS_MAGIC, count)
        return pictures, file.read(count)


def first_of_each_class(labels, per_class):
    """Indices of the first `per_class` examples of every class, ascending."""
    taken = [0] * CLASSES
    indices = []
    for index, label in enumerate(labels):
        if taken[label] < per_class:
            taken[label] += 1
            indices.append(index)
    assert taken == [per_class] * CLASSES
    return indices


def write_gzip(path, data):
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(data)


def write_set(part, pictures, labels):
    folder = HERE / "fashion-mnist-5k"
    folder.mkdir(exist_ok=True)
    header = struct.pack(">4I", IMAGES_MAGIC, len(pictures), SIDE, SIDE)
    write_gzip(folder / f"{part}-images-idx3-ubyte.gz", header + b"".join(pictures))
    header = struct.pack(">2I", LABELS_MAGIC, len(labels))
    write_gzip(folder / f"{part}-labels-idx1-ubyte.gz", header + bytes(labels))


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_sheet(pictures, labels):
    """A grey PNG of 5 x 3 pictures without gaps."""
    of_class = [[p for p, label in zip(pictures, labels) if label == k] for k in range(CLASSES)]
    lines = []
    for row in SHEET:
        tiles = [of_class[label].pop(0) for label in row]
        for y in range(SIDE):
            line = b"".join(tile[y * SIDE:(y + 1) * SIDE] for tile in tiles)
            lines.append(b"\0" + line)  # filter type 0
    size = struct.pack(">2I5B", SIDE * len(SHEET[0]), SIDE * len(SHEET), 8, 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", size)
    png += png_chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + png_chunk(b"IEND", b"")
    (HERE / "fashion-sheet.png").write_bytes(png)


def main():
    for part, per_class in (("train", 500), ("t10k", 100)):
        pictures, labels = read_set(part)
        indices = first_of_each_class(labels, per_class)
        pictures, labels = [pictures[i] for i in indices], [labels[i] for i in indices]
        write_set(part, pictures, labels)
        if part == "train":
            write_sheet(pictures, labels)


if __name__ == "__main__":
    main()
