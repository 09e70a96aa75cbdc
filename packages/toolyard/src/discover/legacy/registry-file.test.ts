import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { tempFolder } from '../temp-folder.test.ts'
import { readToolRegistry } from './read-tool-registry.ts'
import { legacyProject, nameOf, onlyProblem, registryPath, restFile } from './support.test.ts'

describe('[tool_types]', () => {
  it('names files, in their order, or the whole folder of a kind', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: `
[metadata]
name = "tools"
version = "1.0.0"

[tool_types.rest]
class_path = "src.tools:RestTool"
description = "REST"
config_directory = "http"
config_files = ["b.toml", "a.toml"]

[tool_types.mcp]
config_directory = "configs/tools/mcp"
`,
      'configs/tools/http/a.toml': restFile('a'),
      'configs/tools/http/b.toml': restFile('b'),
      'configs/tools/http/c.toml': restFile('c'),
      'configs/tools/mcp/d.toml': restFile('d'),
      'configs/tools/mcp/_e.toml': restFile('e'),
      'configs/tools/mcp/f.tool.toml': restFile('f'),
    })
    assert.deepEqual(registry.problems, [])
    assert.deepEqual(registry.tools.map(nameOf), ['b', 'a', 'd'])
  })

  it('that is switched off takes all tools of its kind with it, wherever they are found', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]:
        '[tool_types.rest]\nenabled = false\nconfig_files = ["a.toml", "gone.toml"]\n[auto_discovery]\nscan_directories = ["rest", "more"]\n',
      'configs/tools/rest/a.toml': restFile('a'),
      'configs/tools/more/b.toml': restFile('b'),
    })
    assert.deepEqual([registry.tools, registry.problems], [[], []])
  })

  it('of a kind that nobody knows is told, and of the others everything loads', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]:
        '[tool_types.soap]\nconfig_files = ["a.toml"]\n\n[tool_types.rest]\nconfig_files = ["a.toml"]\n',
      'configs/tools/rest/a.toml': restFile('a'),
    })
    assert.match(onlyProblem(registry).reason, /^line 1: "soap" is not a kind of tool$/)
    assert.deepEqual(registry.tools.map(nameOf), ['a'])
  })

  it('says where a file is that is not where it should be', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: '[tool_types.native]\nconfig_directory = "native"\nconfig_files = ["a.toml"]\n',
      'configs/tools/stateful/a.toml': restFile('a'),
    })
    const { line, reason, hint } = onlyProblem(registry)
    assert.equal(line, 2)
    assert.match(reason, /the folder native does not exist/)
    assert.equal(hint, 'stateful/a.toml is there: write config_directory = "stateful".')
  })

  it('leads nowhere out of the folder of the registry', async (t) => {
    const { path } = await tempFolder(t, {
      [registryPath]:
        '[tool_types.rest]\nconfig_files = ["../../../secret.toml", "link.toml", "a.toml"]\n[tool_types.mcp]\nconfig_directory = "../.."\n',
      'secret.toml': restFile('secret'),
      'configs/tools/rest/a.toml': restFile('a'),
    })
    await symlink(join(path, 'secret.toml'), join(path, 'configs/tools/rest/link.toml'))
    const registry = await readToolRegistry(join(path, registryPath))
    assert.deepEqual(registry.tools.map(nameOf), ['a'])
    assert.deepEqual(
      registry.problems.map(({ line, reason }) => [line, / leads out of .*, and is not read$/.test(reason)]),
      [
        [2, true],
        [2, true],
        [4, true],
      ],
    )
  })
})

