/** `http_request` and what must not leave: secrets, files, and what nobody allowed. */
import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard } from 'toolyard'
import { type Answer, ask, echo, json, openGround, openSite, refused } from './api-site.ts'

const secret = 'zQ7-vault/9+key=31x'
const environment = { API_TOKEN: secret, OPENAI_API_KEY: 'another-value-8842' }

describe('http_request and secrets', () => {
  it('reads no file outside the workspace, and none that may hold secrets under another name', async (test) => {
    const site = await openSite(test, { '/': json({}) })
    const ground = await openGround(test, [site.host])
    writeFileSync(join(ground.workspace, '.env'), 'KEY=1')
    symlinkSync('.env', join(ground.workspace, 'notes.txt'))
    symlinkSync('/etc/passwd', join(ground.workspace, 'users.txt'))
    const upload = (path: string): object => ({ url: site.origin, multipart: [{ name: 'f', path }] })
    assert.equal((await refused(ground, upload('/etc/passwd'))).code, 'outside_workspace')
    assert.equal((await refused(ground, upload('../x'))).code, 'outside_workspace')
    assert.equal((await refused(ground, upload('users.txt'))).code, 'outside_workspace')
    assert.equal((await refused(ground, upload('notes.txt'))).code, 'denied')
    assert.equal(site.asked.length, 0)
  })

  it('sends a secret only to the origins that the configuration names, in auth and headers', async (test) => {
    const site = await openSite(test, { '/': json({}) })
    const other = await openSite(test, { '/': json({}) })
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host, other.host], { environment, web })
    const { origin: url } = site
    await ask(ground, { url, auth: { type: 'bearer', token: '${API_TOKEN}' } })
    await ask(ground, { url, auth: { type: 'basic', username: 'me', password: '${API_TOKEN}' } })
    await ask(ground, { url, auth: { type: 'header', name: 'X-Key', value: 'key ${API_TOKEN}' } })
    await ask(ground, { url, headers: { 'x-token': '${API_TOKEN}' } })
    const basic = Buffer.from(`me:${secret}`).toString('base64')
    assert.deepEqual(
      site.asked.map(({ headers }) => headers.authorization ?? headers['x-key'] ?? headers['x-token']),
      [`Bearer ${secret}`, `Basic ${basic}`, `key ${secret}`, secret],
    )
    const tries: [object, RegExp][] = [
      [
        { url: other.origin, auth: { type: 'bearer', token: '${API_TOKEN}' } },
        /may only be sent to http:\/\/127/,
      ],
      [{ url: other.origin, headers: { a: 'x${API_TOKEN}' } }, /is not sent to/],
      [
        { url, auth: { type: 'bearer', token: '${OPENAI_API_KEY}' } },
        /not a secret that http_request may use/,
      ],
      [{ url, headers: { a: '${OPENAI_API_KEY:-x}' } }, /not a secret that http_request may use/],
      [{ url, headers: { a: '${constructor}' } }, /not a secret that http_request may use/],
      [{ url, headers: { a: '${API_TOKEN}${OPENAI_API_KEY}' } }, /OPENAI_API_KEY/],
      [{ url, auth: { type: 'bearer', token: 'written-out' } }, /not a secret reference/],
      [{ url: `${url}/?k=\${API_TOKEN}` }, /filled in auth and headers only|not filled in here/],
      [{ url, query: { k: '${API_TOKEN}' } }, /not filled in here/],
      [{ url, json: { k: ['${API_TOKEN}'] } }, /not filled in here/],
      [{ url, body: '${API_TOKEN}' }, /not filled in here/],
      [
        { url, headers: { Authorization: 'x' }, auth: { type: 'bearer', token: '${API_TOKEN}' } },
        /authorization too/,
      ],
    ]
    for (const [input, message] of tries) assert.match((await refused(ground, input)).message, message)
    const { hint } = await refused(ground, { url, auth: { type: 'bearer', token: '${TOKEN}' } })
    assert.match(hint ?? '', /^Secrets for this origin: API_TOKEN\./)
    assert.equal(site.asked.length, 4)
    assert.equal(other.asked.length, 0)
  })

  it('never shows a secret that the server repeats, in no form, and puts none into a file', async (test) => {
    const site = await openSite(test, { '/': echo })
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host], { environment, web })
    const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
    for (const auth of [
      { type: 'bearer', token: '${API_TOKEN}' },
      { type: 'basic', username: 'me', password: '${API_TOKEN}' },
    ]) {
      const input = { url: site.origin, auth }
      const whole = JSON.stringify(await ground.yard.call('http_request', input))
      assert.match(whole, /"status":"ok"/)
      for (const form of [...forms, Buffer.from(`me:${secret}`).toString('base64')])
        assert.ok(!whole.includes(form), whole)
      const error = await refused(ground, { ...input, save_to: 'answer.json' })
      assert.match(error.message, /repeats a secret/)
      assert.equal(existsSync(join(ground.workspace, 'answer.json')), false)
    }
  })

  it('shows no half of a secret where what the server repeats is cut', async (test) => {
    const repeating: Answer = ({ headers, path }, response) => {
      const { searchParams } = new URL(path, 'http://x')
      const said = `${'x'.repeat(Number(searchParams.get('pad')))}${String(headers['x-key'])}${'y'.repeat(9000)}`
      response.writeHead(200, { 'content-type': 'text/plain', link: said.slice(-20_000) }).end(said)
    }
    const site = await openSite(test, { '/': repeating })
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host], {
      environment,
      web,
      limits: { output: { maxBytes: 1_000_000 } },
    })
    const auth = { type: 'header', name: 'x-key', value: '${API_TOKEN}' }
    for (const pad of [485, 490, 399_985, 399_990]) {
      const result = await ground.yard.call('http_request', { url: site.origin, query: { pad }, auth })
      assert.equal(result.status, 'ok', JSON.stringify(result.error))
      assert.ok(!JSON.stringify(result).includes(secret.slice(0, 8)), `cut after ${pad}`)
    }
  })

  it('keeps line breaks and other signs out of headers, and does not show what it kept out', async (test) => {
    const site = await openSite(test, { '/': json({}) })
    const web = { secrets: { TWO_LINES: [site.origin] } }
    const ground = await openGround(test, [site.host], {
      environment: { TWO_LINES: 'hidden-part\r\nx-evil: 1' },
      web,
    })
    const tries = [
      { a: 'b\r\nx-evil: 1' },
      { 'a\r\nb': 'c' },
      { 'a b': 'c' },
      { a: '${TWO_LINES}' },
      { a: '日本' },
    ]
    for (const headers of tries) {
      const error = await refused(ground, { url: site.origin, headers })
      assert.equal(error.code, 'invalid_arguments')
      assert.doesNotMatch(JSON.stringify(error), /hidden-part/)
    }
    assert.equal(site.asked.length, 0)
  })

  it('follows redirects, and leaves credentials and body behind on another host', async (test) => {
    const other = await openSite(test, { '/': echo })
    const to =
      (status: number, location: string): Answer =>
      (_, response) =>
        response.writeHead(status, { location }).end()
    const site = await openSite(test, {
      '/out': to(302, `${other.origin}/`),
      '/out307': to(307, `${other.origin}/`),
      '/in': to(307, '/here'),
      '/here': echo,
    })
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host, other.host], { environment, web })
    const auth = { type: 'header', name: 'x-key', value: '${API_TOKEN}' }
    const text = await ask(ground, {
      url: `${site.origin}/out`,
      auth,
      headers: { 'x-mine': 'a', cookie: 'a=b' },
    })
    assert.ok(text.includes(`redirected to ${other.origin}/`), text)
    assert.deepEqual(
      ['x-key', 'x-mine', 'cookie', 'authorization'].filter(
        (name) => name in (other.asked[0]?.headers ?? {}),
      ),
      [],
    )
    await ask(ground, { url: `${site.origin}/in`, auth, json: { a: 1 } })
    assert.equal(site.asked.at(-1)?.headers['x-key'], secret)
    assert.equal(site.asked.at(-1)?.body.toString(), '{"a":1}')
    const error = await refused(ground, { url: `${site.origin}/out307`, auth, json: { a: 1 } })
    assert.match(error.message, /another host/)
    assert.equal(other.asked.length, 1)
  })

  it('sends no secret on to another origin, in whatever header it stood', async (test) => {
    const other = await openSite(test, { '/': json({}) })
    const statuses = [301, 302, 303, 307, 308]
    const site = await openSite(
      test,
      Object.fromEntries(
        statuses.map((status) => [
          `/${status}`,
          (_, response) => response.writeHead(status, { location: `${other.origin}/` }).end(),
        ]),
      ),
    )
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host, other.host], { environment, web })
    const names = [
      'User-Agent',
      'accept',
      'accept-language',
      'if-none-match',
      'range',
      'content-type',
      'x-key',
    ]
    for (const status of statuses)
      for (const name of names) {
        const url = `${site.origin}/${status}`
        await ask(ground, { url, headers: { [name]: 'a ${API_TOKEN}', 'x-plain': 'b' } })
        await ask(ground, { url, auth: { type: 'header', name, value: '${API_TOKEN}' } })
      }
    assert.equal(other.asked.length, statuses.length * names.length * 2)
    for (const { headers } of other.asked) assert.ok(!JSON.stringify(headers).includes(secret))
    assert.ok(site.asked.every(({ headers }) => JSON.stringify(headers).includes(secret)))
  })

  it('does not follow a redirect that carries the secret away in its address', async (test) => {
    const other = await openSite(test, { '/': json({}) })
    const away =
      (write: (text: string) => string): Answer =>
      ({ headers }, response) =>
        response.writeHead(302, { location: `${other.origin}/?t=${write(String(headers['x-key']))}` }).end()
    const site = await openSite(test, {
      '/plain': away((text) => text),
      '/url': away(encodeURIComponent),
      '/base64': away((text) => Buffer.from(text).toString('base64url')),
      '/hex': away((text) => Buffer.from(text).toString('hex')),
      '/near': ({ headers }, response) =>
        response.writeHead(302, { location: `/here?t=${String(headers['x-key'])}` }).end(),
      '/here': json({}),
    })
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host, other.host], { environment, web })
    const auth = { type: 'header', name: 'x-key', value: '${API_TOKEN}' }
    for (const path of ['plain', 'url', 'base64', 'hex']) {
      const error = await refused(ground, { url: `${site.origin}/${path}`, auth })
      assert.equal(error.code, 'denied')
      assert.match(error.message, /a secret that was sent with the request/)
      assert.ok(!JSON.stringify(error).includes(secret))
    }
    assert.equal(other.asked.length, 0)
    await ask(ground, { url: `${site.origin}/near`, auth })
  })

  it('puts no secret into a file that the server repeats in another form', async (test) => {
    const forms: Record<string, (text: string) => string | Uint8Array> = {
      '/base64': (text) => Buffer.from(`x${text}`).toString('base64'),
      '/hex': (text) => Buffer.from(text).toString('hex'),
      '/url': encodeURIComponent,
      '/utf16': (text) => Buffer.from(text, 'utf16le'),
      '/far': (text) => 'x'.repeat(262_140) + text,
    }
    const site = await openSite(
      test,
      Object.fromEntries(
        Object.entries(forms).map(([path, write]) => [
          path,
          ({ headers }, response) =>
            response
              .writeHead(200, { 'content-type': 'application/x-data' })
              .end(write(String(headers['x-key']))),
        ]),
      ),
    )
    const web = { secrets: { API_TOKEN: [site.origin] } }
    const ground = await openGround(test, [site.host], { environment, web })
    for (const path of Object.keys(forms)) {
      const auth = { type: 'header', name: 'x-key', value: '${API_TOKEN}' }
      const error = await refused(ground, { url: site.origin + path, auth, save_to: 'answer.bin' })
      assert.match(error.message, /repeats a secret/, path)
      assert.equal(existsSync(join(ground.workspace, 'answer.bin')), false)
    }
  })

  it('asks by default; a rule for an address covers neither other addresses nor files', async (test) => {
    const site = await openSite(test, { '/api/a': json({}), '/other': json({}) })
    const policy = { allow: [`http_request(${site.origin}/api/**)`] }
    const ground = await openGround(test, [site.host], { policy })
    writeFileSync(join(ground.workspace, 'a.txt'), 'a')
    await ask(ground, { url: `${site.origin}/api/a`, query: { x: 1 } })
    await ask(ground, { url: `${site.origin}/api/a`, method: 'POST', json: {} })
    const url = `${site.origin}/api/a`
    for (const input of [
      { url: `${site.origin}/other` },
      { url: `${site.origin}/api/../other` },
      { url, save_to: 'b.txt' },
      { url, multipart: [{ name: 'f', path: 'a.txt' }] },
    ])
      assert.equal((await refused(ground, input)).code, 'denied')
    assert.equal(site.asked.length, 2)
  })

  it('has its settings checked, with what to write instead', async () => {
    const wrong = (web: object): Promise<unknown> => createToolyard({ web })
    const tries: [object, RegExp][] = [
      [{ secret: {} }, /web: "secret" is not a setting.*secrets/],
      [{ secrets: { 'A B': ['https://a.example'] } }, /not the name of an environment variable/],
      [{ secrets: { A: 'https://a.example' } }, /list of the origins/],
      [{ secrets: { A: ['https://a.example/path'] } }, /is not an origin/],
      [{ secrets: { A: ['https://*'] } }, /is not an origin/],
      [{ secrets: { A: ['a.example'] } }, /is not an origin/],
    ]
    for (const [web, message] of tries) await assert.rejects(wrong(web), { code: 'invalid_config', message })
  })
})
