/** A receipt as a one-page PDF made of its picture, so that all letters appear whatever fonts the reader has. */

/** Page width in points: paper of 80 mm. */
const WIDTH = 227;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

interface Picture {
  jpeg: Uint8Array<ArrayBuffer>;
  /** Pixels. */
  width: number;
  height: number;
}

/** @param title ASCII only */
export function pdfOf({ jpeg, width, height }: Picture, title: string): Blob {
  const tall = Math.round((WIDTH * height) / width);
  const content = `${WIDTH} 0 0 ${tall} 0 0 cm /Im Do`;
  const objects: (string | [string, Uint8Array<ArrayBuffer>])[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (fr) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${tall}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    [`<< /Length ${content.length} >>`, bytesOf(content)],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ],
    `<< /Title (${title}) >>`,
  ];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const write = (part: string | Uint8Array<ArrayBuffer>): void => {
    const bytes = typeof part === 'string' ? bytesOf(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  write('%PDF-1.4\n');
  const places = objects.map((object, index) => {
    const place = length;
    write(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') write(object);
    else for (const part of [object[0], '\nstream\n', object[1], '\nendstream']) write(part);
    write('\nendobj\n');
    return place;
  });
  const table = length;
  const size = objects.length + 1;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
