/** Forms with deep objects, and fields that hold an id or the whole object. */
import { text, words, query, ok, form, lostTold, version3, type VendorDocument } from './vendor.ts'

const deep = { style: 'deepObject', explode: true }

export const payments: VendorDocument = {
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
