/** Small PDFs. */
import { deflateSync } from 'node:zlib'

/** One line of text a page. */
export function pdfOf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const font = 3 + pages.length * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + index * 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  return joined(objects.map((object) => Buffer.from(object)))
}

/** One page that unpacks to so many bytes, a thousand times what it is packed. */
export function pdfBomb(bytes: number): Buffer {
  const stream = deflateSync(Buffer.alloc(bytes, ' '), { level: 9 })
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>'
  const head = `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`
  return joined([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(page),
    Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream')]),
  ])
}

function joined(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  let start = 9
  const places = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    const at = start
    parts.push(part)
    start += part.length
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}
