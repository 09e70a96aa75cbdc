import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAnswer, readBlock } from './content.ts'

describe('what a server sends back', () => {
  it('is kept, whatever it is', () => {
    const link = {
      type: 'resource_link',
      uri: 'file:///a',
      name: 'a',
      description: 'd',
      mimeType: 't',
      size: 3,
    }
    assert.deepEqual(readBlock({ type: 'text', text: 'x', annotations: { audience: ['user'] } }), [
      { type: 'text', text: 'x' },
    ])
    assert.deepEqual(readBlock({ type: 'image', data: 'aa', mimeType: 'image/png' }), [
      { type: 'image', data: 'aa', mimeType: 'image/png' },
    ])
    assert.deepEqual(readBlock({ type: 'audio', data: 'aa', mimeType: 'audio/wav' }), [
      { type: 'audio', data: 'aa', mimeType: 'audio/wav' },
    ])
    assert.deepEqual(readBlock(link), [
      { type: 'resource_link', uri: 'file:///a', name: 'a', description: 'd', mimeType: 't' },
    ])
    assert.deepEqual(readBlock({ type: 'resource_link', uri: 'x:y' }), [
      { type: 'resource_link', uri: 'x:y', name: 'x:y' },
    ])
  })

  it('holds documents as text, pictures as pictures, and other bytes as bytes', () => {
    const resource = (more: object) => readBlock({ type: 'resource', resource: { uri: 'x:y', ...more } })
    assert.deepEqual(resource({ text: 'words', mimeType: 'text/plain' }), [
      { type: 'resource', resource: { uri: 'x:y', mimeType: 'text/plain', text: 'words' } },
    ])
    assert.deepEqual(resource({ blob: 'aa', mimeType: 'image/png' }), [
      { type: 'image', data: 'aa', mimeType: 'image/png' },
    ])
    assert.deepEqual(resource({ blob: 'aa', mimeType: 'application/gzip' }), [
      { type: 'resource', resource: { uri: 'x:y', mimeType: 'application/gzip', blob: 'aa' } },
    ])
    const [long] = resource({ text: 'x'.repeat(30_000) })
    assert.equal(long?.type, 'text', 'a long one goes where all of it is kept')
  })

  it('is shown as it is where nobody knows it', () => {
    assert.deepEqual(readBlock({ type: 'hologram' }), [{ type: 'text', text: '{"type":"hologram"}' }])
    assert.deepEqual(readBlock({ type: 'text' }), [{ type: 'text', text: '{"type":"text"}' }])
    assert.deepEqual(readBlock(7), [{ type: 'text', text: '7' }])
    assert.deepEqual(readBlock({ type: 'resource' }), [{ type: 'text', text: 'undefined' }])
  })

  it('is told in words also where it is data only', () => {
    assert.deepEqual(readAnswer({ content: [], structuredContent: { a: 1 } }), {
      content: [{ type: 'text', text: '{"a":1}' }],
      structuredContent: { a: 1 },
      isError: false,
    })
    assert.equal(readAnswer({ content: [], isError: 'yes' }).isError, false)
    assert.equal(readAnswer({ content: [], isError: true }).isError, true)
  })
})
