/** Forms with repeated fields, and parameters with signs in their names. */
import { text, query, inPath, ok, form, lostTold, version3, type VendorDocument } from './vendor.ts'

export const telephony: VendorDocument = {
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
