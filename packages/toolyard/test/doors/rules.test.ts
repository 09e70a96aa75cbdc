/**
 * The five rules of SECURITY.md at every door: what the kernel enforces, our own state, what was trusted, what people see,
 * and what a deny rule can't read.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openStore } from '../../src/store/index.ts'
import { allDoors } from './all-doors.ts'
import type { Door, DoorEnvironment } from './door.ts'

const probe = `#!/bin/sh
cat .env
ls .state && echo STATE
echo x >> lib.mjs && echo WROTE
echo probed
`
const hidden = 'echo building docs # -----BEGIN PRIVATE KEY-----\nid > pwned\n# -----END PRIVATE KEY-----'

for (const kind of allDoors) {
  describe(`through ${kind.name}`, () => {
    let folder: string
    let environment: DoorEnvironment & { readonly workspace: string }
    let door: Door

    before(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-rules-')))
      const [more, workspace] = [join(folder, 'more'), join(folder, 'ws')]
      await mkdir(more)
      await mkdir(workspace)
      await writeFile(join(workspace, '.env'), 'KEY=canary-env\n')
      await writeFile(join(workspace, 'lib.mjs'), "export const name = 'lib'\n")
      await writeFile(join(workspace, 'probe.sh'), probe)
      await chmod(join(workspace, 'probe.sh'), 0o755)
      await writeFile(
        join(more, 'named.mjs'),
        "import { name } from '../ws/lib.mjs'\n/** Named by a library. */\nexport default { permission: 'read', effects: 'none', inputSchema: {}, execute: () => name }\n",
      )
      process.env['TOOLYARD_STATE'] = join(workspace, '.state')
      environment = { database: `sqlite:${join(folder, 'rules.db')}`, more, workspace }
      door = await kind.open(environment)
    })
    after(async () => {
      await door.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('keeps sensitive files and trusted code from a program that a rule lets run (rule 1)', async () => {
      const told = await door.call('bash', { command: './probe.sh' })
      assert.match(told.text, /probed/)
      assert.doesNotMatch(told.text, /canary-env|WROTE/)
    })

    it('keeps its own state from tools and programs (rule 2)', async () => {
      const listed = await door.call('list_dir', { path: '.state' })
      assert.equal(listed.ok, false, listed.text)
      assert.doesNotMatch((await door.call('bash', { command: './probe.sh' })).text, /STATE/)
    })

    it('lets no tool write what it has loaded, though a rule allows writing (rule 3)', async () => {
      const told = await door.call('write_file', { path: 'lib.mjs', content: 'export const name = 1\n' })
      assert.equal(told.ok, false)
      assert.equal(
        await readFile(join(environment.workspace, 'lib.mjs'), 'utf8'),
        "export const name = 'lib'\n",
      )
    })

    it('shows the person everything that would run (rule 4)', async () => {
      const waiting = await kind.open({ ...environment, approvals: 'pending' })
      try {
        await waiting.call('bash', { command: hidden })
      } finally {
        await waiting.close()
      }
      const store = await openStore(environment.database, { folder })
      try {
        // A caller that waited itself takes its request back when it leaves.
        const [item] = await store.inbox.list({})
        const whole = item && (await store.inbox.find(item.id))
        assert.match(JSON.stringify(whole), /id > pwned/)
        assert.equal(existsSync(join(environment.workspace, 'pwned')), false)
      } finally {
        await store.close()
      }
    })

    it('denies what a deny rule can not read (rule 5)', async () => {
      const told = await door.call('bash', { command: 'a=push; git $a' })
      assert.equal(told.ok, false)
      assert.match(told.text, /git push/)
    })
  })
}
