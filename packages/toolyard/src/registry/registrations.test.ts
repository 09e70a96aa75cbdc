import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../define/index.ts'
import { entryOf, Registrations, type RegistryEntry } from './index.ts'

const entry = (name: string, description = name): RegistryEntry =>
  entryOf(defineTool({ name, description, execute: () => description }))
const shown = (registrations: Registrations, name: string): string | undefined =>
  registrations.get(name)?.manifest.description
const taken = {
  code: 'name_taken',
  tool: 'a',
  message: /"a" is already registered in scope/,
  hint: /override/,
}

describe('scopes', () => {
  it('refuse a name that is taken, their own or another’s, and name the holder', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a'))
    assert.throws(() => registrations.base.add(entry('a')), { ...taken, message: /in scope "base"/ })
    assert.throws(() => registrations.scope({ name: 'plugin' }).add(entry('a')), taken)
    assert.deepEqual(registrations.snapshot().names, ['a'])
  })

  it('replace what is their own where that is asked for, and nothing else', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'old'))
    registrations.base.add(entry('a', 'new'), { replace: true })
    assert.equal(shown(registrations, 'a'), 'new')
    assert.throws(() => registrations.scope({ name: 'other' }).add(entry('a'), { replace: true }), taken)
  })

  it('cover a lower scope with override, and reveal it when they are closed', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'base'))
    const scope = registrations.scope({ name: 'thread', override: true })
    scope.add(entry('a', 'thread'))
    scope.add(entry('b', 'thread'))
    assert.equal(shown(registrations, 'a'), 'thread')
    scope.close()
    assert.deepEqual([shown(registrations, 'a'), shown(registrations, 'b')], ['base', undefined])
  })

  it('reveal layer by layer, in whichever order they are closed', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const registrations = new Registrations()
      registrations.base.add(entry('a', 'base'))
      const scopes = ['one', 'two', 'three'].map((name) => {
        const scope = registrations.scope({ name, override: true })
        scope.add(entry('a', name))
        return scope
      })
      const open = new Set([0, 1, 2])
      for (const index of order) {
        scopes[index]?.close()
        open.delete(index)
        const top = Math.max(-1, ...open)
        assert.equal(shown(registrations, 'a'), ['base', 'one', 'two', 'three'][top + 1], order.join())
      }
    }
  })

  it('lie in the order in which they were opened, whoever registers first', () => {
    const registrations = new Registrations()
    const low = registrations.scope({ name: 'low', override: true })
    const high = registrations.scope({ name: 'high', override: true })
    high.add(entry('a', 'high'))
    low.add(entry('a', 'low'))
    registrations.base.add(entry('a', 'base'))
    assert.equal(shown(registrations, 'a'), 'high')
    high.close()
    assert.equal(shown(registrations, 'a'), 'low')
    low.close()
    assert.equal(shown(registrations, 'a'), 'base')
  })

  it('may not slip in under a layer that overrides where they cover something below', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'base'))
    const plain = registrations.scope({ name: 'plain' })
    const over = registrations.scope({ name: 'over', override: true })
    over.add(entry('a', 'over'))
    assert.throws(() => plain.add(entry('a', 'plain')), { ...taken, message: /in scope "base"/ })
    over.close()
    assert.equal(shown(registrations, 'a'), 'base')
  })

  it('may not go under a layer that does not override', () => {
    const registrations = new Registrations()
    const scope = registrations.scope({ name: 'thread' })
    scope.add(entry('a', 'thread'))
    assert.throws(() => registrations.base.add(entry('a', 'base')), taken)
    scope.close()
    registrations.base.add(entry('a', 'base'))
    assert.equal(shown(registrations, 'a'), 'base')
  })

  it('all cover built-in tools, before and after these come', () => {
    const registrations = new Registrations()
    registrations.builtins.add(entry('a', 'builtin'))
    registrations.base.add(entry('a', 'own'))
    registrations.base.add(entry('b', 'own'))
    registrations.builtins.add(entry('b', 'builtin'))
    assert.deepEqual([shown(registrations, 'a'), shown(registrations, 'b')], ['own', 'own'])
    registrations.base.remove('a')
    registrations.base.remove('b')
    assert.deepEqual([shown(registrations, 'a'), shown(registrations, 'b')], ['builtin', 'builtin'])
  })

  it('remove only what is their own, and say whether there was anything', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a'))
    const scope = registrations.scope({ name: 'plugin' })
    assert.equal(scope.remove('a'), false)
    assert.equal(registrations.base.remove('a'), true)
    assert.equal(registrations.base.remove('a'), false)
    assert.equal(registrations.get('a'), undefined)
  })

  it('change what lies covered without showing it', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'base'))
    const scope = registrations.scope({ name: 'over', override: true })
    scope.add(entry('a', 'over'))
    registrations.base.add(entry('a', 'newer base'), { replace: true })
    assert.equal(shown(registrations, 'a'), 'over')
    scope.remove('a')
    assert.equal(shown(registrations, 'a'), 'newer base')
  })

  it('forget what lies covered when its scope closes', () => {
    const registrations = new Registrations()
    const low = registrations.scope({ name: 'low' })
    low.add(entry('a', 'low'))
    const high = registrations.scope({ name: 'high', override: true })
    high.add(entry('a', 'high'))
    low.close()
    high.close()
    assert.equal(registrations.get('a'), undefined)
  })

  it('take nothing once they are closed; closing twice is fine', () => {
    const registrations = new Registrations()
    const scope = registrations.scope({ name: 'gone' })
    scope.close()
    scope.close()
    assert.throws(() => scope.add(entry('a')), { code: 'closed', message: /"gone" is closed; "a"/ })
    assert.deepEqual(
      scope.reset([entry('a')]).map(({ code }) => code),
      ['closed'],
    )
    assert.equal(registrations.get('a'), undefined)
  })
})

