import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApiSpec } from './index.ts'
import { api, convert } from './support.test.ts'

const id = { name: 'id', in: 'path', schema: { type: 'string' } }
const document = api({
  '/pets': {
    get: { operationId: 'listPets', tags: ['pets'] },
    post: { operationId: 'addPet', tags: ['pets', 'write'] },
  },
  '/pets/{id}': { parameters: [id], delete: { operationId: 'pets/remove', tags: ['pets', 'write'] } },
  '/admin': { get: { operationId: 'admin', tags: ['admin'] } },
  '/admin/users/{id}': { parameters: [id], get: { operationId: 'getUser', tags: ['admin'] } },
})

const namesOf = async (spec: Partial<OpenApiSpec>): Promise<readonly string[]> =>
  (await convert(document, spec)).names

describe('operations', () => {
  it('are all taken where nothing is said', async () => {
    assert.deepEqual(await namesOf({}), ['listPets', 'addPet', 'pets_remove', 'admin', 'getUser'])
  })

  it('are chosen by tag, path, operation and method', async () => {
    assert.deepEqual(await namesOf({ include: { tags: ['write', 'admin'] } }), [
      'addPet',
      'pets_remove',
      'admin',
      'getUser',
    ])
    assert.deepEqual(await namesOf({ include: { paths: ['/pets'] } }), ['listPets', 'addPet'])
    assert.deepEqual(await namesOf({ include: { paths: ['/pets/{id}'] } }), ['pets_remove'])
    assert.deepEqual(await namesOf({ include: { paths: ['/admin/**'] } }), ['admin', 'getUser'])
    assert.deepEqual(await namesOf({ include: { paths: ['/*'] } }), ['listPets', 'addPet', 'admin'])
    assert.deepEqual(await namesOf({ include: { operations: ['*Pet*', 'pets/remove'] } }), [
      'listPets',
      'addPet',
      'pets_remove',
    ])
    assert.deepEqual(await namesOf({ include: { operations: ['pets_remove'] } }), ['pets_remove'])
    assert.deepEqual(await namesOf({ include: { methods: ['get'] } }), ['listPets', 'admin', 'getUser'])
  })

  it('must fit each kind of what is included, and no kind of what is excluded', async () => {
    assert.deepEqual(await namesOf({ include: { tags: ['pets'], methods: ['GET'] } }), ['listPets'])
    assert.deepEqual(await namesOf({ exclude: { tags: ['admin'], methods: ['DELETE'] } }), [
      'listPets',
      'addPet',
    ])
    assert.deepEqual(await namesOf({ include: { tags: ['pets'] }, exclude: { paths: ['/pets/**'] } }), [])
  })

  it('that nobody means are told: a slip would not be noticed', async () => {
    const { told } = await convert(document, {
      include: { tags: ['pets', 'pest'] },
      exclude: { paths: ['/amdin/**'] },
    })
    assert.deepEqual(told, [
      'include.tags: "pest" fits no operation of the document',
      'exclude.paths: "/amdin/**" fits no operation of the document',
    ])
  })

  it('are no more than is configured', async () => {
    const outcome = await convert(document, { maxTools: 2 })
    assert.deepEqual(outcome.names, ['listPets', 'addPet'])
    assert.match(outcome.told.join('\n'), /gives 5 tools; the first 2 were taken/)
  })

  it('that are left out are not looked at', async () => {
    const bad = api({
      '/a': { get: { operationId: 'a', parameters: ['bad'] } },
      '/b': { get: { operationId: 'b' } },
    })
    assert.deepEqual((await convert(bad, { exclude: { operations: ['a'] } })).told, [])
  })

  it('keep their names whatever is left out', async () => {
    const twins = api({ '/a': { get: { operationId: 'same' } }, '/b': { get: { operationId: 'same' } } })
    const all = await convert(twins)
    const one = await convert(twins, { include: { paths: ['/b'] } })
    assert.deepEqual(one.names, [all.names[1]])
    assert.match(
      all.told.join('\n'),
      /GET \/a \(same\): shares its name with another operation; its tool is "same_[0-9a-f]{8}"/,
    )
  })
})
