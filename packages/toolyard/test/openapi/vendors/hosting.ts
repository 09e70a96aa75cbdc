/** JSON in and out, choices of types, names with slashes. */
import { text, query, inPath, ok, json, lostTold, version3, type VendorDocument } from './vendor.ts'

export const hosting: VendorDocument = {
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
