import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { open, raw, until } from './support.ts'

const namesOf = (yard: { registry: { toolNames: readonly string[] } }): string[] =>
  [...yard.registry.toolNames].toSorted()

describe('a list of tools', () => {
  it('is read to its last page', async () => {
    await using place = await open({ docs: raw('pages') })
    assert.deepEqual(namesOf(place.yard), ['docs__last', 'docs__t0', 'docs__t1', 'docs__t2', 'docs__t3'])
  })

  it('whose pages go round in a circle is read once, and that is told', async () => {
    await using place = await open({ docs: raw('circle') })
    assert.match(place.yard.problems[0]?.reason ?? '', /same page of tools again and again/)
  })

  it('without an end is read up to a limit, and that is told', async () => {
    await using place = await open({ docs: raw('endless') })
    const { yard } = place
    assert.equal(yard.registry.toolNames.length, 500)
    assert.match(yard.problems.map(({ reason }) => reason).join('\n'), /more than 1000 pages/)
  })

  it('of ten thousand is taken up to a limit, and that is told', async () => {
    await using place = await open({ docs: raw('many') })
    const { yard } = place
    assert.equal(yard.registry.toolNames.length, 500)
    assert.match(yard.problems.map(({ reason }) => reason).join('\n'), /more than 500 tools/)
  })

  it('with names that are there twice or look alike gives the others', async () => {
    await using place = await open({ docs: raw('duplicates') })
    const { yard } = place
    assert.deepEqual(namesOf(yard), ['docs__three', 'docs__two'])
    const told = yard.problems.map(({ reason }) => reason)
    assert.equal(told.filter((reason) => reason.includes('"one"')).length, 2)
    assert.equal(told.filter((reason) => /"Tw[-_]o"/.test(reason)).length, 2)
  })

  it('with rotten entries gives the good ones', async () => {
    await using place = await open({ docs: raw('rotten') })
    const { yard } = place
    assert.deepEqual(namesOf(yard), ['docs__also_good', 'docs__bad_schema', 'docs__good'])
    const told = yard.problems.map(({ reason }) => reason).join('\n')
    assert.match(told, /"no_schema" has undefined in place of a schema/)
    const note = yard.problems.find(({ isNote }) => isNote)
    assert.match(
      note?.reason ?? '',
      /"docs__bad_schema" is used, but part of its schema is not checked.*objekt/,
    )
    assert.equal(yard.problems.length, 5)
  })

  it('can be cut down by the configuration', async () => {
    const server = { ...raw(), tools: { include: ['e*', 'p?d'], exclude: ['*cho'] } }
    await using place = await open({ docs: server })
    assert.deepEqual(namesOf(place.yard), ['docs__pid'])
  })

  it('that changes is read again, and what is new is held', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    await yard.call('docs__change', {})
    await until(() => yard.registry.has('docs__added'))
    await yard.syncTools()
    assert.equal((await yard.call('docs__added', {})).error?.code, 'held')
    assert.equal((await yard.call('docs__echo', { text: 'x' })).status, 'ok')
  })

  it('in which an accepted tool changes has that tool held again', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    const before = yard.registry.registrations.get('docs__echo')?.manifest.fingerprint
    await yard.call('docs__rewrite', {})
    await until(() => yard.registry.registrations.get('docs__echo')?.manifest.fingerprint !== before)
    const held = await yard.call('docs__echo', { text: 'x' })
    assert.equal(held.error?.code, 'held')
  })

  it('that is said to change a thousand times at once is read a few times', async () => {
    await using place = await open({ docs: raw() })
    const { yard } = place
    await yard.call('docs__spam', {})
    await until(async () => Number((await yard.call('docs__lists', {})).data) > 1)
    assert.ok(Number((await yard.call('docs__lists', {})).data) < 5)
  })
})
