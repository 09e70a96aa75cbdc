/** Small documents of our own with the traits of those of large services, and what their servers expect. */
import { manyFiles } from './many-files.ts'

export interface VendorDocument {
  /** Whose document has these traits. */
  readonly like: string
  /** Texts by path; the document itself is `api.json` or `api.yaml`. */
  files(host: string): ReadonlyMap<string, string>
  readonly document: string
  /** Operations that become tools, with the arguments that each takes. */
  readonly tools: Readonly<Record<string, readonly string[]>>
  /** Operations that can't be tools, with what is told of each. */
  readonly refused: Readonly<Record<string, RegExp>>
  readonly requests: readonly VendorRequest[]
  readonly answers: readonly VendorAnswer[]
}

export interface VendorRequest {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Method and path with query, brackets as they are. */
  readonly line: string
  readonly body?: string | object
  readonly contentType?: string
}

/** What a server answers though its document says otherwise. */
export interface VendorAnswer {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

type Json = Record<string, unknown>

const text = { type: 'string' }
const words = { type: 'array', items: text }
const query = (name: string, schema: object, rest: object = {}): Json => ({
  name,
  in: 'query',
  schema,
  ...rest,
})
const inPath = (name: string): Json => ({ name, in: 'path', required: true, schema: text })
const ok = (schema: object): Json => ({
  200: { description: 'Ok.', content: { 'application/json': { schema } } },
})
const json = (schema: object): Json => ({ required: true, content: { 'application/json': { schema } } })
const form = (schema: object, encoding?: object): Json => ({
  content: { 'application/x-www-form-urlencoded': { schema, ...(encoding && { encoding }) } },
})
const lost = { post: { operationId: 'lost', requestBody: { $ref: '#/components/requestBodies/gone' } } }
const lostTold = { 'POST /lost': /has its body at ".*gone", which leads nowhere/ }

function version3(paths: object, schemas: object = {}): VendorDocument['files'] {
  return (host) => {
    const document = {
      openapi: '3.0.0',
      info: { title: 'Api', version: '1' },
      servers: [{ url: `http://${host}` }],
      paths: { ...paths, '/lost': lost },
      components: { schemas },
    }
    return new Map([['api.json', JSON.stringify(document)]])
  }
}

const deep = { style: 'deepObject', explode: true }

const payments: VendorDocument = {
  like: 'Stripe',
  document: 'api.json',
  files: version3(
    {
      '/v1/checkout/sessions': {
        post: {
          operationId: 'PostCheckoutSessions',
          requestBody: form(
            {
              type: 'object',
              properties: {
                line_items: {
                  type: 'array',
                  items: { type: 'object', properties: { price: text, quantity: { type: 'integer' } } },
                },
                expand: words,
                metadata: { type: 'object', additionalProperties: text },
                mode: { type: 'string', enum: ['payment', 'setup'] },
              },
            },
            { line_items: deep, expand: deep, metadata: deep },
          ),
          responses: ok({ $ref: '#/components/schemas/session' }),
        },
      },
      '/v1/charges': {
        get: {
          operationId: 'GetCharges',
          parameters: [
            query('expand', words, deep),
            query(
              'created',
              { anyOf: [{ type: 'object', properties: { gte: { type: 'integer' } } }, { type: 'integer' }] },
              deep,
            ),
          ],
          requestBody: form({ type: 'object', properties: {} }),
          responses: ok({ type: 'object', properties: { data: { type: 'array' } } }),
        },
      },
    },
    {
      session: {
        type: 'object',
        required: ['id'],
        properties: {
          id: text,
          note: text,
          customer: { anyOf: [text, { $ref: '#/components/schemas/customer' }] },
        },
      },
      customer: {
        type: 'object',
        properties: { id: text, last: { anyOf: [text, { $ref: '#/components/schemas/session' }] } },
      },
    },
  ),
  tools: {
    PostCheckoutSessions: ['line_items', 'expand', 'metadata', 'mode'],
    GetCharges: ['expand', 'created'],
  },
  refused: lostTold,
  requests: [
    {
      tool: 'PostCheckoutSessions',
      input: {
        line_items: [{ price: 'p1', quantity: 2 }, { price: 'p2' }],
        expand: ['line_items', 'customer'],
        metadata: { order: '7' },
        mode: 'payment',
      },
      line: 'POST /v1/checkout/sessions',
      body: 'line_items[0][price]=p1&line_items[0][quantity]=2&line_items[1][price]=p2&expand[0]=line_items&expand[1]=customer&metadata[order]=7&mode=payment',
      contentType: 'application/x-www-form-urlencoded',
    },
    {
      tool: 'GetCharges',
      input: { expand: ['data.customer'] },
      line: 'GET /v1/charges?expand[0]=data.customer',
    },
    { tool: 'GetCharges', input: { created: { gte: 5 } }, line: 'GET /v1/charges?created[gte]=5' },
    { tool: 'GetCharges', input: { created: 5 }, line: 'GET /v1/charges?created=5' },
  ],
  answers: [
    { tool: 'PostCheckoutSessions', input: { mode: 'payment' }, answer: { id: 's1', note: null } },
    { tool: 'PostCheckoutSessions', input: { mode: 'payment' }, answer: { session: 's1' } },
    {
      tool: 'PostCheckoutSessions',
      input: { mode: 'payment' },
      answer: { id: 's1', customer: { last: { id: 2 } } },
    },
  ],
}

const hosting: VendorDocument = {
  like: 'GitHub',
  document: 'api.json',
  files: version3({
    '/repos/{owner}/{repo}/issues': {
      parameters: [inPath('owner'), inPath('repo')],
      get: {
        operationId: 'issues/list-for-repo',
        parameters: [query('labels', text), query('per_page', { type: 'integer', default: 30 })],
        responses: ok({
          type: 'array',
          items: {
            type: 'object',
            required: ['number'],
            properties: { number: { type: 'integer' }, body: text },
          },
        }),
      },
      post: {
        operationId: 'issues/create',
        requestBody: json({
          type: 'object',
          required: ['title'],
          properties: {
            title: { oneOf: [text, { type: 'integer' }] },
            labels: {
              type: 'array',
              items: { oneOf: [text, { type: 'object', properties: { name: text } }] },
            },
            milestone: { oneOf: [text, { type: 'integer' }], nullable: true },
          },
        }),
        responses: ok({
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, state: { enum: ['open', 'closed'] } },
        }),
      },
    },
  }),
  tools: {
    'issues_list-for-repo': ['owner', 'repo', 'labels', 'per_page'],
    issues_create: ['owner', 'repo', 'title', 'labels', 'milestone'],
  },
  refused: lostTold,
  requests: [
    {
      tool: 'issues_list-for-repo',
      input: { owner: 'a/b', repo: 'c d', labels: 'bug,ui' },
      line: 'GET /repos/a%2Fb/c%20d/issues?labels=bug%2Cui&per_page=30',
    },
    {
      tool: 'issues_create',
      input: { owner: 'a', repo: 'b', title: 'T', labels: ['x', { name: 'y' }], milestone: null },
      line: 'POST /repos/a/b/issues',
      body: { title: 'T', labels: ['x', { name: 'y' }], milestone: null },
      contentType: 'application/json',
    },
  ],
  answers: [
    { tool: 'issues_list-for-repo', input: { owner: 'a', repo: 'b' }, answer: [{ number: 1, body: null }] },
    { tool: 'issues_list-for-repo', input: { owner: 'a', repo: 'b' }, answer: { message: 'moved' } },
    {
      tool: 'issues_create',
      input: { owner: 'a', repo: 'b', title: 'T' },
      answer: { id: 7, state: 'frozen' },
    },
  ],
}

