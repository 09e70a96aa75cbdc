/** What tools say is text: it is shown, and nothing in it runs, loads, hides or turns the page around. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, ServedYard } from './served-yard.ts'

interface Corpus {
  readonly entries: readonly { readonly text: string; readonly expect: 'clean' | 'inert' }[]
}

const corpus = JSON.parse(
  await readFile(join(import.meta.dirname, '../corpora/output.json'), 'utf8'),
) as Corpus
const texts = corpus.entries.map(({ text }) => text)
const markup = corpus.entries.filter(({ expect }) => expect === 'inert').map(({ text }) => text)

/** No argument may hold a NUL. */
const accepted = texts.join('\n').replaceAll('\0', '')

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ toolFolders: ['tools'] })
`
const speak = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, ToolyardError } from 'toolyard'

const texts = JSON.parse(readFileSync(join(import.meta.dirname, '../texts.json'), 'utf8'))

export default defineTool({
  description: texts.join('\\n'),
  title: texts.at(-1),
  category: 'general',
  tags: ['<b>tag</b>'],
  inputSchema: {
    type: 'object',
    properties: { how: { enum: ['stream', 'data', 'fail'] }, echo: { type: 'string', description: texts.join(' ') } },
    required: ['how'],
  },
  permission: 'read',
  effects: 'none',
  async *execute({ how }, { progress }) {
    progress({ message: texts.join(' '), done: 1, total: 2 })
    if (how === 'fail') throw new ToolyardError('not_found', texts.join('\\n'), { hint: texts.join('\\n') })
    if (how === 'stream') for (const text of texts) yield text + '\\n'
    return how === 'data' ? { texts } : texts.join('\\n')
  },
})
`

describe('hostile text', () => {
  let yard: ServedYard
  before(async () => {
    yard = await ServedYard.start({
      'toolyard.config.ts': config,
      'tools/speak.ts': speak,
      'texts.json': JSON.stringify(texts),
    })
  })
  after(() => yard[Symbol.asyncDispose]())

  for (const how of ['stream', 'data', 'fail'])
    it(`is only text where a tool gives it by ${how}`, async () => {
      await using visit = await yard.visit('/tools/speak')
      const { page, faults } = visit
      await page.getByLabel('how').selectOption(how)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('View call details').waitFor()
      await picture(page, `hostile-${how}`)
      await assertInert(page, faults)
      const shown = await page.getByRole('region', { name: 'Output' }).textContent()
      for (const text of markup) assert.ok(shown?.replaceAll('\\"', '"').includes(text), `${text} is shown`)
    })

  it('is only text in definitions, arguments and the journal', async () => {
    await yard.api('POST', '/api/tools/speak/call', {
      input: { how: 'fail', echo: accepted },
      explanation: accepted,
      threadId: markup[0],
    })
    await using visit = await yard.visit('/tools')
    const { page, faults } = visit
    for (const path of [
      '/tools?q=speak',
      '/tools/speak?tab=parameters',
      '/tools/speak?tab=models',
      '/tools/speak?tab=calls',
      '/activity',
    ]) {
      await page.goto(yard.url + path)
      await page.locator('main :text("speak"):visible').first().waitFor()
      await assertInert(page, faults)
    }
    await page.getByRole('link', { name: 'speak' }).first().click()
    await page.getByText('Timeline').waitFor()
    await picture(page, 'hostile-story')
    await assertInert(page, faults)
  })
})

/** Nothing was made of the markup, nothing was asked of the network, and no character is there that can't be seen. */
async function assertInert(page: Page, faults: readonly string[]): Promise<void> {
  const found = await page.evaluate(() => ({
    made: document.querySelectorAll(
      '#root :is(img, iframe, script, style, meta, math, object, embed, b, a[href^="data:"], a[href^="http"], [onerror], [ontoggle])',
    ).length,
    text: document.body.innerText,
  }))
  assert.equal(found.made, 0)
  const marks = /[[\p{Cc}\p{Bidi_Control}\p{Cs}\ufeff\u200b]--[\n\t]]/v.exec(found.text)
  assert.equal(marks, null, `U+${marks?.[0]?.codePointAt(0)?.toString(16)} is on the page`)
  assert.deepEqual(faults, [])
}
