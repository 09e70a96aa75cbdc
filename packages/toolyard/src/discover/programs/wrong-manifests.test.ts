import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { DiscoverProblem } from '../../define/index.ts'
import { programs, read, script } from './program-folder.test.ts'
import { programTools } from './program-tools.ts'

/** The only problem of a manifest beside a program. */
async function problemOf(t: TestContext, manifest: string): Promise<DiscoverProblem> {
  const { tools, problems } = await read(t, { 'x.tool.toml': manifest, 'x.sh': script })
  assert.deepEqual(tools, [])
  assert.equal(problems.length, 1)
  return problems[0] as DiscoverProblem
}

describe('a manifest that is wrong', () => {
  it('is told with file, reason and remedy, and the others are tools', async (t) => {
    const { path } = await programs(t, {
      'bad.tool.toml': 'description = "X."\nmode = plain',
      'bad.sh': script,
      'worse.tool.json': '{"description": "X", "description": "Y"}',
      'good.tool.toml': 'description = "Good."',
      'good.sh': script,
    })
    const { tools, problems } = await programTools([
      path,
      join(path, 'missing.tool.toml'),
      join(path, 'nowhere'),
    ])
    assert.deepEqual(
      tools.map(({ manifest }) => manifest.name),
      ['good'],
    )
    assert.deepEqual(
      problems.map(({ file, reason }) => [
        file.slice(path.length + 1),
        reason.replace(/line 2:.*/, 'line 2'),
      ]),
      [
        ['nowhere', 'The folder does not exist'],
        ['missing.tool.toml', 'There is no such manifest'],
        ['bad.tool.toml', 'The manifest is not valid TOML at line 2'],
        ['worse.tool.json', 'The manifest has the key "description" twice'],
      ],
    )
  })

  for (const [what, manifest, says, hint] of [
    [
      'an unknown key',
      'descripton = "X."',
      /"descripton" is not a key of a manifest\. Did you mean "description"/,
      /^Keys: name,/,
    ],
    ['no description', '', /Tool "x" has no description/, /description = /],
    [
      'a wrong kind',
      'description = "X."\ntags = "a"',
      /tags must be a list of texts, not "a"/,
      /Correct tags/,
    ],
    [
      'a wrong mode',
      'description = "X."\nmode = "pipe"',
      /mode must be "events", "plain" or "server", not "pipe"/,
      /./,
    ],
    [
      'a wrong time',
      'description = "X."\ntimeout = "soon"',
      /timeout must be milliseconds, or a text such as "30s"/,
      /./,
    ],
    [
      'a time too long',
      'description = "X."\ntimeout = 3000000000',
      /timeoutMs 3000000000 is not a time/,
      /./,
    ],
    ['a wrong name', 'description = "X."\nname = "a b"', /name "a b" is not a tool name/, /./],
    [
      'a wrong permission',
      'description = "X."\npermission = "root"',
      /permission "root" is not known/,
      /read, write, external/,
    ],
    [
      'a wrong schema',
      'description = "X."\n[parameters]\na = { type = "text" }',
      /parameters\.a: "text" is not a type/,
      /./,
    ],
    [
      'a variable that is none',
      'description = "X."\n[env]\n"A B" = "c"',
      /env must be a table of texts under names/,
      /./,
    ],
    [
      'an exit code that is none',
      'description = "X."\nok_exit_codes = [256]',
      /ok_exit_codes must be a list of numbers from 0 to 255/,
      /./,
    ],
    [
      'no words',
      'description = "X."\ncommand = []',
      /command must be a list of words, the program first/,
      /./,
    ],
    [
      'a line for a shell',
      'description = "X."\ncommand = "./x.sh -v"',
      /there is no "\.\/x\.sh -v" beside the manifest/,
      /./,
    ],
    [
      'a program elsewhere',
      'description = "X."\ncommand = ["../x.sh"]',
      /"\.\.\/x\.sh" leads out of the folder of the manifest/,
      /absolute path/,
    ],
    [
      'a missing program',
      'description = "X."\ncommand = ["/no/such/program"]',
      /there is no program "\/no\/such\/program"/,
      /install/,
    ],
    [
      'a place in another mode',
      'description = "X."\ncommand = ["./x.sh", "{a}"]\nparameters.a = "string"',
      /"\{a\}" has no meaning in mode "events"/,
      /mode = "plain"/,
    ],
    [
      'stdin in another mode',
      'description = "X."\nstdin = "a"\nparameters.a = "string"',
      /stdin has no meaning in mode "events"/,
      /./,
    ],
    [
      'an unknown parameter',
      'description = "X."\nmode = "plain"\ncommand = ["./x.sh", "{pth}"]\nparameters.path = "string"',
      /"\{pth\}" is not a parameter\. Did you mean "path"\?/,
      /./,
    ],
    [
      'a parameter for nothing',
      'description = "X."\nmode = "plain"\ncommand = ["./x.sh"]\nparameters.path = "string"',
      /parameters\.path is used nowhere in the command/,
      /--path=\{path\}/,
    ],
    [
      'a program as parameter',
      'description = "X."\nmode = "plain"\ncommand = ["{a}"]\nparameters.a = "string"',
      /the program itself is no parameter/,
      /./,
    ],
    [
      'a list inside a word',
      'description = "X."\nmode = "plain"\ncommand = ["./x.sh", "-a={a...}"]\nparameters.a = "string[]"',
      /has a list beside other text/,
      /./,
    ],
    [
      'a value inside code',
      `description = "X."\nmode = "plain"\ncommand = ["bash", "-c", "grep '{a}' notes"]\nparameters.a = "string"`,
      /is code for bash, and a value in it would be code, too/,
      /argument of its own/,
    ],
    [
      'a script of the workspace behind an option',
      'description = "X."\ncommand = ["python3", "-u", "run.py"]',
      /python3 would run "run\.py" from the workspace, where agents can write/,
      /beside the manifest/,
    ],
    [
      'a script of the workspace',
      'description = "X."\ncommand = ["python3", "run.py"]',
      /python3 would run "run\.py" from the workspace, where agents can write/,
      /beside the manifest/,
    ],
  ] as const) {
    it(`with ${what} says so`, async (t) => {
      const problem = await problemOf(t, manifest)
      assert.match(problem.reason, says)
      assert.match(problem.hint ?? '', hint)
    })
  }

  it('whose program is missing, not executable or not alone says what to do', async (t) => {
    const description = 'description = "X."'
    const { path } = await programs(t, {
      'none.tool.toml': description,
      'plain.tool.toml': description,
      'plain.py': 'pass',
      'two.tool.toml': description,
      'two.sh': script,
      'two.py': script,
    })
    const { problems } = await programTools([path])
    assert.deepEqual(
      problems.map(({ reason, hint }) => [reason, hint]),
      [
        [
          'there is no executable named "none" beside it',
          'Put the program beside its manifest under the same name, or name it in `command`.',
        ],
        [
          '"plain.py" beside it is not executable',
          'Run `chmod +x plain.py`, or name what runs it: command = ["python3", "./plain.py"].',
        ],
        [
          'there are several executables named "two" beside it: two.py, two.sh',
          'Write which is meant: command = ["./two.py"].',
        ],
      ],
    )
  })

  it('that takes the name of another is told so', async (t) => {
    const { tools, problems } = await read(t, {
      'a.tool.toml': 'description = "A."\nname = "same"',
      'a.sh': script,
      'b.tool.toml': 'description = "B."\nname = "same"',
      'b.sh': script,
    })
    assert.equal(tools.length, 1)
    assert.match(problems[0]?.reason ?? '', /The name "same" is taken by .*a\.tool\.toml/)
  })
})
