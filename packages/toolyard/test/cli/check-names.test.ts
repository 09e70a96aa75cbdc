/** `check` tells of settings under the names that they had before the groups. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { json, Project } from './cli.ts'

const named = ['--config', 'toolyard.config.ts']
const flat = "export default { toolFolders: ['tools'], builtins: [], policy: { mode: 'read-only' } }"
const grouped =
  "export default { tools: { folders: ['tools'], builtins: [] }, policy: { mode: 'read-only' }, database: 'memory:', secrets: ['A_KEY'] }"

describe('toolyard check, of settings under earlier names', { concurrency: 2 }, () => {
  it('notes each with the name that it has now, and fails nothing', async () => {
    await using project = await Project.make({ 'toolyard.config.ts': flat, 'tools/none.txt': '' })
    const { code, out } = await project.run([...named, 'check'])
    assert.equal(code, 0, out)
    assert.deepEqual(out.match(/^note: .*$/gm), [
      'note: toolyard.config.ts: toolFolders is now tools.folders; the old name works until version 0.3.',
      'note: toolyard.config.ts: builtins is now tools.builtins; the old name works until version 0.3.',
    ])
    assert.match(out, /, 0 errors, 0 warnings, 2 notes$/m)
  })

  it('has them among its findings for programs', async () => {
    await using project = await Project.make({ 'toolyard.config.ts': flat, 'tools/none.txt': '' })
    const { errors, findings } = json<{ errors: number; findings: { level: string; message: string }[] }>(
      await project.run([...named, 'check', '--json-output']),
    )
    assert.equal(errors, 0)
    assert.deepEqual(
      findings.map(({ level, message }) => `${level}: ${message.split(';')[0]}`),
      ['note: toolFolders is now tools.folders', 'note: builtins is now tools.builtins'],
    )
  })

  it('says nothing of settings in groups, or of a list or text in the place of a group', async () => {
    await using project = await Project.make({ 'toolyard.config.ts': grouped, 'tools/none.txt': '' })
    const { code, out } = await project.run([...named, 'check'])
    assert.equal(code, 0, out)
    assert.doesNotMatch(out, /note/)
  })
})
