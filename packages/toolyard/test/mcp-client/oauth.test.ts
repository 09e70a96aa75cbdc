import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf } from '../../src/index.ts'
import { serveOAuth } from './oauth-place.ts'
import { acceptAll, open } from './support.ts'

/** A browser whose owner agrees to everything. */
const browse = async (url: string): Promise<void> => {
  await fetch(url)
}

describe('a server that wants to know who calls', () => {
  it('waits for somebody to authorise it, and says how', async () => {
    await using server = await serveOAuth()
    await using place = await open(
      { web: { url: `${server.url}/mcp` } },
      { network: { allow: [server.target] } },
    )
    assert.equal(place.yard.mcp?.servers()[0]?.state, 'needs_authorisation')
    assert.match(place.yard.problems[0]?.hint ?? '', /toolyard servers login web/)
    assert.deepEqual(server.asked, [], 'nothing was registered, and nobody sent anywhere')
  })

  it('is used when a person has agreed, and afterwards without asking again', async () => {
    await using server = await serveOAuth()
    const servers = { web: { url: `${server.url}/mcp` } }
    const network = { allow: [server.target] }
    await using place = await open(servers, { network })
    const { yard, folder } = place
    await yard.authorise('web', { open: browse })
    await acceptAll(yard)
    const answer = textOf(await yard.call('web__secret', {}))
    assert.match(answer, /^you are Bearer/)
    assert.doesNotMatch(answer, /access-/, 'the token is never shown')
    assert.deepEqual(server.asked, ['register', 'authorize', 'authorization_code'])
    const file = join(folder, 'config', 'toolyard', 'mcp-tokens.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.match(await readFile(file, 'utf8'), /access-/)
    await yard.close()
    await using again = await open(servers, { network, folder })
    assert.equal((await again.yard.call('web__secret', {})).status, 'ok')
    server.forget()
    assert.equal((await again.yard.call('web__secret', {})).status, 'ok', 'an old token is renewed')
    assert.deepEqual(server.asked.slice(3), ['refresh_token'])
  })

  it('is not used where the person refuses', async () => {
    await using server = await serveOAuth({ refuses: true })
    await using place = await open(
      { web: { url: `${server.url}/mcp` } },
      { network: { allow: [server.target] } },
    )
    await assert.rejects(place.yard.authorise('web', { open: browse }), {
      code: 'denied',
      message: /not authorised \(access_denied\)/,
    })
  })

  it('is not believed an answer that we did not ask for', async () => {
    await using server = await serveOAuth({ state: 'forged' })
    await using place = await open(
      { web: { url: `${server.url}/mcp` } },
      { network: { allow: [server.target] } },
    )
    await assert.rejects(place.yard.authorise('web', { open: browse, timeoutMs: 300 }), { code: 'timeout' })
    assert.deepEqual(server.asked, ['register', 'authorize'])
  })

  it('that names a command in place of a page has nothing opened', async () => {
    for (const authorizationEndpoint of [
      'file:///etc/passwd',
      'calc.exe',
      'javascript:alert(1)',
      'ssh://x/$(id)',
    ]) {
      await using server = await serveOAuth({ authorizationEndpoint })
      await using place = await open(
        { web: { url: `${server.url}/mcp` } },
        { network: { allow: [server.target] } },
      )
      const opened: string[] = []
      await assert.rejects(
        place.yard.authorise('web', { open: (url) => void opened.push(url), timeoutMs: 300 }),
        /MCP server "web"/,
      )
      assert.deepEqual(opened, [], authorizationEndpoint)
    }
  })

  it('that takes a secret of ours needs nobody', async () => {
    await using server = await serveOAuth()
    const oauth = { grant: 'client_credentials', clientId: 'robot', clientSecret: '${ROBOT_SECRET}' } as const
    await using place = await open(
      { web: { url: `${server.url}/mcp`, oauth } },
      {
        network: { allow: [server.target] },
        environment: { ...process.env, ROBOT_SECRET: 's3cret-of-the-robot' },
      },
    )
    assert.equal((await place.yard.call('web__secret', {})).status, 'ok', JSON.stringify(place.yard.problems))
    assert.deepEqual(server.asked, ['client_credentials'])
    await using other = await open(
      { web: { url: `${server.url}/mcp`, oauth: { ...oauth, issuer: 'https://auth.example.com' } } },
      {
        network: { allow: [server.target] },
        environment: { ...process.env, ROBOT_SECRET: 's3cret-of-the-robot' },
      },
    )
    assert.notEqual(other.yard.mcp?.servers()[0]?.state, 'ready', 'no other issuer gets it')
    assert.deepEqual(server.asked, ['client_credentials'])
    await assert.rejects(place.yard.authorise('web', { open: browse }), { code: 'invalid_config' })
  })
})