const telephony: VendorDocument = {
  like: 'Twilio',
  document: 'api.json',
  files: version3({
    '/2010-04-01/Accounts/{AccountSid}/Messages.json': {
      parameters: [inPath('AccountSid')],
      get: {
        operationId: 'ListMessage',
        parameters: [query('DateSent', text), query('DateSent<', text), query('DateSent>', text)],
        responses: ok({ type: 'object', properties: { messages: { type: 'array' } } }),
      },
      post: {
        operationId: 'CreateMessage',
        requestBody: form({
          type: 'object',
          required: ['To'],
          properties: {
            To: text,
            Body: text,
            MediaUrl: { type: 'array', items: { type: 'string', format: 'uri' } },
          },
        }),
        responses: { 201: ok({ type: 'object', properties: { sid: text, price: text } })[200] },
      },
    },
  }),
  tools: {
    ListMessage: ['AccountSid', 'DateSent', 'query_DateSent', 'query_DateSent_86644b53'],
    CreateMessage: ['AccountSid', 'To', 'Body', 'MediaUrl'],
  },
  refused: lostTold,
  requests: [
    {
      tool: 'CreateMessage',
      input: {
        AccountSid: 'AC1',
        To: '+15551234',
        Body: 'Hi & bye',
        MediaUrl: ['https://a.b/1', 'https://a.b/2'],
      },
      line: 'POST /2010-04-01/Accounts/AC1/Messages.json',
      body: 'To=%2B15551234&Body=Hi%20%26%20bye&MediaUrl=https%3A%2F%2Fa.b%2F1&MediaUrl=https%3A%2F%2Fa.b%2F2',
      contentType: 'application/x-www-form-urlencoded',
    },
    {
      tool: 'ListMessage',
      input: { AccountSid: 'AC1', query_DateSent: '2026-01-01' },
      line: 'GET /2010-04-01/Accounts/AC1/Messages.json?DateSent%3C=2026-01-01',
    },
  ],
  answers: [
    { tool: 'CreateMessage', input: { AccountSid: 'AC1', To: '+1' }, answer: { sid: 'SM1', price: null } },
  ],
}

