/** Policy, grants, tokens, the API's own page. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'
import { yardFiles } from './yard-files.ts'

describe('the settings', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start(yardFiles)
  })
  after(() => yard[Symbol.asyncDispose]())

  it('show the rules, and what they would say of a call', async () => {
    await using visit = await yard.visit('/settings')
    const { page, faults } = visit
    await page.getByText('edit_file(docs/**)').waitFor()
    await page.getByLabel('Tool', { exact: true }).fill('echo')
    await page.getByLabel('Arguments (JSON)').fill('{"text": "secret plan"}')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('Would be denied').waitFor()
    await picture(page, 'policy')
    await page.getByLabel('Arguments (JSON)').fill('{"text": 5, "x": 1}')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The call would fail before the policy is checked').waitFor()
    const { items } = await yard.api<{ items: unknown[] }>('GET', '/api/calls')
    assert.deepEqual(items, [], 'nothing was run')
    assert.deepEqual(faults, [])
  })

  it('show what was granted in the inbox, in the very words that were shown there, and take it back', async () => {
    await yard.api('POST', '/api/agents', { name: 'editor', toolIds: ['edit_file'] })
    const edit = { path: 'docs/readme.md', old_string: 'The old line.', new_string: 'Another line.' }
    const call = yard.api<{ status: string }>('POST', '/api/tools/edit_file/call', {
      input: edit,
      agent: 'editor',
      threadId: 't1',
    })
    await using visit = await yard.visit('/inbox')
    const { page, faults } = visit
    await page.getByRole('button', { name: 'Allow from now on' }).click()
    const rule = await page.locator('footer code').textContent()
    assert.equal(rule, 'edit_file(docs/readme.md)')
    await page.getByText('for agent editor, in all conversations').waitFor()
    await picture(page, 'grant')
    await page.getByRole('button', { name: 'Allow in this conversation' }).click()
    assert.equal((await call).status, 'ok')
    await page.getByText("You're all caught up").waitFor()
    await page.goto(`${yard.url}/settings/grants`)
    await page
      .getByRole('row')
      .filter({ hasText: 'edit_file(docs/readme.md)' })
      .getByText('conversation t1')
      .waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No grants').waitFor()
    assert.deepEqual(await yard.api('GET', '/api/grants'), { items: [], next: null, total: 0 })
    assert.deepEqual(faults, [])
  })

  it('reject a call with a reason that the caller reads', async () => {
    const call = yard.api<{ status: string; error: { message: string } }>(
      'POST',
      '/api/tools/edit_file/call',
      {
        input: { path: 'docs/readme.md', old_string: 'The last line.', new_string: '' },
      },
    )
    await using visit = await yard.visit('/inbox')
    const { page } = visit
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reason').fill('the last line stays')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    assert.match((await call).error.message, /the last line stays/)
    await page.getByRole('tab', { name: 'Answered' }).click()
    await page.getByText('“the last line stays”').waitFor()
  })

  it('make a token, show it once, and take it back', async () => {
    await using visit = await yard.visit('/settings/tokens')
    const { page, faults } = visit
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('for the night shift')
    await dialog.getByLabel('Role').selectOption('approver')
    await dialog.getByRole('button', { name: 'New token' }).click()
    const value = (await dialog.getByRole('region', { name: 'Token value' }).textContent()) ?? ''
    const response = await fetch(`${yard.url}/api/session`, { headers: { Authorization: `Bearer ${value}` } })
    assert.equal(((await response.json()) as { role: string }).role, 'approver')
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: 'for the night shift' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    assert.doesNotMatch((await page.textContent('body')) ?? '', new RegExp(value.slice(0, 12)))
    assert.deepEqual(faults, [])
  })

  it('have a page for every route of the API', async () => {
    await using visit = await yard.visit('/docs')
    const { page, faults } = visit
    const { paths } = await yard.api<{ paths: Record<string, Record<string, unknown>> }>(
      'GET',
      '/openapi.json',
    )
    const routes = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    await page.getByRole('heading', { level: 2, name: 'tools' }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('button', { expanded: false }).count(), routes)
    await page.getByRole('searchbox').fill('calls a tool')
    await page.getByRole('button', { name: /\/api\/tools\/\{name\}\/call/ }).click()
    const curl = page.getByRole('region', { name: /^curl POST/ })
    assert.match((await curl.textContent()) ?? '', /api\/tools\/NAME\/call'/)
    await picture(page, 'docs')
    assert.deepEqual(faults, [])
  })

  it('delete an agent after asking', async () => {
    const { id } = await yard.api<{ id: string }>('POST', '/api/agents', {
      name: 'short-lived',
      toolIds: ['echo'],
    })
    await using visit = await yard.visit(`/agents/${id}`)
    const { page } = visit
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await yard.api<{ name: string }>('GET', `/api/agents/${id}`)).name, 'short-lived')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    await page.getByText('short-lived', { exact: true }).waitFor({ state: 'detached' })
  })
})
