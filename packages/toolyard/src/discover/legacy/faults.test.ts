import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { tempFolder } from '../temp-folder.test.ts'
import { readToolRegistry } from './read-tool-registry.ts'
import { legacyProject, nameOf, onlyProblem, registryPath, restFile, restOf } from './support.test.ts'

/** Each: what a tool file says instead, the line, what is reported, whether the tool is there all the same. */
const faults: readonly {
  readonly what: string
  readonly text: string
  readonly line: number | undefined
  readonly reason: RegExp
  readonly hint: RegExp
  readonly loads?: boolean
}[] = [
  {
    what: 'a key that nobody knows',
    text: restFile('it', 'tiemout = 30'),
    line: 5,
    reason: /"tiemout" is not a key that is known here\. Did you mean "timeout"\?/,
    hint: /Correct it/,
    loads: true,
  },
  {
    what: 'a setting that nobody knows',
    text: restFile('it', '\n[config]\n\nbase_url = "https://b.example"'),
    line: 8,
    reason: /"config\.base_url" is not a key .* Did you mean "baseUrl"\?/,
    hint: /Correct it/,
    loads: true,
  },
  {
    what: 'a text where a number belongs',
    text: restFile('it', 'timeout = "soon"'),
    line: 5,
    reason: /timeout must be a number from 0, not "soon"/,
    hint: /timeout = 30/,
  },
  {
    what: 'a number where a text belongs',
    text: restFile('it').replace('"Does it."', '7'),
    line: 3,
    reason: /description must be a text, not 7/,
    hint: /description = "…"/,
  },
  {
    what: 'a negative time',
    text: restFile('it', 'timeout = -1'),
    line: 5,
    reason: /timeout must be a number from 0, not -1/,
    hint: /timeout = 30/,
  },
  {
    what: 'a text where a table belongs',
    text: restFile('it', 'headers = "Accept: text/plain"'),
    line: 5,
    reason: /headers must be a table, not "Accept/,
    hint: /headers = \{ … \}/,
  },
  {
    what: 'tags that are no list',
    text: restFile('it', 'tags = "one"'),
    line: 5,
    reason: /tags must be a list of texts/,
    hint: /tags = \["…"\]/,
  },
  {
    what: 'no description',
    text: restFile('it').replace(/description.*\n/, ''),
    line: undefined,
    reason: /"it" has no description/,
    hint: /Say in one sentence/,
  },
  {
    what: 'a name that no model can call',
    text: restFile('it').replace('"it"', '"get weather!"'),
    line: 1,
    reason: /name "get weather!" is not one that a model can call/,
    hint: /name = "get_weather"/,
  },
  {
    what: 'a kind that nobody knows',
    text: restFile('it').replace('"rest"', '"rets"'),
    line: 2,
    reason: /tool_type "rets" is not known\. Did you mean "rest"\?/,
    hint: /"builtin", "native", "rest" or "mcp"/,
  },
  {
    what: 'a schema that is none',
    text: restFile(
      'it',
      '[parameters_schema]\ntype = "object"\n[parameters_schema.properties]\ncity = { type = "strnig" }',
    ),
    line: 8,
    reason: /parameters_schema at \/properties\/city .*"strnig".*Did you mean "string"\?/,
    hint: /JSON Schema: a table/,
  },
  {
    what: 'a part of the address that is no parameter',
    text: restFile('it').replace('/it"', '/it/{id}"'),
    line: 4,
    reason: /config\.path names "id", which is not a parameter/,
    hint: /Parameters: none/,
  },
  {
    what: 'TOML that can not be read',
    text: `${restFile('it')}timeout = = 3\n`,
    line: 6,
    reason: /^line 6, column \d+: /,
    hint: /Correct the line/,
  },
  {
    what: 'a key that is there twice',
    text: restFile('it', 'name = "other"'),
    line: 5,
    reason: /^line 5, column 1: .*already defined/,
    hint: /Correct the line/,
  },
  {
    what: 'a key that reaches into the prototype',
    text: restFile('it', '[metadata.__proto__]\npolluted = true'),
    line: 5,
    reason: /unsafe/,
    hint: /Correct the line/,
  },
]

