/**
 * What a sandboxed program plants in repositories never runs when the person uses git there afterwards, outside the sandbox:
 * every candidate of `corpora/attacks/git.json` that works on an unprotected machine, set up inside, tried outside.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder, makePrograms } from '../shell/support.ts'

interface Case {
  readonly id: string
  readonly setup: readonly (readonly ['write', string, string] | readonly ['run', string])[]
  readonly family: string
  readonly command: string
  readonly works: boolean
}

const corpus = join(import.meta.dirname, '../corpora/attacks')
const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(corpus, name), 'utf8'))
const { cases } = (await read('git.json')) as { cases: readonly Case[] }
const { workspace: files } = (await read('deny.json')) as { workspace: Record<string, string> }

/** What the line itself chooses, by variables or options, is not planted: nobody types it unknowingly. */
const chosen = /\{CANARY\}|-O\S|--template=/
const planted = cases.filter(
  ({ works, setup, command, family }) =>
    works && setup.length > 0 && family !== 'environment and options on the line' && !chosen.test(command),
)
const groupSize = 24
const groups = Array.from({ length: Math.ceil(planted.length / groupSize) }, (_, index) =>
  planted.slice(index * groupSize, (index + 1) * groupSize),
)

function run(command: string, cwd: string, home: string): Promise<void> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_TERMINAL_PROMPT: '0', TERM: 'dumb' }
    execFile('bash', ['-c', command], { cwd, env, timeout: 8000 }, () => resolve()).stdin?.end()
  })
}

async function makeRepository(folder: string, home: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await run(
    'git init -q -b main && git config user.name t && git config user.email t@t && git add -A && git commit -qm one && echo "// two" >> a.ts && git commit -qam two',
    folder,
    home,
  )
}

/** As an agent would: with the tools of a shell in the sandbox. */
function setupScript({ setup, id }: Case, place: (text: string, id: string) => string): string {
  const steps = setup.map((step) => {
    if (step[0] === 'run') return `bash -c ${quote(place(step[1], id))}`
    return `mkdir -p ${quote(dirname(place(step[1], id)))} && printf %s ${quote(place(step[2], id))} > ${quote(place(step[1], id))}`
  })
  return `( cd ${id} && { ${steps.join('; ')}; } ) > /dev/null 2>&1 < /dev/null &`
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

describe('what was planted in repositories from inside the sandbox', { concurrency: 2 }, () => {
  it('is tried at all', () => assert.ok(planted.length > 300, String(planted.length)))

  for (const [index, group] of groups.entries())
    it(`never runs outside it (${group[0]?.id} to ${group.at(-1)?.id})`, async () => {
      await using folder = await makeFolder()
      const [workspace, home, template, canaries] = ['ws', 'home', 'template', 'canaries'].map((name) =>
        join(folder.path, name),
      ) as [string, string, string, string]
      for (const path of [workspace, home, template, canaries]) await mkdir(path)
      await makeRepository(template, home)
      const ids = group.map(({ id }) => id).join(' ')
      // One program copies many files far sooner than Node does.
      const copies = `for id in ${ids}; do cp -a ${quote(template)} ${quote(workspace)}/$id || exit; done`
      await promisify(execFile)('bash', ['-c', copies])
      const place = (text: string, id: string): string =>
        text.replaceAll('{CANARY}', join(canaries, id)).replaceAll('{WORK}', join(workspace, id))
      await using made = await makePrograms({ sandbox: 'required', workspace })
      const script = `${group.map((each) => setupScript(each, place)).join('\n')}\nwait`
      const outcome = await made.programs.run({
        argv: ['bash', '-c', script],
        cwd: workspace,
        conversation: `group ${index}`,
      })
      assert.equal(outcome.problem, undefined)
      await Promise.all(group.map(({ id, command }) => run(place(command, id), join(workspace, id), home)))
      const ran = group
        .filter(({ id }) => existsSync(join(canaries, id)))
        .map(({ id, command }) => `${id}: ${command}`)
      assert.deepEqual(ran, [])
    })
})
