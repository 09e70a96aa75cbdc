/**
 * Policy's reading of random lines against what bash really ran of them: nothing that is judged to look writes or shows a
 * secret, nothing that a deny rule forbids is started by a line that is let run.
 *
 * 3,000 lines; `npm run fuzz -- 100000` for more, `TOOLYARD_FUZZ_SEED` for the same ones again.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { defineTool } from '../../src/define/index.ts'
import { createShell } from '../../src/pipeline/policy/shell/shell.ts'
import { createPolicy, type PolicySpec } from '../../src/pipeline/index.ts'
import { gitEnvironment } from '../../src/tools/shell/git/safe-settings.ts'
import { disturbed, type Random, randomFrom, randomLine, randomLook } from './fuzz/random-line.ts'
import { createTracingSandbox, type Ran, type TracingSandbox } from './fuzz/tracing-sandbox.ts'

/** Half of them against deny rules, half that seem only to look. */
const count = Number(process.env['TOOLYARD_FUZZ_LINES'] ?? 3000) / 2
const seed = Number(process.env['TOOLYARD_FUZZ_SEED'] ?? 12)
const batchSize = 100

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-fuzz-')))
after(() => rmSync(base, { recursive: true, force: true }))

type Decide = (line: string) => { readonly effect: string; readonly level: string | undefined }

async function deciding(workspace: string, spec: PolicySpec): Promise<Decide> {
  const { manifest } = defineTool({
    name: 'bash',
    description: 'Runs a command.',
    permission: 'external',
    effects: 'network',
    execute: () => '',
  })
  const policy = createPolicy(spec, { shell: await createShell({ roots: [workspace] }) })
  const bash = policy.forTool({ ...manifest, source: 'builtin' })
  return (line) => {
    const { effect, reach } = bash.decide({
      input: { command: line },
      resources: [{ kind: 'command', id: line, access: 'write', shell: 'bash' }],
      workspace,
      permission: 'external',
      effects: 'network',
    })
    return { effect, level: reach?.level }
  }
}

/** So many lines that `runs` lets run, and how many were asked about. */
function lettingRun(
  random: Random,
  make: (random: Random) => string,
  runs: (line: string) => boolean,
): string[] {
  const lines: string[] = []
  for (let made = 0; made < count; made++) {
    const plain = make(random)
    const line = random(4) === 0 ? disturbed(random, plain) : plain
    if (!line.includes('\0') && runs(line)) lines.push(line)
  }
  return lines
}

/** The line with as many of its words left out as still break the rule. */
async function shrunk(line: string, breaks: (line: string) => Promise<boolean>): Promise<string> {
  let parts = line.split(/(?<=[\s;|&()])/)
  for (let at = 0; at < parts.length && parts.length < 60;) {
    const without = [...parts.slice(0, at), ...parts.slice(at + 1)]
    if (without.length > 0 && (await breaks(without.join('')))) parts = without
    else at++
  }
  return parts.join('')
}

const forbidden: readonly ((argv: readonly string[]) => boolean)[] = [
  ([name, ...words]) => name === 'git' && subcommandOf(words) === 'push',
  ([name, ...words]) => {
    const letters = words.filter((word) => /^-[^-]/.test(word)).join('')
    return name === 'rm' && letters.includes('r') && letters.includes('f')
  },
  ([name]) => name === 'curl',
]

function subcommandOf(words: readonly string[]): string | undefined {
  const [first, ...rest] = words
  if (first === '-C' || first === '-c') return subcommandOf(rest.slice(1))
  return first?.startsWith('-') ? subcommandOf(rest) : first
}

const files = {
  'a.ts': 'export const a = 1\nlet e = 2\n',
  'b.json': '{"a":1}\n',
  'data/x.csv': 'a,b\n1,2\n',
  'docs/guide.md': '# guide\n',
  'list.txt': '.env\n',
  push: '',
  'x.sh': '#!/bin/sh\necho x\n',
}

