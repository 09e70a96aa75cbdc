import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { RestFacts } from '../../define/index.ts'
import type { LegacyRegistry } from './legacy-registry.ts'
import { legacyProject, onlyProblem, restFile, restOf } from './support.test.ts'

async function readOne(t: TestContext, more: string): Promise<{ registry: LegacyRegistry; rest: RestFacts }> {
  const registry = await legacyProject(t, { 'configs/tools/it.toml': restFile('it', more) })
  assert.deepEqual(registry.problems, [])
  return { registry, rest: restOf(registry, 'it') }
}

async function readAt(t: TestContext, url: string, more = ''): Promise<LegacyRegistry> {
  return legacyProject(t, {
    'configs/tools/it.toml': `name = "it"\ntool_type = "rest"\ndescription = "It."\napi_url = "${url}"\n${more}\n`,
  })
}

describe('the address of a legacy REST tool', () => {
  it('is divided into base, path and query, with templates and references kept', async (t) => {
    const registry = await readAt(
      t,
      'https://api.example.com:8443/v1/users/{id}?units=metric&q=a%20b&key=${KEY}',
      '[parameters.id]\ntype = "string"',
    )
    const { baseUrl, path, query } = restOf(registry, 'it')
    assert.equal(baseUrl, 'https://api.example.com:8443')
    assert.equal(path, '/v1/users/{id}')
    assert.deepEqual(query, { units: 'metric', q: 'a b', key: '${KEY}' })
    assert.deepEqual(registry.notes, [])
  })

  it('may begin with a reference', async (t) => {
    const file = { 'configs/tools/it.toml': restFile('it').replace('https://api.example.com', '${API}') }
    const environment = { API: 'http://localhost:3000/v1' }
    const { baseUrl, path } = restOf(await legacyProject(t, file, { environment }), 'it')
    assert.deepEqual([baseUrl, path], ['http://localhost:3000/v1', '/it'])
    const unset = await legacyProject(t, file, { environment: {} })
    assert.match(onlyProblem(unset).reason, /^line 4: api_url: the environment variable API is not set$/)
  })

  it('is refused where it is none, or has a password in it that is not repeated', async (t) => {
    assert.match(
      onlyProblem(await readAt(t, 'api.example.com/users')).reason,
      /^line 4: api_url "api.* is not an address$/,
    )
    const { reason } = onlyProblem(await readAt(t, 'https://ann:hunter2@api.example.com/users'))
    assert.match(reason, /^line 4: api_url has a name and a password in it$/)
    const { reason: other } = onlyProblem(await readAt(t, 'ftp://ann:hunter2@api.example.com/users'))
    assert.doesNotMatch(other, /hunter2/)
  })

  it('must be there', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': 'name = "it"\ntool_type = "rest"\ndescription = "It."\n',
    })
    assert.match(onlyProblem(registry).reason, /needs an address: api_url, or baseUrl in \[config\]/)
  })
})

describe('the method of a legacy REST tool', () => {
  it('is POST where a flat file says nothing', async (t) => {
    const { rest } = await readOne(t, '')
    assert.equal(rest.method, 'POST')
  })

  it('is refused where nobody sends it, with the one that was probably meant', async (t) => {
    const registry = await legacyProject(t, { 'configs/tools/it.toml': restFile('it', 'method = "PSOT"') })
    assert.match(onlyProblem(registry).reason, /^line 5: method "PSOT".* Did you mean "POST"\?$/)
  })
})

describe('auth_method', () => {
  it('api_key sends the key as a bearer token, also where only the key is given', async (t) => {
    const wanted = { type: 'bearer', token: '${KEY}' }
    const told = await readOne(t, 'auth_method = "api_key"\napi_key = "${KEY}"')
    assert.deepEqual(told.rest.auth, wanted)
    assert.deepEqual((await readOne(t, 'api_key = "${KEY}"')).rest.auth, wanted)
  })

  it('api_key_header sends it in X-API-Key', async (t) => {
    const { rest } = await readOne(t, 'auth_method = "api_key_header"\napi_key = "${KEY}"')
    assert.deepEqual(rest.auth, { type: 'api_key', in: 'header', name: 'X-API-Key', value: '${KEY}' })
  })

  it('oauth fetches a token, or sends the one that is given', async (t) => {
    const client = await readOne(
      t,
      'auth_method = "oauth"\n[oauth]\ntoken_url = "https://id.example.com/token"\nclient_id = "me"\nclient_secret = "${SECRET}"\nscopes = "read write"',
    )
    assert.deepEqual(client.rest.auth, {
      type: 'oauth2',
      tokenUrl: 'https://id.example.com/token',
      clientId: 'me',
      clientSecret: '${SECRET}',
      scopes: ['read', 'write'],
    })
    const token = await readOne(t, 'auth_method = "oauth"\napi_key = "${TOKEN}"')
    assert.deepEqual(token.rest.auth, { type: 'bearer', token: '${TOKEN}' })
  })

  it('wins over a header of the same name', async (t) => {
    const { rest } = await readOne(t, 'api_key = "${KEY}"\n[headers]\nauthorization = "Bearer ${OTHER}"')
    assert.deepEqual([rest.auth, rest.headers], [{ type: 'bearer', token: '${KEY}' }, undefined])
  })

  it('none sends nothing, even where there is a key', async (t) => {
    const { rest } = await readOne(t, 'auth_method = "none"\napi_key = "${KEY}"')
    assert.equal(rest.auth, undefined)
  })

  it('without a key is told, and the tool is there', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': restFile('it', 'auth_method = "api_key"'),
    })
    const { line, reason, hint } = onlyProblem(registry)
    assert.equal(line, 5)
    assert.match(reason, /there is no api_key/)
    assert.match(hint ?? '', /api_key = "\$\{NAME\}"/)
    assert.equal(restOf(registry, 'it').auth, undefined)
  })

  it('that is not known is refused', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': restFile('it', 'auth_method = "apikey"'),
    })
    assert.match(onlyProblem(registry).reason, /Did you mean "api_key" or "api_key_header"\?/)
    assert.deepEqual(registry.tools, [])
  })
})

