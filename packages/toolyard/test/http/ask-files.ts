/** What the OpenAPI document says of files: those that are sent, put into the workspace, and written by runs. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prober } from './prober.ts'
import { type Site, until } from './support.ts'

const data = Buffer.from('A heron.').toString('base64')

interface Messages {
  readonly items: readonly {
    readonly parts: readonly { readonly type: string; readonly handle?: string }[]
  }[]
}

export async function askFiles(prober: Prober, site: Site): Promise<void> {
  const input = { path: 'out.txt', content: 'Out.' }
  const script = [{ calls: [{ tool: 'write_file', input }] }, { text: 'Done.' }]
  await writeFile(join(site.yard.workspace, 'writes.json'), JSON.stringify(script))
  await site.json('POST', '/api/agents', {
    body: { name: 'writer', toolIds: ['write_file'], model: 'scripted/writes.json' },
  })
  await prober.ask('POST', '/api/files', { body: { path: 'in/a.bin', data } })
  const { runId, threadId } = (await prober.ask('POST', '/api/agents/:id/runs', {
    path: '/api/agents/writer/runs',
    body: { prompt: 'Go', attachments: [{ name: 'a.txt', data }, { path: 'in/a.bin' }] },
  })) as { runId: string; threadId: string }
  await until(async () => (await site.get<{ endedAt?: number }>(`/api/runs/${runId}`)).endedAt, 'the end')
  await prober.ask('GET', '/api/runs/:id', { path: `/api/runs/${runId}` })
  await prober.ask('GET', '/api/runs/:id/files', { path: `/api/runs/${runId}/files?path=out.txt` })
  const { items } = (await prober.ask('GET', '/api/threads/:id/messages', {
    path: `/api/threads/${threadId}/messages`,
  })) as Messages
  const handle = items[0]?.parts.find(({ type }) => type === 'file')?.handle
  await prober.ask('GET', '/api/threads/:id/attachments/:handle', {
    path: `/api/threads/${threadId}/attachments/${handle}`,
  })
}
