/** Installations that share a folder, a database and a Redis, as the processes of a fleet do. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, defineTool, type ToolService, type ToolyardOptions } from '../../src/index.ts'
import type { Job } from '../../src/engine/jobs.ts'
import { type ErrorCode, ToolyardError } from '../../src/kernel/index.ts'
import type { RedisServer } from '../helpers/redis.ts'

/** The yards in it are closed before it is removed. */
export async function folderOf(test: TestContext, yards: readonly ToolService[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-fleet-'))
  test.after(async () => {
    for (const yard of yards) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

interface Fleet {
  readonly prefix: string
  readonly workspace: string
  join(options?: ToolyardOptions): Promise<ToolService>
}

/** Its yards stand for processes: they share a folder, a database and a Redis. */
export async function fleetOf(test: TestContext, server: RedisServer): Promise<Fleet> {
  const yards: ToolService[] = []
  const workspace = await folderOf(test, yards)
  const prefix = randomUUID()
  return {
    prefix,
    workspace,
    async join({ engine, ...options } = {}) {
      const yard = await createToolyard({
        database: 'sqlite:yard.db',
        ...options,
        files: { workspace },
        engine: { redis: { url: server.url, prefix }, ...engine },
      })
      yards.push(yard)
      return yard
    },
  }
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(20)
  }
}

export const jobOf = (id: string, facts: Partial<Job> = {}): Job => ({
  id,
  queue: 'calls@here',
  kind: 'test',
  ...facts,
})

export const toolOf = (name: string, execute: () => string = () => 'again') =>
  defineTool({
    name,
    description: 'Says again',
    permission: 'read',
    effects: 'none',
    inputSchema: { type: 'object', properties: {} },
    execute,
  })

export const echo = toolOf('echo')

export async function fails(
  work: Promise<unknown>,
  [code, says]: readonly [ErrorCode, RegExp],
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(ToolyardError.isInstance(error), String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, says)
    assert.ok(error.hint, 'the next step')
    return true
  })
}
