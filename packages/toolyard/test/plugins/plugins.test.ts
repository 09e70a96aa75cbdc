/** Plugins in a Toolyard: packages in a project's `node_modules`, and what they may and may not do there. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import {
  createToolyard,
  definePlugin,
  type HookSpec,
  type Plugin,
  textOf,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'
import { assertOk, faultOf } from '../external/support.ts'

interface Project extends AsyncDisposable {
  readonly path: string
  open(options: ToolyardOptions): Promise<ToolService>
}

/** The files of a plugin of one module. */
const broken = (name: string, toolyard: object, code: string): Record<string, string> => ({
  [`plugins/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', type: 'module', toolyard }),
  [`plugins/${name}/plugin.js`]: code,
})

/** A project with these files; `toolyard` can be imported from it. */
async function makeProject(files: Readonly<Record<string, string>>): Promise<Project> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-plugins-')))
  await mkdir(join(path, 'node_modules'))
  await symlink(join(import.meta.dirname, '../..'), join(path, 'node_modules/toolyard'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
    if (text.startsWith('#!')) await chmod(join(path, name), 0o755)
  }
  const yards: ToolService[] = []
  return {
    path,
    async open(options) {
      const yard = await createToolyard({ workspace: path, ...options })
      yards.push(yard)
      return yard
    },
    async [Symbol.asyncDispose]() {
      for (const yard of yards) await yard.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

const at = 'node_modules/toolyard-plugin-office'
const office = {
  [`${at}/package.json`]: JSON.stringify({
    name: 'toolyard-plugin-office',
    version: '2.1.0',
    type: 'module',
    toolyard: { main: './plugin.js', tools: ['./tools'], programs: ['./programs'], requires: '>=0.1' },
  }),
  [`${at}/plugin.js`]: `
import { definePlugin } from 'toolyard'
export default definePlugin(({ stamp = 'seen' }) => ({
  hooks: [
    { name: 'office: no drafts', type: 'PRE_TOOL_USE', tools: ['print'], handler: ({ arguments: { text } }) =>
      text.includes('draft') ? { action: 'deny', message: 'drafts stay on the screen' } : undefined },
    { name: 'office: stamp', type: 'POST_TOOL_USE', tools: ['print'], handler: ({ result }) =>
      ({ action: 'modify', output: result.content[0].text + ' [' + stamp + ']' }) },
  ],
}))`,
  [`${at}/tools/print.js`]: `
import { defineTool } from 'toolyard'
/** Prints a text. */
export default defineTool({
  permission: 'read', effects: 'none', inputSchema: { text: String }, execute: ({ text }) => 'printed ' + text,
})`,
  [`${at}/tools/post.js`]: `/** Posts a letter. */
export default { inputSchema: { text: String }, execute: () => 'posted' }`,
  [`${at}/programs/count.tool.toml`]: `description = "Counts."
permission = "read"
effects = "none"
mode = "plain"
command = ["wc", "-c"]
stdin = "text"
parameters.text = "string"`,
}

describe('a plugin of a project', () => {
  it('brings tools, programs and hooks, under its name and version', async () => {
    await using project = await makeProject(office)
    const yard = await project.open({ plugins: ['toolyard-plugin-office'] })
    assert.deepEqual(yard.problems, [])
    assert.equal(textOf(assertOk(await yard.call('print', { text: 'a' }))), 'printed a [seen]')
    assert.match(faultOf(await yard.call('print', { text: 'a draft' })).message, /drafts stay on the screen/)
    assert.equal(textOf(assertOk(await yard.call('count', { text: 'abc' }))), '3\n')
    assert.equal(yard.registry.get('print')?.manifest.source, 'plugin')
    assert.equal(yard.registry.registrations.get('count')?.file, 'toolyard-plugin-office@2.1.0')
  })

  it('gets its options', async () => {
    await using project = await makeProject(office)
    const yard = await project.open({
      plugins: [{ use: 'toolyard-plugin-office', options: { stamp: 'ok' } }],
    })
    assert.equal(textOf(assertOk(await yard.call('print', { text: 'a' }))), 'printed a [ok]')
  })

  it('is asked about where the own tools of an application are not', async () => {
    await using project = await makeProject(office)
    const yard = await project.open({ plugins: ['toolyard-plugin-office'] })
    assert.equal((await yard.call('post', { text: 'a' })).status, 'denied')
    const allowed = await project.open({ plugins: ['toolyard-plugin-office'], policy: { allow: ['post'] } })
    assert.equal(textOf(assertOk(await allowed.call('post', { text: 'a' }))), 'posted')
  })

  it('and its tools are left out by name, as built-in tools and their groups are', async () => {
    await using project = await makeProject(office)
    const names = async (options: ToolyardOptions): Promise<string> =>
      (
        await project.open({ plugins: ['toolyard-plugin-office'], builtins: ['files', 'shell'], ...options })
      ).registry.toolNames
        .filter((name) => ['print', 'post', 'count', 'bash', 'grep'].includes(name))
        .toSorted()
        .join(' ')
    assert.equal(await names({}), 'bash count grep post print')
    assert.equal(await names({ disable: ['print', 'bash'] }), 'count grep post')
    assert.equal(await names({ disable: ['plugin:toolyard-plugin-office'] }), 'bash grep')
    assert.equal(await names({ disable: ['group:shell'] }), 'count grep post print')
    const entry = { use: 'toolyard-plugin-office', disable: ['post'] }
    assert.equal(await names({ plugins: [entry], disable: ['group:files'] }), 'bash count print')
  })

  it('may take the place of a built-in tool, and the application the place of either', async () => {
    const plugin = definePlugin({
      name: 'mine',
      tools: [
        {
          name: 'bash',
          description: 'No shell here.',
          permission: 'read',
          effects: 'none',
          execute: () => 'no',
        },
      ],
    })
    await using project = await makeProject({})
    const yard = await project.open({ builtins: ['shell'], plugins: [plugin] })
    assert.deepEqual(yard.problems, [])
    assert.equal(textOf(assertOk(await yard.call('bash'))), 'no')
    const own = { name: 'bash', description: 'Mine.', execute: () => 'mine' }
    const both = await project.open({ builtins: ['shell'], plugins: [plugin], tools: [own] })
    assert.equal(textOf(assertOk(await both.call('bash'))), 'mine')
    assert.match(both.problems[0]?.reason ?? '', /"bash" is already registered/)
  })

  it('may run the tools of a type in its own way', async () => {
    const plugin = definePlugin({
      name: 'dry-run',
      hooks: [
        {
          name: 'dry-run: note',
          type: 'PRE_TOOL_USE',
          handler: ({ tool }) =>
            tool === 'print' ? { action: 'deny', message: 'nothing is printed' } : undefined,
        },
      ],
      executors: {
        EXTERNAL: {
          execute: ({ manifest }, input) => `${manifest.name} would run with ${JSON.stringify(input)}`,
        },
      },
    })
    await using project = await makeProject(office)
    const yard = await project.open({ plugins: ['toolyard-plugin-office', plugin] })
    assert.equal(
      textOf(assertOk(await yard.call('count', { text: 'a' }))),
      'count would run with {"text":"a"}',
    )
  })

  it('that fails takes nothing with it but itself, whatever is wrong: a file, a version', async () => {
    await using project = await makeProject({
      ...office,
      ...broken('throws', { main: './plugin.js' }, 'throw new Error("no licence")'),
      ...broken('old', { main: './plugin.js', requires: '<0.1' }, 'export default {}'),
    })
    const plugins = ['throws', 'old'].map((name) => `./plugins/${name}`)
    const yard = await project.open({ plugins: [...plugins, 'toolyard-plugin-office'] })
    const reasons = yard.problems.map(
      ({ file, reason }) => `${file.slice(project.path.length + 1)}: ${reason}`,
    )
    assert.equal(reasons.length, 2)
    assert.match(
      reasons[0] ?? '',
      /^plugins\/throws\/plugin\.js: Plugin "\.\/plugins\/throws": The import failed.*no licence/,
    )
    assert.match(
      reasons[1] ?? '',
      /^plugins\/old\/package\.json: Plugin "\.\/plugins\/old": it requires Toolyard <0\.1/,
    )
    assertOk(await yard.call('print', { text: 'a' }))
  })

  const guard = `{ name: 'guard', type: 'PRE_TOOL_USE', handler() {} }`
  for (const [title, toolyard, code] of [
    [
      'a hook is wrong',
      { main: './plugin.js' },
      `export default { hooks: [{ name: 'g', type: 'BEFORE', handler() {} }] }`,
    ],
    ['another part is wrong', { main: './plugin.js' }, `export default { hooks: [${guard}], tool: [] }`],
    ['the file of its hooks fails', { hooks: './plugin.js' }, 'throw new Error("no licence")'],
    ['it requires another version', { hooks: './plugin.js', requires: '<0.1' }, `export default [${guard}]`],
  ] as const)
    it(`that brings hooks and can't be loaded lets nothing run without them: ${title}`, async () => {
      await using project = await makeProject({ ...office, ...broken('guards', toolyard, code) })
      const yard = await project.open({ plugins: ['./plugins/guards', 'toolyard-plugin-office'] })
      assert.equal(yard.problems.length, 1)
      const fault = faultOf(await yard.call('print', { text: 'a' }))
      assert.equal(fault.code, 'denied_by_hook')
      assert.match(fault.message, /hooks of a plugin are missing.*Plugin "\.\/plugins\/guards"/)
    })

  it('that brings hooks under the name of another lets nothing run without them', async () => {
    const named = (hooks: readonly HookSpec[]): Plugin => definePlugin({ name: 'same', hooks })
    const denies: HookSpec = { name: 'guard', type: 'PRE_TOOL_USE', handler: () => false }
    await using project = await makeProject(office)
    const yard = await project.open({ plugins: [named([]), named([denies]), 'toolyard-plugin-office'] })
    const fault = faultOf(await yard.call('print', { text: 'a' }))
    assert.match(fault.message, /hooks of a plugin are missing.*of this name already/)
  })

  it('is not written by tools, also where it was left out or could not be loaded', async () => {
    await using project = await makeProject({ ...office, 'plugins/off/package.json': '{}' })
    const yard = await project.open({
      plugins: ['toolyard-plugin-office', './plugins/off'],
      disable: ['plugin:toolyard-plugin-office'],
      builtins: ['files'],
      policy: { mode: 'bypass' },
    })
    for (const path of [`${at}/plugin.js`, `${at}/tools/new.js`, 'plugins/off/package.json'])
      assert.equal(
        faultOf(await yard.call('write_file', { path, content: 'x' })).code,
        'protected_path',
        path,
      )
  })
})
