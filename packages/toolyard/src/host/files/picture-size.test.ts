import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { pictureSizeOf } from './picture-size.ts'

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const pictures: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  png: ['image/png', bytesOf('89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 08')],
  gif: ['image/gif', bytesOf('474946383961 8002 e001 00')],
  'a jpeg with a segment and filling before its frame': [
    'image/jpeg',
    bytesOf('ffd8 ffe0 0004 aaaa ffff ffc2 0011 08 01e0 0280 03'),
  ],
  'a lossy webp': [
    'image/webp',
    bytesOf('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001'),
  ],
  'a lossless webp': ['image/webp', bytesOf('52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 00')],
  'an extended webp': [
    'image/webp',
    bytesOf('52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100'),
  ],
}

describe('the size of a picture', () => {
  it('is what its header says', () => {
    for (const [name, [type, bytes]] of Object.entries(pictures))
      assert.deepEqual(pictureSizeOf(bytes, type), { width: 640, height: 480 }, name)
  })

  it('is not known if the header is cut, of nothing, or of another type', () => {
    for (const [name, [type, bytes]] of Object.entries(pictures)) {
      for (let length = 0; length < 10; length++)
        assert.equal(pictureSizeOf(bytes.subarray(0, length), type), undefined, `${name}, ${length} bytes`)
      assert.equal(pictureSizeOf(bytes, 'image/bmp'), undefined)
      assert.equal(pictureSizeOf(bytes, 'toString'), undefined)
    }
    assert.equal(pictureSizeOf(bytesOf('474946383961 0000 e001 00'), 'image/gif'), undefined)
    assert.equal(pictureSizeOf(bytesOf('ffd8 ffda 0004 0000'), 'image/jpeg'), undefined)
    assert.equal(pictureSizeOf(bytesOf('ffd8 00c0 0004 0000'), 'image/jpeg'), undefined)
  })

  it('is found in time in a picture of nothing but markers', () => {
    const bytes = Buffer.alloc(3_000_000, 0xff)
    bytes[1] = 0xd8
    assert.equal(pictureSizeOf(bytes, 'image/jpeg'), undefined)
  })
})
