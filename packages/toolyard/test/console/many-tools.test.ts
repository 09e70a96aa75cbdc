/** How the list of tools does with five thousand of them, and how much a first visit loads. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { picture, ServedYard } from './served-yard.ts'

const config = `import { defineConfig, defineTool } from 'toolyard'

const words = ['weather', 'invoice', 'ticket', 'calendar', 'search']
const tools = Array.from({ length: 5000 }, (_none, index) => defineTool({
  name: words[index % 5] + '_' + index,
  description: 'Tool number ' + index + ' about ' + words[index % 5] + '.',
  category: 'team-' + String(index % 40).padStart(2, '0'),
  tags: ['tag' + (index % 7)],
  inputSchema: { text: String },
  permission: 'read',
  effects: 'none',
  execute: () => 'ok',
}))

export default defineConfig({ tools, builtins: [] })
`

describe('five thousand tools', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({ 'toolyard.config.ts': config })
  })
  after(() => yard[Symbol.asyncDispose]())

  it('are listed with few rows drawn, scrolled and filtered as one types', async (test: TestContext) => {
    await using visit = await yard.visit('/tools')
    const { page, faults } = visit
    await page.getByText('5,000 tools').waitFor()
    assert.ok((await page.getByRole('row').count()) < 80)
    const times: number[] = []
    for (const text of ['invoice', 'invoice 49', '', 'number 123', 'ticket 7', ''])
      times.push(await page.evaluate(filterTime, text))
    const scroll = await page.evaluate(scrollTime)
    const said = `${times.map((ms) => ms.toFixed(1)).join(', ')} ms; longest frame of a scroll: ${scroll.toFixed(1)} ms`
    test.diagnostic(`from a key to the new list: ${said}`)
    await page.getByRole('searchbox').fill('invoice 4991')
    await page.getByText('1 of 5,000 tools').waitFor()
    await picture(page, 'many-tools')
    await page.getByRole('link', { name: 'invoice_4991' }).click()
    await page.getByRole('heading', { level: 1, name: 'invoice_4991' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('can be chosen for an agent by group', async () => {
    await using visit = await yard.visit('/agents/new')
    const { page } = visit
    await page.getByRole('searchbox').fill('team-07')
    await page.getByRole('checkbox', { name: 'Select all in team-07', exact: true }).click()
    await page.getByText('125 tools selected').waitFor()
    await page.getByText(/tokens in every request/).waitFor()
  })

  it('need less than 200 kB for the first visit, all from this server', async (test: TestContext) => {
    await using visit = await yard.visit('/tools')
    const { page, faults } = visit
    await page.getByText('5,000 tools').waitFor()
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => !name.includes('/api/'))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    )
    const size = loaded.reduce((sum, [, bytes]) => sum + bytes, 0)
    test.diagnostic(`first visit: ${(size / 1000).toFixed(1)} kB in ${loaded.length} files`)
    assert.ok(size > 50_000 && size < 200_000, `${size} bytes`)
    assert.deepEqual(faults, [])
  })
})

/** From the key that is pressed to the frame in which the new list is drawn. Runs in the page. */
async function filterTime(text: string): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  const status = document.querySelector('header [role=status]')
  if (!input || !status) throw new Error('this is not the list of tools')
  const changed = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`"${text}" changed nothing`)), 10_000)
    new MutationObserver(resolve).observe(status, { characterData: true, childList: true, subtree: true })
  })
  const start = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await changed
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** The longest time between two frames while the list goes by. Runs in the page. */
async function scrollTime(): Promise<number> {
  const list = document.querySelector('table')?.parentElement
  if (!list) throw new Error('there is no list')
  let longest = 0
  let last = performance.now()
  for (let step = 0; step < 60; step++) {
    list.scrollTop += 3000
    await new Promise((resolve) => requestAnimationFrame(resolve))
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  return longest
}
