import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { ExternalFacts, SourceTools, Tool } from '../../define/index.ts'
import { programs, read, script } from './program-folder.test.ts'
import { programTools } from './program-tools.ts'

/** The only tool of these files. */
async function toolOf(t: TestContext, files: Record<string, string>): Promise<Tool> {
  const { tools, problems } = await read(t, files)
  assert.deepEqual(problems, [])
  assert.equal(tools.length, 1)
  return tools[0] as Tool
}

function factsOf({ implementation }: Tool): ExternalFacts {
  assert.equal(implementation.kind, 'external')
  return implementation.external
}

describe('a manifest beside a program', () => {
  it('is a tool, with every fact that it may say', async (t) => {
    const tool = await toolOf(t, {
      'make-report.py': script,
      'make-report.tool.toml': `
        title = "Report"
        description = "Writes a report."
        category = "office"
        version = "3"
        permission = "write"
        effects = "local_state"
        confirm = true
        idempotent = true
        timeout = "2.5s"
        tags = ["paper"]
        provided = ["user"]
        mode = "server"
        network = true
        read_only = false
        idle_ms = 1000
        examples = [{ input = { path = "a" } }]
        [aliases]
        file = "path"
        [env]
        KEY = "\${SECRET}"
        [parameters]
        path = "string"
        user = "string"
        [output]
        type = "object"
      `,
    })
    const { manifest, provided, aliases } = tool
    const { fingerprint, via, inputSchema, ...rest } = manifest
    assert.match(fingerprint, /^[\da-f]{64}$/)
    assert.equal(via?.text, './make-report.py')
    assert.deepEqual(Object.keys(inputSchema.properties ?? {}), ['path'])
    assert.deepEqual(rest, {
      name: 'make_report',
      title: 'Report',
      description: 'Writes a report.',
      category: 'office',
      type: 'EXTERNAL',
      source: 'app',
      permission: 'write',
      effects: 'local_state',
      confirm: true,
      streaming: true,
      idempotent: true,
      timeoutMs: 2500,
      tags: ['paper', 'sandbox'],
      version: '3',
      examples: [{ input: { path: 'a' } }],
      outputSchema: { type: 'object' },
    })
    assert.deepEqual([provided, [...aliases]], [['user'], [['file', 'path']]])
    const { folder: _, ...facts } = factsOf(tool)
    assert.deepEqual(facts, {
      command: ['./make-report.py'],
      mode: 'server',
      env: { KEY: '${SECRET}' },
      network: true,
      readOnly: false,
      idleMs: 1000,
    })
  })

  it('may be JSON, and lie in a folder that names its category', async (t) => {
    const tool = await toolOf(t, {
      'text/shout.tool.json': JSON.stringify({
        name: 'loud',
        description: 'Shouts.',
        mode: 'plain',
        command: ['tr', 'a-z', 'A-Z'],
        stdin: 'text',
        okExitCodes: [0, 1],
        parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      }),
    })
    const { name, category, permission, effects, streaming, via } = tool.manifest
    assert.deepEqual(
      [name, category, permission, effects, streaming, via?.text],
      ['loud', 'text', 'external', 'network', true, 'tr a-z A-Z'],
    )
    assert.deepEqual(factsOf(tool).okExitCodes, [0, 1])
  })

  it('means files beside it by their names, and programs of the machine by theirs', async (t) => {
    const tool = await toolOf(t, {
      'x.tool.toml': 'description = "X."\ncommand = ["python3", "lib/run.py", "--fast", "./data"]',
      'lib/run.py': 'pass',
      'data/a.txt': 'a',
    })
    assert.deepEqual(factsOf(tool).command, ['python3', './lib/run.py', '--fast', './data'])
  })

  it('is another version of the tool when the program or a fact changes, and not when the folder is another', async (t) => {
    const files = { 'x.tool.toml': 'description = "X."\ncommand = ["python3", "run.py"]', 'run.py': 'pass' }
    const versionOf = async (changed: Record<string, string> = {}): Promise<string> =>
      (await toolOf(t, { ...files, ...changed })).manifest.fingerprint
    const first = await versionOf()
    assert.equal(await versionOf(), first)
    assert.equal(await versionOf({ 'notes.md': 'nothing' }), first)
    const others = [
      await versionOf({ 'run.py': 'print(1)' }),
      await versionOf({ 'x.tool.toml': `${files['x.tool.toml']}\nnetwork = true` }),
    ]
    assert.equal(new Set([first, ...others]).size, 3)
  })

  it('lies in a folder that is named, or is named itself, and its folder is to be protected', async (t) => {
    const { path } = await programs(t, {
      'a/x.tool.toml': 'description = "X."',
      'a/x.sh': script,
      'b/y.tool.toml': 'description = "Y."',
      'b/y.sh': script,
      'b/z.tool.toml': 'description = "Z."',
      'b/z.sh': script,
      'b/_hidden.tool.toml': 'description = "No."',
    })
    const found = await programTools(['a', 'b/y.tool.toml'], { folder: path, source: 'plugin' })
    assert.deepEqual(
      found.tools.map(({ manifest: { name, source } }) => [name, source]),
      [
        ['x', 'plugin'],
        ['y', 'plugin'],
      ],
    )
    assert.deepEqual([found.problems, found.folders], [[], [join(path, 'a'), join(path, 'b')]])
  })
})

describe('watching programs', () => {
  it('tells of new, changed, broken and removed ones', async (t) => {
    const folder = await programs(t, { 'x.tool.toml': 'description = "One."', 'x.sh': script })
    const found = await programTools([folder.path])
    let now: SourceTools = found
    t.after(found.watch((changed) => (now = changed)))
    const until = async (holds: () => boolean): Promise<void> => {
      for (let round = 0; !holds(); round++) {
        assert.ok(round < 500, JSON.stringify(now))
        await delay(10)
      }
    }
    const first = found.tools[0]?.manifest.fingerprint
    await folder.write('x.sh', `${script}# changed`)
    await until(() => now.tools[0]?.manifest.fingerprint !== first)
    await folder.write('sub/y.tool.toml', 'description = "Two."\ncommand = ["true"]')
    await until(() => now.tools.length === 2)
    await folder.write('sub/y.tool.toml', 'description = ')
    await until(() => now.problems.length === 1)
    assert.match(now.problems[0]?.reason ?? '', /the version before stays in use/)
    assert.equal(now.tools.length, 2)
    await rm(join(folder.path, 'x.tool.toml'))
    await until(() => now.tools.length === 1)
  })
})