describe('a random line that a deny rule lets run in bypass', () => {
  it('starts nothing that the rule forbids', async () => {
    const sandbox = createTracingSandbox({
      base: mkdtempSync(join(base, 'deny-')),
      files,
      watched: ['git', 'rm', 'curl'],
    })
    const decide = await deciding(sandbox.workspace, {
      deny: ['bash(git push)', 'bash(rm -rf)', 'bash(curl)'],
      mode: 'bypass',
    })
    const breaks = ({ started }: Ran): boolean => started.some((argv) => forbidden.some((fits) => fits(argv)))
    const lines = lettingRun(
      randomFrom(seed),
      (random) => randomLine(random),
      (line) => decide(line).effect === 'allow',
    )
    let watched = 0
    for (let from = 0; from < lines.length; from += batchSize) {
      const { ran } = await sandbox.run(lines.slice(from, from + batchSize))
      watched += ran.filter(({ started }) => started.length > 0).length
      const at = ran.findIndex(breaks)
      if (at < 0) continue
      const again = async (line: string): Promise<boolean> =>
        decide(line).effect === 'allow' && (await sandbox.run([line])).ran.some(breaks)
      const line = lines[from + at] ?? ''
      assert.fail(
        `seed ${seed}: ${JSON.stringify(await shrunk(line, again))} started ${JSON.stringify(ran[at]?.started)} (${JSON.stringify(line)})`,
      )
    }
    assert.ok(lines.length > count / 20, `${lines.length} lines were let run`)
    assert.ok(watched > lines.length / 10, `${watched} of ${lines.length} lines started a watched program`)
  })
})

describe('a random line that is judged to look', () => {
  it('writes nothing, and prints nothing that depends on a secret', async () => {
    const sandbox = createTracingSandbox({
      base: mkdtempSync(join(base, 'look-')),
      files: { ...files, '.env': 'SECRET=canary-one-4711\n' },
      links: { link: '.env' },
      watched: [],
    })
    spawnSync(
      'bash',
      [
        '-c',
        'git init -qb main . && git -c user.name=a -c user.email=a@b.test add a.ts b.json && git -c user.name=a -c user.email=a@b.test commit -qm one',
      ],
      {
        cwd: sandbox.workspace,
        env: { PATH: '/usr/bin:/bin', HOME: base },
      },
    )
    const programs = [
      ...new Set(Array.from({ length: 2000 }, (_, at) => randomLook(randomFrom(at)).split(/\W/)[0] ?? '')),
    ]
    const decide = await deciding(sandbox.workspace, { allow: programs.map((program) => `bash(${program})`) })
    const looks = (line: string): boolean => {
      const { effect, level } = decide(line)
      return effect === 'allow' && level === 'look'
    }
    const lines = lettingRun(randomFrom(seed + 1), randomLook, looks)
    for (let from = 0; from < lines.length; from += batchSize)
      await compare(sandbox, lines.slice(from, from + batchSize))
    assert.ok(lines.length > count / 50, `${lines.length} lines were judged to look`)
  })
})

const env = gitEnvironment({ level: 'look', reveal: [] })
const one = { env, files: { '.env': 'SECRET=canary-one-4711\n' } }
const other = { env, files: { '.env': 'SECRET=canary-two-9382\n' } }

/** The characters that a line printed: programs of a pipeline print in any order, also into each other's lines. */
function printed(ran: Ran | undefined): string | undefined {
  return ran?.output.split('').toSorted().join('')
}

/** With another secret of the same length the same lines print the same, unless they print something else each time. */
async function compare(sandbox: TracingSandbox, lines: readonly string[]): Promise<void> {
  const first = await sandbox.run(lines, one)
  if (first.changed)
    assert.fail(`seed ${seed}: ${JSON.stringify(await writing(sandbox, lines))} wrote a file`)
  const second = await sandbox.run(lines, other)
  for (const [at, line] of lines.entries()) {
    if (printed(first.ran[at]) === printed(second.ran[at])) continue
    const [same, changed] = await printedOften(sandbox, line)
    assert.ok(
      same.size > 1 || [...same].some((text) => changed.has(text)),
      `seed ${seed}: ${JSON.stringify(line)} shows the secret: ${JSON.stringify([...same, '|', ...changed])}`,
    )
  }
}

/** What a line prints with either secret, until it printed the same, or something else each time: a pipeline may end early. */
async function printedOften(
  sandbox: TracingSandbox,
  line: string,
): Promise<readonly [Set<string | undefined>, Set<string | undefined>]> {
  const [same, changed] = [new Set<string | undefined>(), new Set<string | undefined>()]
  for (let turn = 0; turn < 10 && same.size < 2 && ![...same].some((text) => changed.has(text)); turn++) {
    same.add(printed((await sandbox.run([line], one)).ran[0]))
    changed.add(printed((await sandbox.run([line], other)).ran[0]))
  }
  return [same, changed]
}

/** The line that changed something. */
async function writing(sandbox: TracingSandbox, lines: readonly string[]): Promise<string | undefined> {
  for (const line of lines)
    if ((await sandbox.run([line], one)).changed)
      return shrunk(line, async (part) => (await sandbox.run([part], one)).changed)
  return undefined
}