function version2(paths: object, rest: object = {}): VendorDocument['files'] {
  return (host) => {
    const whole = {
      swagger: '2.0',
      info: { title: 'Api', version: '1' },
      host,
      schemes: ['http'],
      paths,
      ...rest,
    }
    return new Map([['api.json', JSON.stringify(whole)]])
  }
}

const chat: VendorDocument = {
  like: 'Slack',
  document: 'api.json',
  files: version2({
    '/chat.postMessage': {
      post: {
        operationId: 'chat_postMessage',
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { in: 'header', name: 'token', type: 'string', required: true },
          { in: 'formData', name: 'channel', type: 'string', required: true },
          { in: 'formData', name: 'text', type: 'string' },
          { in: 'formData', name: 'mrkdwn', type: 'boolean' },
        ],
        responses: {
          200: {
            description: 'Ok.',
            schema: {
              type: 'object',
              required: ['ok', 'ts'],
              additionalProperties: false,
              properties: { ok: { enum: [true] }, ts: { type: 'string', pattern: '^\\d{10}\\.\\d{6}$' } },
            },
          },
        },
      },
    },
    '/conversations.list': {
      get: {
        operationId: 'conversations_list',
        parameters: [
          { in: 'query', name: 'types', type: 'array', items: text, collectionFormat: 'csv' },
          { in: 'query', name: 'exclude_archived', type: 'boolean' },
        ],
        responses: { 200: { description: 'Ok.', schema: { type: 'object', required: ['channels'] } } },
      },
    },
    '/lost': { post: { parameters: [{ $ref: '#/parameters/gone' }] } },
  }),
  tools: {
    chat_postMessage: ['token', 'channel', 'text', 'mrkdwn'],
    conversations_list: ['types', 'exclude_archived'],
  },
  refused: { 'POST /lost': /has a parameter at ".*gone", which leads nowhere/ },
  requests: [
    {
      tool: 'chat_postMessage',
      input: { token: 't', channel: 'C1', text: 'Hi there', mrkdwn: true },
      line: 'POST /chat.postMessage',
      body: 'channel=C1&text=Hi%20there&mrkdwn=true',
      contentType: 'application/x-www-form-urlencoded',
    },
    {
      tool: 'conversations_list',
      input: { types: ['public_channel', 'im'], exclude_archived: true },
      line: 'GET /conversations.list?types=public_channel%2Cim&exclude_archived=true',
    },
  ],
  answers: [
    {
      tool: 'chat_postMessage',
      input: { token: 't', channel: 'C1' },
      answer: { ok: false, error: 'not_in_channel' },
    },
    {
      tool: 'chat_postMessage',
      input: { token: 't', channel: 'C1' },
      answer: { ok: true, ts: '1', extra: {} },
    },
  ],
}

