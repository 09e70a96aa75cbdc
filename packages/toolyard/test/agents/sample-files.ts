/** Files as people attach them, as small as they can be. */
import { Buffer } from 'node:buffer'

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The header of a PNG that says it is so large, and bytes behind it. */
export function png(width: number, height: number, length = 100): Buffer {
  const bytes = Buffer.alloc(Math.max(length, 33))
  pixel.copy(bytes, 0, 0, 33)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

export function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  // A segment of an application before the frame.
  bytes.write('ffd8ffe00004aaaaffc0001108', 'hex')
  bytes.writeUInt16BE(height, 13)
  bytes.writeUInt16BE(width, 15)
  return bytes
}

export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('GIF89a', 'latin1')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** The form with more than a picture. */
export function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1')
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Page>>endobj\n2 0 obj<</Type /Page>>endobj\n%%EOF')
export const zip = Buffer.from('504b030414000000\0\0\0\0', 'latin1')
zip.write('504b0304140000000000', 'hex')
export const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
