/** Asks every route of messages to runs, for the test that holds answers against their description. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Site, until } from './support.ts'

/** Asks a route and holds its answer against its description. */
export interface Prober {
  ask(
    method: string,
    route: string,
    given?: { readonly path?: string; readonly body?: unknown },
  ): Promise<unknown>
}

/** To a run that waits for a person. */
export async function askMessages(prober: Prober, site: Site): Promise<void> {
  await writeFile(
    join(site.yard.workspace, 'asks.json'),
    JSON.stringify([{ calls: [{ tool: 'note', input: { text: 'hi' } }] }, { text: 'Done.' }]),
  )
  const agent = { name: 'asker', toolIds: ['note'], model: 'scripted/asks.json' }
  await site.json('POST', '/api/agents', { body: agent })
  const { body } = await site.json<{ runId: string }>('POST', '/api/agents/asker/runs', {
    body: { prompt: 'Go' },
  })
  const path = `/api/runs/${body.runId}/messages`
  await until(async () => (await site.yard.inbox.list()).find(({ tool }) => tool === 'note'), 'the request')
  const { id } = (await prober.ask('POST', '/api/runs/:id/messages', {
    path,
    body: { text: 'Hurry.' },
  })) as { id: string }
  await prober.ask('GET', '/api/runs/:id/messages', { path })
  await prober.ask('DELETE', '/api/runs/:id/messages/:messageId', { path: `${path}/${id}` })
  await site.json('DELETE', `/api/runs/${body.runId}`)
}
