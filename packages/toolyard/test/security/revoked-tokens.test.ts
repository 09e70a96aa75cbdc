/** A token that another server has revoked may be believed for a second. What it asks for in that second is stopped all the same. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { schedules } from '../../src/parts/index.ts'
import { folderFor, openSite, type Site } from '../http/support.ts'

async function siteFor(test: TestContext): Promise<Site> {
  const workspace = await folderFor(test)
  return openSite(test, { workspace, database: `sqlite:${join(workspace, 'toolyard.db')}` })
}

/** Asks with a token that was revoked a moment ago behind the server's back, until the server still believes it. */
async function askRevoked<T>(
  site: Site,
  ask: (as: { readonly token: string }) => Promise<{ readonly status: number; readonly body: T }>,
): Promise<T> {
  for (let tries = 0; tries < 50; tries++) {
    const made = await site.json<{ id: string; value: string }>('POST', '/api/tokens', {
      body: { name: `short ${tries}`, role: 'operator' },
    })
    const as = { token: made.body.value }
    assert.equal((await site.json('GET', '/api/schedules', { as })).status, 200)
    await site.yard.store.tokens.remove(made.body.id)
    const { status, body } = await ask(as)
    if (status < 300) return body
    assert.equal(status, 401)
  }
  throw new Error('the server never believed it')
}

describe('work that a token asked for after it was revoked', () => {
  it('does not begin, if it is a schedule', async (test) => {
    const site = await siteFor(test)
    const body = { name: 'often', schedule: '1d', tool: 'echo', args: { text: 'a' } }
    const { id } = await askRevoked(site, (as) =>
      site.json<{ id: string }>('POST', '/api/schedules', { body, as }),
    )
    const kept = site.yard.installation.part(schedules)
    await kept.run(id, 'ann')
    let [slot] = await kept.history(id, 1)
    for (let tries = 0; slot?.endedAt === undefined && tries < 1200; tries++) {
      await sleep(25)
      ;[slot] = await kept.history(id, 1)
    }
    assert.equal(slot?.state, 'failed')
    assert.match(slot.reason ?? '', /taken back/)
  })

  it('does not begin, if it is a call in the background', async (test) => {
    const site = await siteFor(test)
    const body = { input: { text: 'a' }, background: true }
    const { callId } = await askRevoked(site, (as) =>
      site.json<{ callId: string }>('POST', '/api/tools/echo/call', { body, as }),
    )
    const [made] = await site.yard.background.list({ limit: 1 })
    assert.ok(made, callId)
    assert.equal((await site.yard.background.result(made.id)).status, 'denied')
  })
})
