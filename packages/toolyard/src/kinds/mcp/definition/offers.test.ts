import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPrompts, readResources, readTemplates } from './offers.ts'

describe('what a server says of its prompts', () => {
  it('is read where it is plain, and left out where a name hides something or looks like another', () => {
    const prompts = readPrompts([
      {
        name: 'review',
        title: 'Review',
        description: 'Looks',
        arguments: [{ name: 'file', required: true }],
      },
      { name: 'twin' },
      { name: 'TWIN' },
      { name: 'hid\u{200B}den' },
      { name: 'line\nbreak' },
      { name: 'pаypal' },
      { name: 'x'.repeat(129) },
      { name: ' ' },
      { name: 7 },
      { name: 'odd', arguments: [{ name: 'a\u{202E}b' }] },
      { name: 'many', arguments: Array.from({ length: 65 }, (_, index) => ({ name: `a${index}` })) },
      null,
      'text',
    ])
    assert.deepEqual(prompts, [
      {
        name: 'review',
        title: 'Review',
        description: 'Looks',
        arguments: [{ name: 'file', required: true }],
      },
    ])
  })

  it('is shown with every character, and bounded', () => {
    const [prompt] = readPrompts([{ name: 'a', description: `x\u{202E}${'y'.repeat(9000)}` }])
    assert.match(prompt?.description ?? '', /^x⟨U\+202E⟩y+… \(1002 characters left out\)$/)
  })
})

describe('what a server says of its resources', () => {
  it('keeps addresses to the letter, once each, and leaves out those that hide something', () => {
    const resources = readResources([
      { uri: 'note://1', name: 'one', mimeType: 'text/plain' },
      { uri: 'note://1', name: 'again' },
      { uri: 'note://\u{202E}2', name: 'two' },
      { uri: `note://${'x'.repeat(3000)}` },
      { uri: '' },
      { name: 'none' },
      { uri: 'note://3' },
      [],
    ])
    assert.deepEqual(resources, [
      { uri: 'note://1', name: 'one', mimeType: 'text/plain' },
      { uri: 'note://3', name: 'note://3' },
    ])
    const long = { uriTemplate: `note://${'x'.repeat(500)}{id}` }
    assert.deepEqual(readTemplates([{ uriTemplate: 'note://{id}', name: 'any' }, long]), [
      { uri: 'note://{id}', name: 'any', isTemplate: true },
    ])
  })
})
