/** Coming in and going out: the printed link, the card, roles, a server that is gone. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

describe('signing in', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(yardFiles)
  })
  after(() => yard[Symbol.asyncDispose]())

  it('takes the token out of the address, and keeps none where scripts can read it', async () => {
    await using visit = await yard.visit('/agents')
    const { page, faults } = visit
    assert.equal(page.url(), `${yard.url}/agents`)
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    assert.deepEqual(JSON.parse(kept), [{ 'toolyard.language': 'en', 'toolyard.theme': 'light' }, {}, ''])
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('asks for the token where there is none, and says where it is', async () => {
    await using visit = await yard.visit('/activity', { token: '' })
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Sign in to Toolyard' }).waitFor()
    await page.getByText('In the terminal where the server was started').waitFor()
    await picture(page, 'sign-in')
    await page.getByLabel('Access token').fill('ty_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This token is not valid.').waitFor()
    await page.getByLabel('Access token').fill(`${yard.url}/#token=${yard.token}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in to Toolyard' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sign in to Toolyard' }).waitFor()
  })

  it('says that a link is old', async () => {
    await using visit = await yard.visit('/tools', { token: 'ty_old' })
    await visit.page.getByText('The token in the link was not accepted.').waitFor()
  })

  it('goes back to the card when the token is taken back', async () => {
    const token = await yard.api<{ id: string; value: string }>('POST', '/api/tokens', {
      name: 'guest',
      role: 'viewer',
    })
    await using visit = await yard.visit('/tools', { token: token.value })
    const { page } = visit
    await page.getByRole('link', { name: 'echo' }).waitFor()
    await yard.api('DELETE', `/api/tokens/${token.id}`)
    await page.getByRole('link', { name: 'echo' }).click()
    await page.getByText('You are signed out. Sign in to continue.').waitFor()
  })

  it('lets a viewer look and not touch', async () => {
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', {
      name: 'looker',
      role: 'viewer',
    })
    await using visit = await yard.visit('/tools/echo', { token: value })
    const { page } = visit
    await page.getByText('You have read-only access.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled(), true)
    assert.equal(await page.getByRole('switch', { name: 'Enabled' }).isDisabled(), true)
    await page.goto(`${yard.url}/settings/tokens`)
    await page.getByText('Only admins can see access tokens.').waitFor()
  })

  it('says that a token of an agent is not for people', async () => {
    await yard.api('POST', '/api/agents', { name: 'worker', toolIds: ['echo'] })
    const made = { name: 'for the worker', role: 'agent', agent: 'worker' }
    const { value } = await yard.api<{ value: string }>('POST', '/api/tokens', made)
    await using visit = await yard.visit('/tools', { token: value })
    await visit.page.getByText('This token belongs to an agent').waitFor()
  })

  it('chooses theme and language, and keeps the choice', async () => {
    await using visit = await yard.visit('/tools', { keepsChoice: false, colorScheme: 'dark' })
    const { page } = visit
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await colour()
    await page.getByRole('button', { name: 'Theme: System' }).click()
    const light = await colour()
    assert.notEqual(light, dark)
    await page.getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('heading', { level: 1, name: '工具' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'zh')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: '工具' }).waitFor()
    assert.equal(await colour(), light)
  })

  it('works on a narrow screen, where navigation waits behind a button', async () => {
    await using visit = await yard.visit('/tools', { viewport: { width: 390, height: 800 } })
    const { page, faults } = visit
    await page.getByRole('button', { name: 'Open menu' }).click()
    await picture(page, 'narrow-menu')
    await page.getByRole('dialog').getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    for (const path of [
      '/tools',
      '/tools/book_trip',
      '/agents/new',
      '/activity',
      '/inbox',
      '/settings/tokens',
      '/docs',
    ]) {
      await page.goto(yard.url + path)
      await page.waitForSelector('h1')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(overflow <= 0, `${path} is ${overflow} pixels too wide`)
    }
    assert.deepEqual(faults, [])
  })

  it('is used with the keyboard alone', async () => {
    await using visit = await yard.visit('/tools')
    const { page } = visit
    await page.getByRole('link', { name: 'echo' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('o')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    await page.keyboard.type('trip')
    await page.getByText('1 of 20 tools').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('20 tools', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'echo' }).waitFor()
    await page.getByLabel('text').focus()
    await page.keyboard.type('typed')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Text' }).getByText('typed').waitFor()
  })
})

describe('a server that is gone', () => {
  it('is said, with what to do next', async () => {
    await using yard = await ServedYard.start(yardFiles)
    await using visit = await yard.visit('/agents')
    const { page } = visit
    await page.getByText('No agents yet').waitFor()
    await yard.stop()
    await page.getByText('Connection lost. Reconnecting…').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Tools' }).click()
    await page.getByText('The server is not responding').waitFor()
    await page.getByText('Check that it is running ("toolyard serve")').waitFor()
  })
})
