/** Where a person is asked before a browser is opened: without a sandbox, and with a profile that is kept. The doctor says how it stands. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Project } from '../cli/cli.ts'
import { type Browsing, openBrowsing, openSite, type Site } from './site.ts'

const page = { '/': '<title>Here</title><h1>Here</h1>' }

describe('a browser that can not be enclosed', () => {
  async function unenclosed(
    test: TestContext,
    site: Site,
    answer: string,
  ): Promise<Browsing & { asked: string[] }> {
    const asked: string[] = []
    const browsing = await openBrowsing(test, [site], {
      // Without bubblewrap on it.
      environment: { ...process.env, PATH: '/nowhere' },
      approvals: 'wait',
      approver: {
        ask: async () => ({ decision: 'approve', by: 'ann' }),
        async question({ text }) {
          asked.push(text)
          return { text: answer, by: 'ann' }
        },
      },
    })
    return { ...browsing, asked }
  }

  it('is opened only after a person was asked', async (test) => {
    const site = await openSite(test, page)
    const refused = await unenclosed(test, site, 'Do not open it')
    const { error } = await refused.try({ action: 'open', url: site.origin })
    assert.equal(error?.code, 'rejected')
    assert.match(error.hint ?? '', /install bubblewrap/)
    assert.match(refused.asked.join(), /can't be kept in a sandbox \(bubblewrap/)
    assert.deepEqual(site.asked, [])
    const allowed = await unenclosed(test, site, 'Open it without a sandbox')
    assert.match(await allowed.use({ action: 'open', url: site.origin }), /heading "Here"/)
  })
})

describe('a kept profile', () => {
  it('is asked about also where its site is allowed', async (test) => {
    const state = await mkdtemp(join(tmpdir(), 'toolyard-state-'))
    test.after(() => rm(state, { recursive: true, force: true }))
    const site = await openSite(test, page)
    const asked: string[] = []
    const browsing = await openBrowsing(test, [site], {
      environment: { ...process.env, XDG_STATE_HOME: state },
      policy: { allow: [`use_browser(${site.origin})`] },
      approver: {
        async ask({ resources }) {
          asked.push(...resources.map(({ id }) => id))
          return { decision: 'reject', by: 'ann' }
        },
      },
    })
    assert.match(await browsing.use({ action: 'open', url: site.origin }), /heading "Here"/)
    assert.equal(asked.length, 0)
    const { status } = await browsing.try({ action: 'open', url: site.origin, profile: 'mine' }, 'other')
    assert.equal(status, 'denied')
    assert.ok(asked.includes('profile mine'), asked.join())
  })
})

describe('the doctor', () => {
  it('says whether the browser is enclosed, and what to install where it is not', async () => {
    await using project = await Project.make()
    const told = async (env: Record<string, string>): Promise<string> =>
      (await project.run(['--wide', 'doctor', '--port', '0'], { env })).out
    assert.match(await told({}), /browser .*in a sandbox whose only network is the guard/)
    const without = await told({ PATH: '/nowhere' })
    assert.match(without, /browser .*without a sandbox: use_browser asks first/)
    assert.match(without, /Install bubblewrap/)
  })
})