const cluster: VendorDocument = {
  like: 'Kubernetes',
  document: 'api.json',
  files: version2(
    {
      '/api/v1/namespaces/{namespace}/pods': {
        parameters: [
          { in: 'path', name: 'namespace', required: true, type: 'string', uniqueItems: true },
          { $ref: '#/parameters/pretty' },
        ],
        get: {
          operationId: 'listPods',
          consumes: ['*/*'],
          produces: ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
          parameters: [{ in: 'query', name: 'labelSelector', type: 'string', uniqueItems: true }],
          responses: { 200: { description: 'Ok.', schema: { type: 'object' } }, 401: { description: 'No.' } },
        },
        post: {
          operationId: 'createPod',
          consumes: ['*/*'],
          produces: ['application/json'],
          parameters: [
            { in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/io.k8s.Pod' } },
          ],
          responses: { 201: { description: 'Created.', schema: { $ref: '#/definitions/io.k8s.Pod' } } },
        },
      },
      '/lost': { post: { $ref: '#/operations/gone' } },
    },
    {
      parameters: { pretty: { in: 'query', name: 'pretty', type: 'string', uniqueItems: true } },
      definitions: {
        'io.k8s.Pod': {
          type: 'object',
          required: ['spec'],
          properties: { kind: text, spec: { $ref: '#/definitions/io.k8s.PodSpec' } },
        },
        'io.k8s.PodSpec': {
          type: 'object',
          properties: { nodeName: text, template: { $ref: '#/definitions/io.k8s.Pod' } },
        },
      },
    },
  ),
  tools: {
    listPods: ['namespace', 'pretty', 'labelSelector'],
    createPod: ['namespace', 'pretty', 'kind', 'spec'],
  },
  refused: { 'POST /lost': /refers to "#\/operations\/gone", which leads nowhere/ },
  requests: [
    {
      tool: 'listPods',
      input: { namespace: 'default', labelSelector: 'app=web,tier!=db' },
      line: 'GET /api/v1/namespaces/default/pods?labelSelector=app%3Dweb%2Ctier!%3Ddb',
    },
    {
      tool: 'createPod',
      input: { namespace: 'default', kind: 'Pod', spec: { template: { spec: { nodeName: 'n1' } } } },
      line: 'POST /api/v1/namespaces/default/pods',
      body: { kind: 'Pod', spec: { template: { spec: { nodeName: 'n1' } } } },
      contentType: 'application/json',
    },
  ],
  answers: [
    { tool: 'createPod', input: { namespace: 'default', spec: {} }, answer: { kind: 'Status', spec: null } },
  ],
}

const cloud: VendorDocument = {
  like: 'DigitalOcean',
  document: 'api.yaml',
  files(host) {
    const files = manyFiles(2)
    const document = files.get('api.yaml') ?? ''
    const lostPath = "  /lost:\n    post:\n      $ref: 'resources/gone.yml'\n"
    return files.set(
      'api.yaml',
      `${document.replace('https://api.example.com', `http://${host}`)}${lostPath}`,
    )
  },
  tools: {
    things0_create: ['name', 'tags'],
    things0_get: ['thing_id'],
    things1_create: ['name', 'tags'],
    things1_get: ['thing_id'],
  },
  refused: { 'POST /lost': /refers to "resources\/gone.yml", which leads nowhere/ },
  requests: [
    {
      tool: 'things1_create',
      input: { name: 'web', tags: ['a'] },
      line: 'POST /v2/things1',
      body: { name: 'web', tags: ['a'] },
      contentType: 'application/json',
    },
    { tool: 'things0_get', input: { thing_id: 3 }, line: 'GET /v2/things0/3' },
  ],
  answers: [
    { tool: 'things0_get', input: { thing_id: 3 }, answer: { thing: { id: 'three', next: { id: null } } } },
    { tool: 'things0_create', input: { name: 'web' }, answer: { thing: { region: 'nyc' } } },
  ],
}

export const vendorDocuments: readonly VendorDocument[] = [payments, hosting, chat, telephony, cluster, cloud]