describe('resetting a scope', () => {
  it('puts exactly the given tools in place, and answers those that clash', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'base'))
    const scope = registrations.scope({ name: 'folder' })
    assert.deepEqual(scope.reset([entry('b', 'one'), entry('c', 'one')]), [])
    const problems = scope.reset([entry('a', 'two'), entry('c', 'two'), entry('d', 'two')])
    assert.deepEqual(
      problems.map(({ code, tool }) => [code, tool]),
      [['name_taken', 'a']],
    )
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((name) => shown(registrations, name)),
      ['base', undefined, 'two', 'two'],
    )
  })

  it('tells listeners once, when all is in place', () => {
    const registrations = new Registrations()
    const scope = registrations.scope({ name: 'folder' })
    scope.reset([entry('a')])
    const seen: string[][] = []
    registrations.onChange(() => seen.push(registrations.snapshot().names))
    scope.reset([entry('b'), entry('c')])
    assert.deepEqual(seen, [['b', 'c']])
  })
})

describe('snapshots', () => {
  it('never change, whatever happens after', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a', 'old'))
    const scope = registrations.scope({ name: 'over', override: true })
    scope.add(entry('b'))
    const snapshot = registrations.snapshot()
    registrations.base.add(entry('a', 'new'), { replace: true })
    registrations.base.add(entry('c'))
    scope.add(entry('a', 'over'))
    scope.close()
    registrations.base.remove('a')
    assert.deepEqual(snapshot.names, ['a', 'b'])
    assert.equal(snapshot.size, 2)
    assert.equal(snapshot.get('a')?.manifest.description, 'old')
    assert.deepEqual([snapshot.has('b'), snapshot.has('c')], [true, false])
    assert.deepEqual(
      [...snapshot.manifests()].map(({ description }) => description),
      ['old', 'b'],
    )
    assert.deepEqual(registrations.snapshot().names, ['c'])
  })

  it('are one and the same while nothing changes, and another with another version after', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a'))
    const first = registrations.snapshot()
    assert.equal(registrations.snapshot(), first)
    registrations.base.add(entry('b'))
    assert.notEqual(registrations.snapshot(), first)
    assert.ok(registrations.snapshot().version > first.version)
  })

  it('cost one copy for many changes', () => {
    const registrations = new Registrations()
    const started = performance.now()
    for (let index = 0; index < 20_000; index++)
      registrations.base.add(
        entryOf({ ...entry('x').loaded!, manifest: { ...entry('x').manifest, name: `t${index}` } }),
      )
    assert.equal(registrations.snapshot().size, 20_000)
    assert.ok(performance.now() - started < 10_000)
  })
})

describe('listeners', () => {
  it('are told of every change until they leave', () => {
    const registrations = new Registrations()
    let told = 0
    const leave = registrations.onChange(() => told++)
    registrations.base.add(entry('a'))
    registrations.base.add(entry('a'), { replace: true })
    registrations.base.remove('a')
    registrations.base.remove('a')
    assert.equal(told, 3)
    leave()
    registrations.base.add(entry('b'))
    assert.equal(told, 3)
  })

  it('hear nothing of a registration that was refused', () => {
    const registrations = new Registrations()
    registrations.base.add(entry('a'))
    let told = 0
    registrations.onChange(() => told++)
    const { version } = registrations
    assert.throws(() => registrations.base.add(entry('a')))
    assert.deepEqual([told, registrations.version], [0, version])
  })
})