describe('a fault in a tool file', () => {
  for (const { what, text, line, reason, hint, loads = false } of faults) {
    it(`is told with file, line and remedy, and the rest loads: ${what}`, async (t) => {
      const registry = await legacyProject(t, {
        'configs/tools/good.toml': restFile('good'),
        'configs/tools/it.toml': text,
      })
      const problem = onlyProblem(registry)
      assert.match(problem.file, /configs\/tools\/it\.toml$/)
      assert.equal(problem.line, line)
      if (line !== undefined) assert.match(problem.reason, new RegExp(`^line ${line}\\b`))
      assert.match(problem.reason, reason)
      assert.match(problem.hint ?? '', hint)
      assert.deepEqual(registry.tools.map(nameOf), loads ? ['good', 'it'] : ['good'])
    })
  }

  it('is one of several, which are all told', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/it.toml': restFile('it', 'timeout = "soon"\nmethod = "FETCH"\ntags = 1'),
    })
    assert.deepEqual(
      registry.problems.map(({ line }) => line),
      [5, 6, 7],
    )
  })
})

describe('a switch that can not be read', () => {
  for (const said of ['enabeld = false', 'enabled = "no"', 'disabled = true'])
    it(`switches nothing on: ${said}`, async (t) => {
      const registry = await legacyProject(t, {
        'configs/tools/it.toml': restFile('it', said),
      })
      assert.deepEqual(registry.tools, [])
      assert.match(onlyProblem(registry).reason, /^line 5: /)
      const ofKind = await legacyProject(t, {
        [registryPath]: `[tool_types.rest]\n${said}\nconfig_files = ["it.toml"]\n`,
        'configs/tools/rest/it.toml': restFile('it'),
      })
      assert.deepEqual(ofKind.tools, [])
      assert.match(onlyProblem(ofKind).reason, /^line 2: /)
    })
})

describe('a registry', () => {
  it('that is missing, or no TOML, is told', async (t) => {
    const { path } = await tempFolder(t, { 'bad.toml': '[metadata\n' })
    const missing = await readToolRegistry(join(path, 'gone.toml'))
    assert.match(onlyProblem(missing).reason, /does not exist/)
    const bad = await readToolRegistry(join(path, 'bad.toml'))
    assert.match(onlyProblem(bad).reason, /^line 1, column/)
  })

  it('with a key that nobody knows loads', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: '[tool_type.rest]\nenabled = true\n\n[auto_discovery]\nscan_directory = ["."]\n',
      'configs/tools/it.toml': restFile('it'),
    })
    assert.deepEqual(
      registry.problems.map(({ line, reason }) => [line, /Did you mean "([^"]+)"/.exec(reason)?.[1]]),
      [
        [1, 'tool_types'],
        [5, 'scan_directories'],
      ],
    )
    assert.deepEqual(registry.tools.map(nameOf), ['it'])
  })

  it('whose files use a name twice gives it to the first', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': restFile('it'),
      'configs/tools/b.toml': restFile('it'),
    })
    const { file, reason } = onlyProblem(registry)
    assert.match(file, /b\.toml$/)
    assert.match(reason, /The name "it" is taken by .*a\.toml/)
    assert.equal(registry.tools.length, 1)
  })
})

describe('the environment', () => {
  const file = restFile(
    'it',
    'enabled = "${ON}"\ntimeout = "${SECONDS:-20}"\nauth_method = "${AUTH}"\napi_key = "${KEY}"\n',
  )

  it('gives numbers, switches and words, and keeps secrets to itself', async (t) => {
    const environment = { ON: '1', AUTH: 'api_key_header', KEY: 'sk-live-1' }
    const registry = await legacyProject(t, { 'configs/tools/it.toml': file }, { environment })
    assert.deepEqual(registry.problems, [])
    assert.deepEqual(restOf(registry, 'it').auth, {
      type: 'api_key',
      in: 'header',
      name: 'X-API-Key',
      value: '${KEY}',
    })
    assert.equal(restOf(registry, 'it').timeoutMs, 20_000)
    assert.doesNotMatch(JSON.stringify(registry), /sk-live-1/)
  })

  it('switches off', async (t) => {
    const registry = await legacyProject(
      t,
      { 'configs/tools/it.toml': file },
      { environment: { ON: 'false' } },
    )
    assert.deepEqual([registry.tools, registry.problems], [[], []])
  })

  it('that lacks a variable, or has something else in it, is told', async (t) => {
    const registry = await legacyProject(
      t,
      { 'configs/tools/it.toml': restFile('it', 'timeout = "${SECONDS}"\nauth_method = "${AUTH}"') },
      { environment: { SECONDS: 'many' } },
    )
    assert.deepEqual(
      registry.problems.map(({ reason }) => reason),
      [
        'line 5: timeout must be a number from 0, not "${SECONDS}"',
        'line 6: auth_method: the environment variable AUTH is not set',
      ],
    )
  })
})
