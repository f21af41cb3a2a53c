# SPDX-FileCopyrightText: 2026 The Trainspotter developers
# SPDX-License-Identifier: Apache-2.0
"""What TensorFlow's load_checkpoint finds in each checkpoint of a folder, and what its latest_checkpoint names, as one
JSON object. Check sums as in tests/golden/tf-checkpoints/README.md. Exit code 77 without TensorFlow."""
import hashlib
import json
import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
try:
    import tensorflow as tf
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)


def stored(value):
    """The bytes of an array; of strings the length of each as eight bytes, then its bytes."""
    if value.dtype != object:
        return value.tobytes()
    return b"".join(len(text).to_bytes(8, "little") + text for text in value.ravel())


def tensors(prefix):
    reader = tf.train.load_checkpoint(prefix)
    types = reader.get_variable_to_dtype_map()
    found = {}
    for name, shape in reader.get_variable_to_shape_map().items():
        # Text comes as bytes, a single one without an array.
        value = reader.get_tensor(name)
        value = value if hasattr(value, "dtype") else tf.constant(value).numpy()
        data = stored(value) if hasattr(value, "dtype") else len(value).to_bytes(8, "little") + value
        found[name] = [types[name].name, shape, hashlib.sha256(data).hexdigest()]
    return found


folder = sys.argv[1]
prefixes = sorted(str(index)[:-len(".index")] for index in pathlib.Path(folder).glob("*.index"))
print(json.dumps({
    "version": tf.__version__,
    "checkpoints": {os.path.basename(prefix): tensors(prefix) for prefix in prefixes},
    "latest": os.path.basename(tf.train.latest_checkpoint(folder) or ""),
}))
