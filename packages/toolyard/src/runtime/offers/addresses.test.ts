import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findOwner, type ServerResources, withAddresses } from './addresses.ts'

const server = (
  name: string,
  uris: readonly string[],
  templates: readonly string[] = [],
): ServerResources => ({
  server: name,
  resources: [
    ...uris.map((uri) => ({ uri, name: uri })),
    ...templates.map((uri) => ({ uri, name: uri, isTemplate: true })),
  ],
})
const shown = (...all: readonly ServerResources[]): string[] => withAddresses(all).map(({ uri }) => uri)

describe('addresses of resources of several servers', () => {
  it('stay as they are while one server alone has them', () => {
    assert.deepEqual(shown(server('a', ['note://1'], ['note://{id}']), server('b', ['book://1'])), [
      'note://1',
      'note://{id}',
      'book://1',
    ])
  })

  it('name their server where another one lists the same, or has a template for it', () => {
    assert.deepEqual(shown(server('a', ['x://1', 'y://1']), server('b', ['x://1'], ['y://{id}'])), [
      'toolyard://mcp/a/x://1',
      'toolyard://mcp/a/y://1',
      'toolyard://mcp/b/x://1',
      'y://{id}',
    ])
  })

  it('are not taken over by a server that would take any address', () => {
    const all = [server('a', ['x://1'], ['x://{id}/more']), server('greedy', [], ['{+any}', '{a}{b}'])]
    assert.equal(shown(...all)[0], 'x://1')
    assert.deepEqual(findOwner('x://7/more', all), { server: 'a', original: 'x://7/more' })
    assert.deepEqual(findOwner('other://1', all), { server: 'greedy', original: 'other://1' })
  })

  it('that look like ours name their server, and are no way to what is ours', () => {
    const all = [server('a', ['toolyard://results/r_1', 'Toolyard://mcp/b/x://1']), server('b', ['x://1'])]
    assert.deepEqual(shown(...all), [
      'toolyard://mcp/a/toolyard://results/r_1',
      'toolyard://mcp/a/Toolyard://mcp/b/x://1',
      'x://1',
    ])
    assert.equal(findOwner('toolyard://results/r_1', all), undefined)
    assert.deepEqual(findOwner('toolyard://mcp/a/toolyard://results/r_1', all), {
      server: 'a',
      original: 'toolyard://results/r_1',
    })
  })

  it('lead back to the server and its own address; where that is not clear, to nobody', () => {
    const all = [server('a', ['x://1']), server('b', ['x://1', 'y://1']), server('c', [])]
    for (const { uri, server: owner, original } of withAddresses(all))
      assert.deepEqual(findOwner(uri, all), { server: owner, original })
    assert.deepEqual(findOwner('x://1', all), {
      several: ['toolyard://mcp/a/x://1', 'toolyard://mcp/b/x://1'],
    })
    assert.equal(findOwner('z://1', all), undefined)
    assert.deepEqual(findOwner('z://1', [server('b', ['y://1']), server('c', [])]), {
      server: 'b',
      original: 'z://1',
    })
    assert.equal(findOwner('toolyard://mcp/nobody/x://1', all), undefined)
  })

  it('are compared in time that a server can not draw out', () => {
    const long = 'x'.repeat(450)
    const templates = Array.from({ length: 100 }, (_, index) => `${long}${'{a}'.repeat(10)}${index}`)
    const uris = Array.from({ length: 1000 }, (_, index) => `${long}y${index}z`)
    const started = performance.now()
    withAddresses([server('a', uris, templates), server('b', uris, templates)])
    assert.ok(performance.now() - started < 5000)
  })
})
