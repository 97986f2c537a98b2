/** Several files as one: a ZIP archive in which they are as they were, not compressed. */

const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of ZIP archives, CRC-32. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ /** @type {number} */ (TABLE[(sum ^ byte) & 255]);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers of so many bytes each, the low byte first. @param {number[][]} numbers - Size and value. */
function numbersOf(...numbers) {
  return Uint8Array.from(
    numbers.flatMap(([size, value = 0]) =>
      Array.from({ length: size }, (_, at) => value >>> (8 * at)),
    ),
  );
}

/** Return an archive of files. @param {Record<string, Uint8Array>} files - By name, in ASCII. @returns {Blob} */
export function zip(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  const size = (/** @type {Uint8Array[]} */ of) => of.reduce((sum, one) => sum + one.length, 0);
  for (const [name, bytes] of Object.entries(files)) {
    const at = size(parts);
    const label = new TextEncoder().encode(name);
    // Version 1.0, no flags, stored, of 1 January 1980.
    const entry = numbersOf(
      ...[
        [2, 10],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0x21],
      ],
      ...[
        [4, checksum(bytes)],
        [4, bytes.length],
        [4, bytes.length],
        [2, label.length],
        [2, 0],
      ],
    );
    parts.push(numbersOf([4, 0x04034b50]), entry, label, bytes);
    const rest = numbersOf([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(numbersOf([4, 0x02014b50], [2, 10]), entry, rest, label);
  }
  const count = Object.keys(files).length;
  const end = numbersOf(
    ...[
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ],
    ...[
      [4, size(directory)],
      [4, size(parts)],
      [2, 0],
    ],
  );
  return new Blob(/** @type {BlobPart[]} */ ([...parts, ...directory, end]), {
    type: "application/zip",
  });
}
