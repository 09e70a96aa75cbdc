/** The files that runs wrote: what is told at their end, of runs below too, and what is not. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { finish, openCompany } from './company.ts'

const write = (path: string, content = 'x') => ({ tool: 'write_file', input: { path, content } })
const options = { builtins: ['collab', 'files'] as const }

describe('the files that a run wrote', () => {
  it('are told with its end and in what it came to, each once, with what it is', async (test) => {
    const { yard, folder } = await openCompany(
      test,
      {
        helper: {
          turns: [
            { calls: [write('a.md', '# A'), write('b/c.json', '{}')] },
            {
              calls: [{ tool: 'edit_file', input: { path: 'a.md', old_string: '# A', new_string: '# AB' } }],
            },
            {
              calls: [
                { tool: 'read_file', input: { path: 'seen.txt' } },
                write('seen.txt'),
                write('../out.txt'),
              ],
            },
            { text: 'Done.' },
          ],
          tools: ['write_file', 'edit_file', 'read_file'],
        },
      },
      { ...options, builtins: [...options.builtins] },
    )
    await writeFile(join(folder, 'seen.txt'), 'before')
    const { events, record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Write.' }))
    const last = events.at(-1)
    assert.ok(last?.type === 'done')
    const own = { tool: 'write_file', runId: record.id, exists: true }
    const files = [
      { path: 'a.md', ...own, bytes: 4, mediaType: 'text/markdown' },
      { path: 'b/c.json', ...own, bytes: 2, mediaType: 'application/json' },
    ]
    const told = last.files?.filter(({ path }) => path !== 'seen.txt')
    assert.deepEqual(told, files)
    assert.deepEqual(last.files, record.files)
    const kept = await yard.runs.find(record.id)
    assert.deepEqual(kept.files?.[0], { path: 'a.md', tool: 'write_file' })
  })

  it('are none if calls failed, were denied, or only read', async (test) => {
    const { yard, folder } = await openCompany(
      test,
      {
        helper: {
          turns: [
            { calls: [write('closed/a.txt'), write('there.txt'), write('.git/config')] },
            { calls: [{ tool: 'list_dir', input: { path: '.' } }] },
            { text: 'Nothing.' },
          ],
          tools: ['write_file', 'list_dir'],
        },
      },
      { builtins: ['files'], policy: { mode: 'bypass', deny: ['write_file(closed/**)'] } },
    )
    await mkdir(join(folder, 'closed'))
    await writeFile(join(folder, 'there.txt'), 'never read')
    const { events, record } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Write.' }))
    const last = events.at(-1)
    assert.ok(last?.type === 'done' && last.files === undefined)
    assert.equal(record.files, undefined)
    assert.deepEqual(await yard.runs.files(await yard.runs.find(record.id)), [])
  })

  it('are those of the runs below it too', async (test) => {
    const { yard } = await openCompany(
      test,
      {
        boss: {
          turns: [
            { calls: [{ tool: 'spawn', input: { agent: 'worker', task: 'Write.', wait: true } }] },
            { calls: [write('top.txt')] },
            { text: 'Done.' },
          ],
          tools: ['spawn', 'write_file'],
        },
        worker: { turns: [{ calls: [write('below.txt')] }, { text: 'Written.' }], tools: ['write_file'] },
      },
      { builtins: ['collab', 'files'] },
    )
    const { events, record } = await finish(await yard.runs.start({ agent: 'boss', prompt: 'Go.' }))
    const last = events.at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    const [child] = await yard.runs.list({ parentId: record.id })
    assert.deepEqual(
      last.files?.map(({ path, runId }) => [path, runId]),
      [
        ['top.txt', record.id],
        ['below.txt', child?.id],
      ],
    )
  })

  it('are told of a run that failed as well', async (test) => {
    const { yard } = await openCompany(
      test,
      { helper: { turns: [{ calls: [write('a.txt')] }], tools: ['write_file'] } },
      { builtins: ['files'] },
    )
    const { events } = await finish(await yard.runs.start({ agent: 'helper', prompt: 'Write.' }))
    const last = events.at(-1)
    assert.ok(last?.type === 'error')
    assert.deepEqual(
      last.files?.map(({ path }) => path),
      ['a.txt'],
    )
  })
})
