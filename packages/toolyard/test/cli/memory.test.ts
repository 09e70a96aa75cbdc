/** `toolyard memory`: what agents keep about the person at the terminal. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Project } from './cli.ts'

const config = `import { defineConfig } from 'toolyard'
export default defineConfig({ builtins: ['collab'], policy: { mode: 'bypass' }, database: 'sqlite:yard.db' })
`

describe('toolyard memory', () => {
  it('lists, searches and forgets notes', async () => {
    await using project = await Project.alone()
    await project.write('toolyard.config.ts', config)
    const run = (...args: string[]) =>
      project.run(['--config', 'toolyard.config.ts', '--trust-changes', ...args])
    const none = await run('memory')
    assert.match(none.out, /There are no notes/, none.err)
    await run('call', 'memory', 'action=save', 'text=Likes tea.')
    await run('call', 'memory', 'action=save', 'text=Speaks Greek.')
    assert.match((await run('memory', 'list')).out, /1.*Likes tea\..*all agents[^]*Speaks Greek[^]*2 notes/)
    const found = await run('--json-output', 'memory', 'list', '--search', 'greek')
    const { notes } = JSON.parse(found.out) as { notes: { id: string; by: string }[] }
    assert.deepEqual(
      notes.map(({ id, by }) => [id, by]),
      [['2', 'terminal']],
    )
    assert.match((await run('memory', 'forget', '2')).out, /forgot 2: Speaks Greek/)
    assert.doesNotMatch((await run('memory')).out, /Greek/)
    assert.match((await run('memory', 'forget', '2')).err, /there is no note "2"/)
    assert.match((await run('memory', 'lst')).err, /list/)
  })
})
