import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolNamePattern } from '../../kernel/index.ts'
import { nameTools, parameterName } from './names.ts'

const named = (
  operations: readonly { method?: string; path?: string; id?: string | undefined }[],
  prefix?: string,
): string[] => {
  const all = operations.map(({ method = 'GET', path = '/x', id }) => ({ method, path, id }))
  const { names } = nameTools(all, prefix)
  return all.map((operation) => names.get(operation) ?? '')
}

describe('the name of a tool', () => {
  it('is the id of its operation, in letters that every provider takes', () => {
    assert.deepEqual(named([{ id: 'listPets' }, { id: 'pets/get-one' }, { id: 'a.b c' }, { id: 'über' }]), [
      'listPets',
      'pets_get-one',
      'a_b_c',
      'ber',
    ])
  })

  it('is made of method and path where there is no id', () => {
    assert.deepEqual(named([{ method: 'DELETE', path: '/users/{user-id}/posts' }, { path: '/' }]), [
      'delete_users_user_id_posts',
      'get',
    ])
  })

  it('has the prefix that the configuration gives', () => {
    assert.deepEqual(named([{ id: 'listPets' }, { path: '/pets' }], 'shop'), [
      'shop_listPets',
      'shop_get_pets',
    ])
  })

  it('keeps its tail and a hash where it is too long, so that two stay two', () => {
    const [one = '', two = ''] = named([
      { id: `${'a'.repeat(80)}_first_end` },
      { id: `${'b'.repeat(80)}_first_end` },
    ])
    assert.match(one, /^_[0-9a-f]{8}_a+_first_end$/)
    assert.notEqual(one.slice(0, 10), two.slice(0, 10))
    for (const name of [one, two]) assert.match(name, toolNamePattern)
  })

  it('is always one that can be used', () => {
    for (const id of ['', '1', '-', '日本', '\u0000\u202E', '__proto__', 'constructor', ' '.repeat(100)]) {
      const [name = ''] = named([{ id }])
      assert.match(name, toolNamePattern, JSON.stringify(id))
      assert.ok(!['__proto__', 'constructor'].includes(name), name)
    }
  })

  it('gets a hash of method and path for each where two operations share it, in any order', () => {
    const operations = [
      { id: 'get-user', path: '/a' },
      { id: 'get-user', path: '/b' },
      { id: 'other', path: '/c' },
    ]
    const [one, two, three] = named(operations)
    assert.match(one ?? '', /^get-user_[0-9a-f]{8}$/)
    assert.notEqual(one, two)
    assert.equal(three, 'other')
    assert.deepEqual(named(operations.toReversed()), [three, two, one])
  })
})

describe('the name of a parameter', () => {
  it('is as in the document where that can be used', () => {
    for (const name of ['petId', 'X-Trace', 'filter.name', '_id']) assert.equal(parameterName(name), name)
  })

  it('is plain otherwise', () => {
    assert.equal(parameterName('$filter'), 'filter')
    assert.equal(parameterName('ids[]'), 'ids')
    assert.equal(parameterName('page[size]'), 'page_size')
    assert.equal(parameterName('1st'), '_1st')
    assert.equal(parameterName('constructor'), '_constructor')
    assert.equal(parameterName('x'.repeat(100)).length, 64)
  })
})
