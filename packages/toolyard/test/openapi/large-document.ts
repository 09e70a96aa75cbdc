/** A document as generated ones of large services are, for tests and measurements. */
type Json = Record<string, unknown>

const problem = {
  description: 'A problem.',
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { title: 'Not found', status: 404, detail: 'There is no such thing.' },
    },
  },
}

/** As generated documents of large services are: five operations for each of `count / 5` resources, which refer to each other. */
export function largeDocument(count: number, version = '3.0.3'): Json {
  const resources = Array.from({ length: count / 5 }, (_, at) => at)
  const schemas: Json = {
    Problem: {
      type: 'object',
      properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
    },
    Address: {
      type: 'object',
      required: ['street'],
      properties: {
        street: { type: 'string', maxLength: 200 },
        city: { type: 'string', example: 'Rome' },
        zip: { type: 'string', pattern: '^[0-9]{5}$' },
      },
    },
  }
  const paths: Json = {}
  for (const at of resources) {
    schemas[`Thing${at}`] = thingSchema(at)
    Object.assign(paths, thingPaths(at))
  }
  return {
    openapi: version,
    info: { title: 'Things', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com/v1' }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas,
      parameters: {
        Limit: {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        Cursor: { name: 'cursor', in: 'query', schema: { type: 'string' } },
      },
      responses: { Problem: problem },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function thingSchema(at: number): Json {
  return {
    type: 'object',
    description: `A thing of the kind ${at}, as it is kept by the service.`,
    required: ['id', 'name', 'status'],
    properties: {
      id: { type: 'string', format: 'uuid', readOnly: true },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'How people call it.',
        example: 'Lamp',
      },
      status: { type: 'string', enum: ['draft', 'active', 'archived'], default: 'draft' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 20 },
      note: { type: 'string', nullable: true },
      amount: { type: 'number', minimum: 0, exclusiveMinimum: true },
      address: { $ref: '#/components/schemas/Address' },
      // Every fourth is a tree, the others point at one that does not point back.
      ...(at % 4 === 0
        ? { children: { type: 'array', items: { $ref: `#/components/schemas/Thing${at}` } } }
        : { owner: { $ref: `#/components/schemas/Thing${at - (at % 4)}` } }),
      createdAt: { type: 'string', format: 'date-time', readOnly: true },
    },
  }
}

function thingPaths(at: number): Json {
  const thing = { $ref: `#/components/schemas/Thing${at}` }
  const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
  const faults = Object.fromEntries(
    [400, 401, 404, 429].map((status) => [status, { $ref: '#/components/responses/Problem' }]),
  )
  const described = (what: string): Json => ({
    summary: `${what} of kind ${at}.`,
    description: `${what} of kind ${at}. The answer holds what the caller may see, and nothing else.`,
    tags: [`kind${at % 10}`],
  })
  return {
    [`/things${at}`]: {
      get: {
        operationId: `listThings${at}`,
        ...described('Lists things'),
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { $ref: '#/components/parameters/Cursor' },
          {
            name: 'status',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
        ],
        responses: { 200: { description: 'Ok.', ...json({ type: 'array', items: thing }) }, ...faults },
      },
      post: {
        operationId: `createThing${at}`,
        ...described('Creates a thing'),
        requestBody: { required: true, ...json(thing) },
        responses: { 201: { description: 'Created.', ...json(thing) }, ...faults },
      },
    },
    [`/things${at}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: {
        operationId: `getThing${at}`,
        ...described('Gives a thing'),
        responses: { 200: { description: 'Ok.', ...json(thing) }, ...faults },
      },
      patch: {
        operationId: `changeThing${at}`,
        ...described('Changes a thing'),
        requestBody: json(thing),
        responses: { 200: { description: 'Ok.', ...json(thing) }, ...faults },
      },
      delete: {
        operationId: `removeThing${at}`,
        ...described('Removes a thing'),
        responses: { 204: { description: 'Gone.' }, ...faults },
      },
    },
  }
}
