import assert from 'node:assert/strict'
import { it } from 'node:test'
import { freshFile } from '../conformance/index.ts'
import { createSqlStore } from '../sql/sql-store.ts'
import { importSqlite } from './import-sqlite.ts'
import { openSqlite } from './sqlite-database.ts'

it('takes no schedules and no calls in the background over from a database that was found', async (test) => {
  const from = freshFile(test)
  const found = await createSqlStore(openSqlite(from))
  const when = { text: '* * * * *', zone: 'UTC', anchor: 1, nextAt: 60_000 }
  const rules = { misfire: 'skip', overlap: 'skip', isPaused: false } as const
  const made = { owner: { principal: 'local' }, createdAt: 1, revision: 1 }
  const work = { tool: 'execute_command', args: { command: 'true' } }
  await found.schedules.add({ id: 's', workspace: '/w', name: 'n', work, ...when, ...rules, ...made })
  const asked = {
    workspace: '/w',
    queue: 'calls',
    tool: 'execute_command',
    input: { command: 'true' },
    terms: {},
  }
  const times = { attempt: 0, keepMs: 1, createdAt: 1, updatedAt: 1 }
  await found.requests.add({ id: 'c', ...asked, digest: 'd', state: 'queued', ...times })
  await found.close()
  const to = `${from}.taken`
  await importSqlite({ from, to })
  const store = await createSqlStore(openSqlite(to))
  test.after(() => store.close())
  assert.deepEqual(await store.schedules.list({}), [])
  assert.deepEqual(await store.requests.list({}), [])
})
