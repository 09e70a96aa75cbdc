/** Documents in which every model leads to every other, as those of payment services and cluster managers do. */
type Json = Record<string, unknown>

interface Size {
  readonly operations: number
  readonly models: number
  /** How many others a model refers to. */
  readonly links: number
}

const sentence = 'What the service keeps of it, as it was when it was last changed by an operation.'

/** Forms in, JSON out; fields hold an id or, if the caller asked for it, the whole object. */
export function expandableDocument({ operations, models, links }: Size): Json {
  const schemas: Json = {}
  for (let at = 0; at < models; at++) schemas[`model_${at}`] = expandableModel(at, { models, links })
  const paths: Json = {}
  for (let at = 0; at < operations; at += 2) {
    const model = { $ref: `#/components/schemas/model_${at % models}` }
    const answer = { 200: { description: 'Ok.', content: { 'application/json': { schema: model } } } }
    paths[`/v1/things_${at}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 5000 } }],
      get: {
        operationId: `get_${at}`,
        description: sentence,
        parameters: [
          {
            name: 'expand',
            in: 'query',
            style: 'deepObject',
            explode: true,
            schema: { type: 'array', items: { type: 'string', maxLength: 5000 } },
          },
        ],
        responses: answer,
      },
      post: {
        operationId: `change_${at}`,
        description: sentence,
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              encoding: { expand: { style: 'deepObject', explode: true } },
              schema: changeOf(at),
            },
          },
        },
        responses: answer,
      },
    }
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Payments', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    components: { schemas },
  }
}

function expandableModel(at: number, { models, links }: Omit<Size, 'operations'>): Json {
  const properties: Json = { id: { type: 'string', maxLength: 5000, description: sentence } }
  for (let field = 0; field < 20; field++)
    properties[`field_${field}`] = { type: 'string', maxLength: 5000, description: sentence, nullable: true }
  for (let link = 1; link <= links; link++) {
    const to = { $ref: `#/components/schemas/model_${(at + link ** 2) % models}` }
    properties[`link_${link}`] = {
      description: sentence,
      anyOf: [{ type: 'string', maxLength: 5000 }, to],
      'x-expansionResources': { oneOf: [to] },
    }
  }
  return { type: 'object', title: `Model ${at}`, description: sentence, required: ['id'], properties }
}

function changeOf(at: number): Json {
  const properties: Json = { expand: { type: 'array', items: { type: 'string', maxLength: 5000 } } }
  for (let field = 0; field < 20; field++)
    properties[`field_${field}`] = {
      type: 'object',
      description: sentence,
      properties: { amount: { type: 'integer' }, [`note_${at}`]: { type: 'string', maxLength: 5000 } },
    }
  return { type: 'object', properties }
}

/** Version 2.0; what an operation takes and answers is a whole model. */
export function resourceDocument({ operations, models, links }: Size): Json {
  const definitions: Json = {}
  for (let at = 0; at < models; at++)
    definitions[`io.example.v1.Model${at}`] = resourceModel(at, models, links)
  const paths: Json = {}
  for (let at = 0; at < operations; at += 2) {
    const model = { $ref: `#/definitions/io.example.v1.Model${at % models}` }
    const responses = { 200: { description: 'Ok.', schema: model }, 401: { description: 'Unauthorized.' } }
    paths[`/apis/v1/things${at}/{name}`] = {
      parameters: [
        { $ref: '#/parameters/name' },
        { in: 'query', name: 'pretty', type: 'string', uniqueItems: true, description: sentence },
      ],
      get: { operationId: `read${at}`, description: sentence, produces: ['application/json'], responses },
      put: {
        operationId: `replace${at}`,
        description: sentence,
        consumes: ['*/*'],
        produces: ['application/json'],
        parameters: [{ in: 'body', name: 'body', required: true, schema: model }],
        responses,
      },
    }
  }
  return {
    swagger: '2.0',
    info: { title: 'Cluster', version: '1' },
    host: 'api.example.com',
    schemes: ['https'],
    paths,
    parameters: { name: { in: 'path', name: 'name', type: 'string', required: true, description: sentence } },
    definitions,
  }
}

function resourceModel(at: number, models: number, links: number): Json {
  const properties: Json = {}
  for (let field = 0; field < 10; field++)
    properties[`field${field}`] = { type: 'string', description: `${sentence} ${sentence}` }
  for (let link = 1; link <= links; link++) {
    const to = { $ref: `#/definitions/io.example.v1.Model${(at + link ** 2) % models}` }
    properties[`link${link}`] = link % 2 === 0 ? to : { type: 'array', description: sentence, items: to }
  }
  return { type: 'object', description: sentence, required: ['field0'], properties }
}
