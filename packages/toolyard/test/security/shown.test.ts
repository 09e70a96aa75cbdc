/** What a person approves is what they were shown: requests whose dangerous part could be hidden, cut or drawn over. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { framed } from '../../src/cli/terminal/framed-text.ts'
import { folderFor, openSite, type Site, until } from '../http/support.ts'

interface Case {
  readonly id: string
  readonly tool: string
  readonly input?: unknown
  /** The arguments as raw JSON, in place of `input`. */
  readonly text?: string
  readonly beside?: Readonly<Record<string, unknown>>
  readonly file?: string
  readonly hidden: readonly string[]
  readonly marks?: readonly string[]
  readonly lookalikes?: readonly string[]
}

interface Request {
  readonly id: string
  readonly explanation?: string
  readonly rendered: { readonly text: string; readonly characters: number }
  readonly diff?: { readonly lines: { readonly text: string }[] }[]
}

const { cases } = JSON.parse(
  readFileSync(new URL('../corpora/attacks/shown.json', import.meta.url), 'utf8'),
) as { cases: readonly Case[] }
/**
 * Numbers are shown as the tool gets them; what is offered is worked out by the runtime; of a long file that is written anew
 * its size is told.
 */
const elsewhere = new Set(['json-02', 'json-04', 'offered-rule-01', 'diff-27'])
const secret = 'correct-horse-battery-staple-42'

/** What is too long to be written out, written out. */
function built(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll('{SECRET_BASE64}', Buffer.from(secret).toString('base64'))
      .replaceAll('{SECRET}', secret)
  if (Array.isArray(value)) return value.map(built)
  if (typeof value !== 'object' || value === null) return value
  const [form, parts] = (Object.entries(value) as [string, unknown][])[0] ?? ['', undefined]
  const [first, second, third, fourth] = Array.isArray(parts) ? (parts as unknown[]) : []
  const times = Number(second)
  if (form === '$join') return (parts as unknown[]).map(built).join('')
  if (form === '$repeat') return String(built(first)).repeat(times)
  if (form === '$list')
    return Array.from({ length: times }, (_, index) => built(index === third ? fourth : first))
  if (form === '$nest') {
    let nested = built(third)
    for (let level = 0; level < times; level++) nested = { [String(first)]: nested }
    return nested
  }
  if (form === '$keys') {
    const keys = Array.from({ length: times }, (_, index): [string, string] => [
      `${String(first)}${index}`,
      '',
    ])
    return { ...Object.fromEntries(keys), ...(built(third) as object) }
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, built(member)]))
}

async function siteFor(test: TestContext, workspace: string): Promise<Site> {
  const names = [...new Set(cases.map(({ tool }) => tool))].filter((name) => /^[\w-]+$/.test(name))
  return openSite(test, {
    workspace,
    tools: names.map((name) =>
      defineTool({
        name,
        description: 'Does what it is told.',
        permission: 'write',
        effects: 'local_state',
        confirm: true,
        inputSchema: { type: 'object', additionalProperties: true },
        execute: () => 'done',
      }),
    ),
    environment: { API_KEY: secret },
    secrets: ['API_KEY'],
  })
}

/** The request that a case makes; nothing where its call is refused. */
async function requestOf(site: Site, one: Case): Promise<Request | undefined> {
  const explanation = one.beside?.['explanation']
  const input = built(one.input)
  const told = typeof explanation === 'string' ? { ...(input as object), explanation } : input
  const body = `{"input":${one.text ?? JSON.stringify(told)}}`
  const answer = fetch(`${site.url}/api/tools/${encodeURIComponent(one.tool)}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token('operator')}`, 'content-type': 'application/json' },
    body,
  })
  let refused: ToolResult | object | undefined
  const over = answer.then(async (response) => {
    refused = (await response.json()) as object
  })
  const found = await until(async () => {
    if (refused) return { refused: true as const }
    const { items } = await site.get<{ items: Request[] }>('/api/approvals')
    return items[0] && { refused: false as const, id: items[0].id }
  }, one.id)
  if (found.refused) return undefined
  const request = await site.get<Request>(`/api/approvals/${found.id}?whole=true`)
  await site.json('POST', `/api/approvals/${found.id}/reject`, { body: {} })
  await over
  return request
}

/** A text as it stands in JSON, and with the marks of what can't be seen. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [text, json]
}

/** Whether a code point is drawn as a mark or an escape. */
function isMarked(seen: string, code: string): boolean {
  return seen.includes(code) || seen.toLowerCase().includes(`\\u${code.slice(2).toLowerCase()}`)
}

describe('what is asked for approval', () => {
  it('is shown to the last character, at the API and on a terminal, or is refused', async (test) => {
    const workspace = await folderFor(test)
    const site = await siteFor(test, workspace)
    const wrong: string[] = []
    let asked = 0
    for (const one of cases.filter(({ id }) => !elsewhere.has(id))) {
      const path = (one.input as { path?: unknown } | undefined)?.path
      if (one.file !== undefined && typeof path === 'string') {
        const file = join(workspace, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, String(built(one.file)))
      }
      const request = await requestOf(site, one)
      if (!request) continue
      asked++
      const { text, characters } = request.rendered
      const beside = [
        request.explanation ?? '',
        ...(request.diff ?? []).flatMap(({ lines }) => lines.map((line) => line.text)),
      ]
      const seen = [one.tool, text, ...beside].join('\n')
      const onTerminal = framed(seen, { columns: 80 })
        .rows.map((row) => row.replace('  │ ', ''))
        .join('')
      if (text.length !== characters || text.includes(secret))
        wrong.push(`${one.id}: cut, or with its secret`)
      for (const hidden of (built(one.hidden) as string[]).flatMap((part) => part.split('\n')))
        if (
          !formsOf(hidden).some(
            (form) => seen.includes(form) && onTerminal.includes(form.replaceAll('\t', '    ')),
          )
        )
          wrong.push(`${one.id}: ${JSON.stringify(hidden)} is not seen`)
      for (const code of [...(one.marks ?? []), ...(one.lookalikes ?? [])])
        if (!isMarked(seen, code)) wrong.push(`${one.id}: ${code} is not marked`)
      const raw = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}]--[\n\t\u200d]]/v.exec(seen)
      if (raw) wrong.push(`${one.id}: U+${raw[0].codePointAt(0)?.toString(16)} is raw`)
    }
    assert.deepEqual(wrong, [])
    assert.ok(asked > 400, `${asked} were asked`)
  })
})