describe('times and repetitions of a legacy REST tool', () => {
  it('count seconds in snake_case keys and milliseconds in [config]', async (t) => {
    const flat = await readOne(t, 'timeout = 15\nretry_count = 3\nretry_delay = 1.5')
    assert.deepEqual([flat.rest.timeoutMs, flat.rest.retry], [15_000, { attempts: 4, delayMs: 1500 }])
    const config = await readOne(t, '[config]\ntimeout = 15000\nmaxRetries = 0\nretryDelay = 250')
    assert.deepEqual([config.rest.timeoutMs, config.rest.retry], [15_000, { attempts: 1, delayMs: 250 }])
    assert.deepEqual([...flat.registry.notes, ...config.registry.notes], [])
  })

  it('take [config] over the flat keys', async (t) => {
    const { rest } = await readOne(
      t,
      'timeout = 30\nretry_count = 5\n[config]\ntimeout = 60000\nmaxRetries = 1',
    )
    assert.deepEqual([rest.timeoutMs, rest.retry], [60_000, { attempts: 2 }])
  })

  it('say how a number was read that is too large for seconds, or small for milliseconds', async (t) => {
    const large = await readOne(t, 'timeout = 30000')
    assert.equal(large.rest.timeoutMs, 30_000)
    assert.match(large.registry.notes[0]?.reason ?? '', /^line 5: timeout = 30000 is read as milliseconds/)
    const small = await readOne(t, '[config]\ntimeout = 30')
    assert.equal(small.rest.timeoutMs, 30)
    assert.match(small.registry.notes[0]?.hint ?? '', /timeout = 30000 where seconds are meant/)
  })
})

describe('the body of a legacy REST tool', () => {
  it('is a form where the content type says so', async (t) => {
    const { rest } = await readOne(
      t,
      '[headers]\ncontent-type = "application/x-www-form-urlencoded"\nX-A = "1"',
    )
    assert.equal(rest.bodyType, 'form')
    assert.deepEqual(rest.headers, { 'X-A': '1' })
  })

  it('does not hold query_params, whose members go into the query', async (t) => {
    const { rest } = await readOne(
      t,
      '[parameters_schema]\ntype = "object"\n[parameters_schema.properties]\nquery_params = { type = "object" }',
    )
    assert.deepEqual(rest.parameters, { query_params: { in: 'query', style: 'form', explode: true } })
  })
})

describe('a parameter that meant something else before', () => {
  const withParameter = (name: string): string =>
    `[parameters_schema]\ntype = "object"\n[parameters_schema.properties]\n${name} = { type = "object" }`

  it('is refused where the model would choose the address', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': `name = "it"\ntool_type = "rest"\ndescription = "It."\n${withParameter('endpoint')}\n[config]\nbaseUrl = "https://api.example.com"\n`,
    })
    assert.match(onlyProblem(registry).reason, /^line 4: the model would choose the address .*"endpoint"/)
    assert.deepEqual(registry.tools, [])
  })

  it('is refused where it would set headers, or hold parts of the path', async (t) => {
    for (const name of ['headers', 'path_params']) {
      const registry = await legacyProject(t, {
        'configs/tools/it.toml': restFile('it', withParameter(name)),
      })
      assert.match(onlyProblem(registry).reason, new RegExp(`^line 5: the parameter "${name}" holds others`))
    }
  })
})

describe('a secret that stands in a file', () => {
  it('is told with its line, and given out so that it is never shown', async (t) => {
    const { registry } = await readOne(
      t,
      'api_key = "sk-live-1"\n[headers]\nCookie = "session=1"\nX-Trace = "on"\nX-Auth-Token = "Token ${T}"',
    )
    assert.deepEqual(registry.secrets, ['sk-live-1', 'session=1'])
    assert.deepEqual(
      registry.notes.map(({ reason }) => reason),
      ['line 5: api_key stands in the file itself', 'line 7: Cookie stands in the file itself'],
    )
    assert.doesNotMatch(JSON.stringify([registry.notes, registry.problems]), /sk-live-1|session=1/)
  })
})
