import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createRedactor } from './index.ts'

describe('data that is looked at in passing', () => {
  const redactor = createRedactor([])
  class Keeper {
    readonly kept = 'plain'
    toJSON(): unknown {
      return { password: 'correct-horse-7' }
    }
  }

  it('loses the same as where it is nested, and therefore looked at whole', () => {
    const key = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey
    const names = ['a', 'password', 'api_key', 'Authorization', 'cookie', 'x'.repeat(40), 'é', 'token"']
    const values: readonly unknown[] = [
      'plain',
      'hunter2-but-longer',
      'Bearer abcdefghijkl',
      'session=abcdef123456',
      'ghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d',
      `https://u:${'p'.repeat(12)}@h/`,
      key,
      key.slice(0, 40),
      key.slice(40),
      42,
      null,
      undefined,
      true,
      12n,
      new Map([['password', 'correct-horse-7']]),
      new Keeper(),
    ]
    for (const one of names)
      for (const other of names)
        for (const first of values)
          for (const second of values) {
            const data = { [one]: first, [other]: second, n: 1 }
            const nested = redactor.redactValue({ in: [data] }) as { readonly in: readonly unknown[] }
            assert.deepEqual(redactor.redactValue(data), nested.in[0])
          }
  })

  it('is never an instance', () => {
    for (const value of [new Map([['password', 'correct-horse-7']]), new Keeper(), new Error('no')])
      assert.deepEqual([redactor.redactValue(value)], redactor.redactValue([value]), 'the same as in a list')
  })
})

describe('an object that says itself what is written of it', () => {
  const redactor = createRedactor([])
  const found = 'ghp_aB3daB3daB3daB3daB3daB3daB3daB3daB3d'
  class Row {
    readonly #token = found
    readonly id = 7
    toJSON(): unknown {
      return { id: this.id, token: this.#token }
    }
  }
  const hidden = Object.defineProperty({ id: 7 }, 'toJSON', { value: () => ({ token: found }) })

  it('loses what that holds', () => {
    const values: readonly unknown[] = [
      new Row(),
      hidden,
      { toJSON: () => found },
      { toJSON: () => ({ token: found, toJSON: () => ({ token: found }) }) },
      Object(found),
      new URL('https://ann:correct-horse-7@example.com/'),
    ]
    for (const value of values)
      for (const data of [value, { rows: [value] }, { at: new Date(0), value }, { token: found, value }])
        for (const clean of [redactor.redactValue(data), redactor.redactCounted(data)])
          assert.doesNotMatch(JSON.stringify(clean), /ghp_|correct-horse/)
    const clean = redactor.redactValue({ token: found, at: new Date(0) }) as { readonly at: unknown }
    assert.equal(clean.at, '1970-01-01T00:00:00.000Z')
  })

  it('stays what it is if that holds nothing', () => {
    const around = {
      at: new Date(0),
      where: new URL('https://example.com/'),
      text: Object('plain') as unknown,
    }
    assert.equal(redactor.redactValue(around), around)
    const round: Record<string, unknown> = { at: new Date(0) }
    round['self'] = round
    assert.equal(redactor.redactValue(round), round)
    const broken = { at: { toJSON: () => assert.fail('it can not be written') } }
    assert.equal(redactor.redactValue(broken), broken)
  })
})
