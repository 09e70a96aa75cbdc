/** Version 2.0 with forms, and answers that say what went wrong with status 200. */
import { text, version2, type VendorDocument } from './vendor.ts'

export const chat: VendorDocument = {
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
      answer: { ok: true, ts: 1_503_435_956.5 },
    },
  ],
}
