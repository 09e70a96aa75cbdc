import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../../kernel/index.ts'
import { restTool } from './index.ts'

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
}

function refusal(config: object, more: object = {}): ToolyardError {
  try {
    restTool({
      name: 'weather',
      description: 'Weather of a city.',
      parameters,
      ...more,
      config: { baseUrl: 'https://api.example.com', ...config },
    })
  } catch (error) {
    assert.ok(ToolyardError.isInstance(error), String(error))
    return error
  }
  return assert.fail('it was not refused')
}

describe('a definition is refused', () => {
  for (const [title, config, says, hints] of [
    [
      'with a setting that is none',
      { baseURL: 'x' },
      /config\.baseURL is not a setting/,
      /Did you mean "baseUrl"/,
    ],
    ['without a base URL', { baseUrl: undefined }, /config\.baseUrl is missing/, /https:/],
    ['with a base URL that is none', { baseUrl: 'api.example.com' }, /is not the URL of a service/, /https:/],
    ['with another scheme', { baseUrl: 'ftp://example.com' }, /is not the URL of a service/, /https:/],
    ['with credentials in its URL', { baseUrl: 'https://a:b@example.com' }, /has credentials/, /auth/],
    ['with a fragment', { baseUrl: 'https://example.com/#x' }, /fragment/, /Leave out/],
    [
      'with a parameter in its host',
      { baseUrl: 'https://{city}.example.com' },
      /holds a parameter/,
      /config\.path/,
    ],
    ['with a whole URL as its path', { path: 'https://evil.test/x' }, /is a whole URL/, /config\.baseUrl/],
    ['with a path to another host', { path: '//evil.test/x' }, /is a whole URL/, /config\.baseUrl/],
    ['with a path that leads upwards', { path: '/a/../b' }, /leads upwards/, /without "\.\."/],
    ['with a brace that is open', { path: '/a/{city' }, /has a brace/, /\{id\}/],
    ['with an empty parameter', { path: '/a/{}' }, /has a brace/, /\{id\}/],
    [
      'with a parameter that is none',
      { path: '/a/{cty}' },
      /config\.path names "cty"/,
      /Did you mean "city"/,
    ],
    [
      'with such a parameter in a header',
      { headers: { 'X-A': '{cty}' } },
      /config\.headers\.X-A names/,
      /city/,
    ],
    ['with such a parameter in the query', { query: { a: '{cty}' } }, /config\.query\.a names/, /city/],
    [
      'with such a parameter in its body',
      { method: 'POST', bodyTemplate: { a: ['{cty}'] } },
      /config\.bodyTemplate names/,
      /city/,
    ],
    [
      'with a place for such a parameter',
      { parameters: { cty: { in: 'query' } } },
      /config\.parameters names/,
      /city/,
    ],
    ['with such a body', { method: 'POST', bodyFrom: 'cty' }, /config\.bodyFrom names/, /city/],
    [
      'with a reference that is none',
      { headers: { a: '${1X}' } },
      /config\.headers\.a holds "\$\{1X\}"/,
      /\$\{NAME\}/,
    ],
    [
      'with a reference that is open',
      { auth: { type: 'bearer', token: '${KEY' } },
      /config\.auth\.token holds/,
      /\$\{NAME\}/,
    ],
    [
      'with such a reference in its body',
      { method: 'POST', bodyTemplate: { a: { b: '${}' } } },
      /config\.bodyTemplate\.a\.b holds/,
      /NAME/,
    ],
    [
      'with a parameter in the path and in the query',
      { path: '/{city}', parameters: { city: { in: 'query' } } },
      /names "city" a second time/,
      /one of the two/,
    ],
    [
      'with a place in a path that does not have it',
      { parameters: { city: { in: 'path' } } },
      /which has no \{city\}/,
      /\{city\}/,
    ],
    [
      'with a parameter and a fixed value of one name',
      { query: { city: 'x' } },
      /names "city" a second time/,
      /one of the two/,
    ],
    [
      'with two parameters of one name',
      { parameters: { city: { in: 'query', name: 'days' } } },
      /names "days" a second time/,
      /one of the two/,
    ],
    [
      'with a header that the credentials take',
      { headers: { AUTHORIZATION: 'x' }, auth: { type: 'bearer', token: 'x' } },
      /names "authorization" a second time/,
      /one of the two/,
    ],
    [
      'with a method that is none',
      { method: 'FETCH' },
      /config\.method "FETCH" is not known/,
      /GET, HEAD, POST/,
    ],
    ['with a body that GET does not have', { bodyFrom: 'city' }, /is GET, which has no body/, /POST/],
    [
      'with a header of the connection',
      { headers: { Host: 'x' } },
      /header of the connection/,
      /Leave it out/,
    ],
    ['with a header that is none', { headers: { 'a b': 'x' } }, /not a name of a header/, /letters/],
    ['with a line break in a header', { headers: { a: 'x\r\nb: c' } }, /holds a line break/, /one line/],
    [
      'with a header that is no text',
      { headers: { a: 1 } },
      /config\.headers\.a must be a text, not 1/,
      /quotes/,
    ],
    [
      'with credentials of no type',
      { auth: { type: 'magic' } },
      /config\.auth\.type "magic" is not known/,
      /bearer, basic/,
    ],
    [
      'with half of its credentials',
      { auth: { type: 'basic', username: 'x' } },
      /config\.auth\.password is missing/,
      /NAME/,
    ],
    [
      'with more than its credentials',
      { auth: { type: 'bearer', token: 'x', tokn: 1 } },
      /config\.auth\.tokn is not known/,
      /token/,
    ],
    [
      'with a key in no place',
      { auth: { type: 'api_key', in: 'body', name: 'a', value: 'b' } },
      /config\.auth\.in "body"/,
      /header, query/,
    ],
    [
      'with a token URL that is none',
      { auth: { type: 'oauth2', tokenUrl: 'x', clientId: 'a', clientSecret: 'b' } },
      /config\.auth\.tokenUrl/,
      /https/,
    ],
    [
      'with a path into JSON that is none',
      { select: 'a..b' },
      /config\.select "a\.\.b" is not a JSON path/,
      /data\.items/,
    ],
    ['with pages of no type', { pagination: { type: 'scroll' } }, /config\.pagination\.type/, /link, cursor/],
    [
      'with pages without a cursor',
      { pagination: { type: 'cursor', query: 'c' } },
      /config\.pagination\.path is missing/,
      /path/,
    ],
    [
      'with no pages',
      { pagination: { type: 'link', maxPages: 0 } },
      /config\.pagination\.maxPages 0/,
      /from 1/,
    ],
    ['with a time that is none', { timeout: '5s' }, /config\.timeout "5s"/, /whole number/],
    ['with two times', { timeout: 5, timeoutMs: 5 }, /both given/, /one of the two/],
    ['with no attempt', { retry: { attempts: 0 } }, /config\.retry\.attempts 0/, /from 1 to 10/],
    ['with a retry that is none', { retry: { times: 3 } }, /config\.retry\.times is not known/, /attempts/],
    ['with a stream that is none', { stream: 'websocket' }, /config\.stream/, /sse, ndjson/],
  ] as const)
    it(title, () => {
      const { code, message, hint, tool } = refusal(config)
      assert.equal(code, 'invalid_definition')
      assert.equal(tool, 'weather')
      assert.match(message, /^Tool "weather": /)
      assert.match(message, says)
      assert.match(hint ?? '', hints)
    })

  it('without a configuration, with two schemas, or with a field that is none', () => {
    assert.throws(() => restTool({ name: 'x', description: 'y' } as never), /config must be an object/)
    assert.match(refusal({}, { inputSchema: parameters }).message, /both given/)
    assert.match(refusal({}, { confrim: true }).message, /"confrim" is not a field/)
    assert.match(refusal({}, { resources: () => [] }).message, /resources is not for endpoints/)
    assert.match(refusal({}, { execute: () => 1 }).message, /execute is not for endpoints/)
    assert.throws(() => restTool(undefined as never), /config must be an object/)
  })
})
