/** Two well-known documents, and what every reader would expect of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tool } from '../../src/define/index.ts'
import { assertCompiles } from '../../src/discover/openapi/support.test.ts'
import { toolsOf } from './support.ts'

const shapeOf = ({ manifest, implementation }: Tool): unknown => ({
  via: manifest.via?.text,
  input: manifest.inputSchema,
  ...(manifest.outputSchema && { output: manifest.outputSchema }),
  ...(implementation.kind === 'rest' && {
    parameters: implementation.rest.parameters ?? {},
    body: implementation.rest.bodyType,
    bodyFrom: implementation.rest.bodyFrom,
  }),
})

const integer = { type: 'integer', format: 'int64' }
const named = (id: object): object => ({ type: 'object', properties: { id, name: { type: 'string' } } })
const objectOf = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

describe('the pet store of version 2.0', async () => {
  const { tools, problems } = await toolsOf('petstore-2.0.json')
  const byName = new Map(tools.map((tool) => [tool.manifest.name, tool]))
  const shape = (name: string): unknown => shapeOf(byName.get(name) as Tool)
  const statuses = { type: 'string', enum: ['available', 'pending', 'sold'] }
  const petIn = {
    category: named(integer),
    name: { type: 'string', description: 'For example: "doggie"' },
    photoUrls: { type: 'array', items: { type: 'string' } },
    tags: { type: 'array', items: named(integer) },
    note: { type: ['string', 'null'] },
    status: { ...statuses, description: 'pet status in the store' },
  }
  const petOut = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      category: named({ type: 'integer' }),
      name: { type: 'string' },
      photoUrls: { type: 'array', items: { type: 'string' } },
      tags: { type: 'array', items: named({ type: 'integer' }) },
      note: { type: ['string', 'null'] },
      status: { ...statuses, description: 'pet status in the store' },
    },
    required: ['name', 'photoUrls'],
  }
  const inBody = Object.fromEntries(Object.keys(petIn).map((name) => [name, { in: 'body' }]))

  it('gives a tool for each operation', () => {
    assert.deepEqual(
      [...byName.keys()],
      [
        'uploadFile',
        'addPet',
        'updatePet',
        'findPetsByStatus',
        'getPetById',
        'updatePetWithForm',
        'deletePet',
        'getInventory',
        'getOrderById',
        'post_user_createWithList',
      ],
    )
    assertCompiles(tools)
  })

  it('has bodies that are shared parameters', () => {
    const request = {
      input: objectOf(petIn, ['name', 'photoUrls']),
      parameters: inBody,
      body: 'json',
      bodyFrom: undefined,
    }
    assert.deepEqual(shape('addPet'), { via: 'POST https://petstore.swagger.io/v2/pet', ...request })
    assert.deepEqual(shape('updatePet'), {
      via: 'PUT https://petstore.swagger.io/v2/pet',
      ...request,
      output: petOut,
    })
  })

  it('has lists in queries, and shared answers', () => {
    assert.deepEqual(shape('findPetsByStatus'), {
      via: 'GET https://petstore.swagger.io/v2/pet/findByStatus',
      input: objectOf(
        {
          status: {
            type: 'array',
            items: { ...statuses, default: 'available' },
            description: 'Status values that need to be considered for filter',
          },
          tags: { type: 'array', items: { type: 'string' } },
          'X-Trace': { type: 'string' },
        },
        ['status'],
      ),
      output: { type: 'array', items: petOut },
      parameters: {
        status: { in: 'query', explode: true },
        tags: { in: 'query', style: 'pipeDelimited', explode: false },
        'X-Trace': { in: 'header' },
      },
      body: undefined,
      bodyFrom: undefined,
    })
    assert.deepEqual(shape('getPetById'), {
      via: 'GET https://petstore.swagger.io/v2/pet/{petId}',
      input: objectOf({ petId: integer }, ['petId']),
      output: petOut,
      parameters: { petId: { in: 'path' } },
      body: undefined,
      bodyFrom: undefined,
    })
  })

  it('has forms, files and bodies that are lists', () => {
    const form = byName.get('updatePetWithForm')?.implementation
    assert.equal(form?.kind === 'rest' && form.rest.bodyType, 'form')
    const upload = byName.get('uploadFile')
    assert.equal(upload?.implementation.kind === 'rest' && upload.implementation.rest.bodyType, 'multipart')
    assert.deepEqual(Object.keys(upload?.manifest.inputSchema.properties ?? {}), [
      'petId',
      'additionalMetadata',
      'file',
    ])
    assert.deepEqual(shape('post_user_createWithList'), {
      via: 'POST https://petstore.swagger.io/v2/user/createWithList',
      input: objectOf(
        {
          body: {
            type: 'array',
            items: {
              type: 'object',
              properties: { username: { type: 'string' }, password: { type: 'string' } },
            },
            description: 'List of user objects',
          },
        },
        ['body'],
      ),
      parameters: { body: { in: 'body' } },
      body: 'json',
      bodyFrom: 'body',
    })
  })

  it('has limits as they were written then', () => {
    assert.deepEqual(byName.get('getOrderById')?.manifest.inputSchema.properties, {
      orderId: { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
    })
  })

  it('says which credentials it needs, and nothing else', () => {
    assert.deepEqual(
      problems.map(({ reason }) => reason),
      [
        'POST /pet/{petId}/uploadImage (uploadFile) and 2 others: credentials are needed ("petstore_auth"), and none are configured',
        'GET /pet/{petId} (getPetById): credentials are needed ("api_key"), and none are configured',
      ],
    )
  })
})

describe('the pet store of version 3.0', async () => {
  const { tools, problems } = await toolsOf('petstore-3.0.yaml', {
    auth: { type: 'bearer', token: '${TOKEN}' },
  })
  const byName = new Map(tools.map((tool) => [tool.manifest.name, tool]))
  const shape = (name: string): unknown => shapeOf(byName.get(name) as Tool)
  const base = 'https://eu.petstore.example.com/api/v3'
  const petId = { ...integer, description: 'ID of the pet' }
  const category = {
    type: 'object',
    properties: {
      id: { ...integer, description: 'For example: 1' },
      name: { type: 'string', description: 'For example: "Dogs"' },
    },
  }

  it('gives a tool for each operation, and nothing to complain of', () => {
    assert.deepEqual(
      [...byName.keys()],
      [
        'updatePet',
        'findPetsByTags',
        'getPetById',
        'pets_change-pet',
        'delete_pet_petId',
        'uploadFile',
        'uploadPhotos',
        'getInventory',
        'leaveNote',
      ],
    )
    assert.deepEqual(problems, [])
    assertCompiles(tools)
  })

  it('leaves out of arguments what is only read, and of answers what is only written', () => {
    const { inputSchema, outputSchema } = (byName.get('updatePet') as Tool).manifest
    assert.deepEqual(Object.keys(inputSchema.properties ?? {}), [
      'name',
      'category',
      'photoUrls',
      'secret',
      'status',
    ])
    assert.deepEqual(inputSchema.required, ['name', 'photoUrls'])
    assert.deepEqual(Object.keys(outputSchema?.properties ?? {}), [
      'id',
      'name',
      'category',
      'photoUrls',
      'status',
    ])
    assert.deepEqual(outputSchema?.required, ['id', 'name', 'photoUrls'])
  })

  it('has queries in every style', () => {
    const { manifest, implementation } = byName.get('findPetsByTags') as Tool
    assert.equal(manifest.description, 'Deprecated.\n\nFinds Pets by tags')
    assert.deepEqual(manifest.inputSchema, {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string' }, description: 'Tags to filter by' },
        limit: { type: 'integer', exclusiveMinimum: 0, default: 20 },
        filter: { type: 'object', properties: { age: { type: 'integer' }, colour: { type: 'string' } } },
      },
      additionalProperties: false,
    })
    assert.deepEqual(implementation.kind === 'rest' && implementation.rest.parameters, {
      tags: { in: 'query', explode: false },
      limit: { in: 'query' },
      filter: { in: 'query', style: 'deepObject', explode: true },
    })
  })

  it('merges path, headers, cookies and a composed body', () => {
    assert.deepEqual(shape('pets_change-pet'), {
      via: `PATCH ${base}/pet/{petId}`,
      input: {
        type: 'object',
        properties: {
          petId,
          'If-Match': { type: 'string' },
          session: { type: 'string' },
          name: { type: 'string' },
          category,
          body_petId: { type: 'string', format: 'uuid' },
          nickname: { type: ['string', 'null'], description: 'Default: "".' },
        },
        required: ['petId', 'If-Match'],
        dependentRequired: { name: ['body_petId'], category: ['body_petId'], nickname: ['body_petId'] },
        additionalProperties: false,
      },
      parameters: {
        petId: { in: 'path' },
        'If-Match': { in: 'header' },
        session: { in: 'cookie' },
        name: { in: 'body' },
        category: { in: 'body' },
        body_petId: { in: 'body', name: 'petId' },
        nickname: { in: 'body' },
      },
      body: 'json',
      bodyFrom: undefined,
    })
  })

  it('takes bytes, several files and plain text', () => {
    assert.deepEqual(shape('uploadFile'), {
      via: `POST ${base}/pet/{petId}/uploadImage`,
      input: objectOf({ petId, body: { type: 'string', description: 'The bytes, in base64.' } }, ['petId']),
      output: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } },
      parameters: { petId: { in: 'path' }, body: { in: 'body' } },
      body: 'binary',
      bodyFrom: 'body',
    })
    const photos = byName.get('uploadPhotos')?.manifest.inputSchema
    assert.deepEqual(photos?.required, ['petId', 'photos'])
    assert.deepEqual(shape('leaveNote'), {
      via: `POST ${base}/store/note`,
      input: objectOf({ body: { type: 'string' } }, ['body']),
      parameters: { body: { in: 'body' } },
      body: 'text',
      bodyFrom: 'body',
    })
  })
})