describe('[auto_discovery]', () => {
  it('finds files by patterns, from the registry or from the project', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: `[auto_discovery]
scan_directories = ["configs/tools/rest", "deep"]
file_patterns = ["*.toml", "**/*.tool"]
exclude_patterns = ["__*", "test_*", "old/**"]
`,
      'configs/tools/rest/a.toml': restFile('a'),
      'configs/tools/rest/test_b.toml': restFile('b'),
      'configs/tools/rest/inner/c.toml': restFile('c'),
      'configs/tools/deep/x/y/d.tool': restFile('d'),
      'configs/tools/deep/old/e.tool': restFile('e'),
      'configs/tools/deep/test_x/f.tool': restFile('f'),
    })
    assert.deepEqual(registry.problems, [])
    assert.deepEqual(registry.tools.map(nameOf), ['a', 'd'])
  })

  it('finds nothing where it is switched off, and never the registry itself', async (t) => {
    const off = await legacyProject(t, {
      [registryPath]: '[auto_discovery]\nenabled = false\n',
      'configs/tools/a.toml': restFile('a'),
    })
    assert.deepEqual(off.tools, [])
    const all = await legacyProject(t, {
      [registryPath]: '[auto_discovery]\nexclude_patterns = []\n',
      'configs/tools/a.toml': restFile('a'),
    })
    assert.deepEqual([all.tools.map(nameOf), all.problems], [['a'], []])
  })

  it('reads a file once that is listed too', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]:
        '[tool_types.rest]\nconfig_files = ["a.toml"]\n[auto_discovery]\nscan_directories = ["rest"]\n',
      'configs/tools/rest/a.toml': restFile('a'),
    })
    assert.deepEqual([registry.tools.map(nameOf), registry.problems], [['a'], []])
  })

  it('tells of a folder that is missing or outside', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: '[auto_discovery]\nscan_directories = ["gone", "../../src", "rest"]\n',
      'src/x.toml': restFile('x'),
      'configs/tools/rest/a.toml': restFile('a'),
    })
    assert.deepEqual(registry.tools.map(nameOf), ['a'])
    assert.deepEqual(
      registry.problems.map(({ line, reason }) => [line, reason.replace(/of \/.*,/, 'of …,')]),
      [
        [2, 'line 2: the folder gone does not exist'],
        [2, 'line 2: ../../src leads out of …, and is not read'],
      ],
    )
  })
})

describe('[tool_sets]', () => {
  const files = {
    'configs/tools/a.toml': restFile('a'),
    'configs/tools/b.toml': restFile('b'),
    'configs/tools/lookup.toml': restFile('find_things'),
  }

  it('tag their tools, which may be named by the name of their file', async (t) => {
    const registry = await legacyProject(t, {
      ...files,
      [registryPath]: '[auto_discovery]\n[tool_sets.basic]\ndescription = "Basic"\ntools = ["a", "lookup"]\n',
    })
    assert.deepEqual(
      registry.tools.map(({ manifest }) => [manifest.name, manifest.tags]),
      [
        ['a', ['set:basic']],
        ['b', []],
        ['find_things', ['set:basic']],
      ],
    )
    assert.deepEqual(registry.toolSets, {
      basic: { description: 'Basic', enabled: true, tools: ['a', 'find_things'] },
    })
  })

  it('that are off switch their tools off, unless another set has them on', async (t) => {
    const registry = await legacyProject(t, {
      ...files,
      [registryPath]: `[auto_discovery]
[tool_sets.off]
enabled = false
tools = ["a", "b"]
[tool_sets.on]
tools = ["b"]
`,
    })
    assert.deepEqual(
      registry.tools.map(({ manifest }) => [manifest.name, manifest.tags]),
      [
        ['b', ['set:on']],
        ['find_things', []],
      ],
    )
    assert.deepEqual(
      registry.disabled.map(({ name, reason }) => [name, reason]),
      [['a', 'the tool set "off" is switched off']],
    )
  })

  it('tell of tools that are not there, with the one that was probably meant', async (t) => {
    const registry = await legacyProject(t, {
      ...files,
      [registryPath]: '[auto_discovery]\n[tool_sets.basic]\ntools = ["a", "lokup"]\n',
    })
    assert.match(onlyProblem(registry).reason, /^line 3: there is no tool "lokup"\. Did you mean "lookup"/)
  })
})
