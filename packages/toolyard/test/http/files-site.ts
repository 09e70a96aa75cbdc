/** A site whose agent `helper` says what a script lays down, and what tests of files ask of it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pixel } from '../agents/sample-files.ts'
import {
  type Answer,
  folderFor,
  openSite,
  type Refusal,
  type RequestOptions,
  type Site,
  type SiteOptions,
  until,
} from './support.ts'

interface Started {
  readonly runId: string
  readonly threadId: string
}

export interface Part {
  readonly type: string
  readonly text?: string
  readonly handle?: string
  readonly path?: string
  readonly name?: string
}

interface FileOfRun {
  readonly path: string
  readonly tool: string
  readonly runId: string
  readonly exists: boolean
  readonly bytes?: number
  readonly mediaType?: string
}

export const dot = { name: 'dot.png', data: pixel.toString('base64') }
export const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')

export async function siteWith(
  test: TestContext,
  turns: readonly object[],
  options: SiteOptions & { readonly has?: readonly string[] } = {},
): Promise<Site> {
  const { has = [], ...rest } = options
  const workspace = await folderFor(test)
  await writeFile(join(workspace, 'script.json'), JSON.stringify(turns))
  const site = await openSite(test, {
    builtins: ['files'],
    policy: { allow: ['write_file'] },
    ...rest,
    workspace,
  })
  await site.json('POST', '/api/agents', {
    body: { name: 'helper', toolIds: has, model: 'scripted/script.json' },
  })
  return site
}

export async function tokenOf(site: Site, agent: string, name = agent): Promise<{ readonly token: string }> {
  const { body } = await site.json<{ value: string }>('POST', '/api/tokens', {
    body: { name, role: 'agent', agent },
  })
  return { token: body.value }
}

export function start(
  site: Site,
  body: object,
  as: RequestOptions['as'] = 'operator',
): Promise<Answer<Started & Refusal>> {
  return site.json<Started & Refusal>('POST', '/api/agents/helper/runs', { body, as })
}

export async function ended(
  site: Site,
  { runId }: Started,
): Promise<{ status: string; files?: readonly FileOfRun[] }> {
  return until(async () => {
    const run = await site.get<{ status: string; endedAt?: number }>(`/api/runs/${runId}`)
    return run.endedAt === undefined ? undefined : run
  }, 'the end of the run')
}

export async function partsOf(site: Site, { threadId }: Started): Promise<readonly Part[]> {
  const { items } = await site.get<{ items: { parts: readonly Part[] }[] }>(
    `/api/threads/${threadId}/messages`,
  )
  return items[0]?.parts ?? []
}
