/** What a person gets wrong at the command line, and what it says then. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { json, Project } from './cli.ts'
import { named, projectFiles } from './project.ts'

let project: Project
before(async () => {
  project = await Project.make({
    ...projectFiles,
    'throws.config.ts': "throw new Error('this configuration throws')",
    'syntax.config.ts': 'export default {{{',
    'nothing.config.ts': 'export const config = {}',
    'key.config.ts': "export default { toolFolder: ['tools'] }",
    'import.config.ts': "import 'a-package-that-is-not-there'\nexport default {}",
    'kind.config.ts': "export default { toolFolders: 'tools' }",
    'mode.config.ts': "export default { policy: { mode: 'readonly' } }",
  })
})
after(() => project[Symbol.asyncDispose]())

interface Mistake {
  readonly what: string
  readonly args: readonly string[]
  readonly says: RegExp
  readonly code?: string
}

const mistakes: readonly Mistake[] = [
  { what: 'a typo in a command', args: ['cal'], says: /unknown command 'cal'[\s\S]*Did you mean call\?/ },
  {
    what: 'a typo in a command inside a command',
    args: ['policy', 'explian'],
    says: /unknown command 'explian'[\s\S]*Did you mean explain\?/,
  },
  {
    what: 'a typo in an option',
    args: ['ls', '--json-ouput'],
    says: /unknown option '--json-ouput'[\s\S]*Did you mean --json-output\?/,
  },
  {
    what: 'a typo in a tool',
    args: [...named, 'call', 'ecko'],
    says: /no tool named "ecko"[\s\S]*Did you mean "echo"\?/,
    code: 'tool_not_found',
  },
  {
    what: 'a missing argument',
    args: ['show'],
    says: /missing required argument 'name'[\s\S]*toolyard show --help/,
  },
  {
    what: 'a parameter written as an option',
    args: [...named, 'call', 'echo', '--text', 'hi'],
    says: /unknown option '--text'[\s\S]*Parameters have no dashes: text=VALUE/,
  },
  {
    what: 'a parameter without a name',
    args: [...named, 'call', 'pay', '5'],
    says: /"5" is not a parameter[\s\S]*amount=5/,
  },
  {
    what: 'JSON that is none',
    args: [...named, 'call', 'echo', '--json', '{text:1}'],
    says: /--json: the text [\s\S]*Write one JSON object/,
  },
  {
    what: 'a JSON object that is none, without an option',
    args: [...named, 'call', 'echo', '{"text":'],
    says: /the text is not valid JSON[\s\S]*Write one JSON object in single quotes/,
  },
  {
    what: 'a typo in the command to be helped with',
    args: ['help', 'cal'],
    says: /unknown command 'cal'\. Did you mean "call" or "calls"\?[\s\S]*Commands: .*ls, show/,
  },
  {
    what: 'an agent that nobody has made, served over MCP',
    args: [...named, '--agent', 'nobody', 'mcp'],
    says: /there is no agent named "nobody"[\s\S]*toolyard agent create/,
    code: 'agent_not_found',
  },
  {
    what: 'an agent that nobody has made, in a call',
    args: [...named, '--agent', 'nobody', 'call', 'echo'],
    says: /there is no agent named "nobody"\.\n\s*Make it with "toolyard agent create"\.$/m,
    code: 'agent_not_found',
  },
  {
    what: 'a typo in a dialect',
    args: [...named, 'show', 'echo', '--dialect', 'antropic'],
    says: /"antropic" is not a dialect\. Did you mean "anthropic"\?/,
  },
  {
    what: 'a typo in a mode',
    args: [...named, '--mode', 'read_only', 'ls'],
    says: /"read_only" is not a policy mode\. Did you mean "read-only"\?/,
    code: 'invalid_config',
  },
  {
    what: 'a configuration that is not there',
    args: ['--config', 'nope.ts', 'ls'],
    says: /there is no configuration file "nope\.ts"/,
    code: 'invalid_config',
  },
  {
    what: 'a configuration that throws',
    args: ['--config', 'throws.config.ts', 'ls'],
    says: /throws\.config\.ts could not be loaded: this configuration throws/,
    code: 'invalid_config',
  },
  {
    what: 'a configuration with a syntax error',
    args: ['--config', 'syntax.config.ts', 'ls'],
    says: /syntax\.config\.ts could not be loaded/,
    code: 'invalid_config',
  },
  {
    what: 'a configuration without a default export',
    args: ['--config', 'nothing.config.ts', 'ls'],
    says: /no default export[\s\S]*export default defineConfig/,
    code: 'invalid_config',
  },
  {
    what: 'a setting that is not known',
    args: ['--config', 'key.config.ts', 'ls'],
    says: /"toolFolder" is not a setting\. Did you mean "toolFolders"\?/,
    code: 'invalid_config',
  },
  {
    what: 'a setting of the wrong kind',
    args: ['--config', 'kind.config.ts', 'ls'],
    says: /kind\.config\.ts: toolFolders must be a list of texts, not "tools"\nCorrect toolFolders, or leave it out\./,
    code: 'invalid_config',
  },
  {
    what: 'a package that is not installed',
    args: ['--config', 'import.config.ts', 'ls'],
    says: /Cannot find package[\s\S]*Correct its name, or run "npm install a-package-that-is-not-there/,
    code: 'invalid_config',
  },
  {
    what: 'a configuration that is not trusted',
    args: ['ls'],
    says: /toolyard\.config\.ts is code[\s\S]*run "toolyard trust" once/,
    code: 'untrusted',
  },
]

describe('a mistake exits with 2, says what is wrong and what to do:', { concurrency: 4 }, () => {
  for (const { what, args, says } of mistakes.slice(0, 13)) {
    it(what, async () => {
      const { code, out, err } = await project.run(args)
      assert.equal(code, 2)
      assert.equal(out, '')
      assert.match(err, says)
      assert.match(err, /^(error|tool_not_found|agent_not_found): /m)
    })
  }
})

describe('with --json-output a mistake is one JSON document on standard output:', { concurrency: 4 }, () => {
  for (const { what, args, says, code: expected = 'invalid_arguments' } of mistakes) {
    it(what, async () => {
      const ran = await project.run(['--json-output', ...args])
      assert.equal(ran.code, 2)
      assert.equal(ran.err, '')
      const { error } = json<{ error: { code: string; message: string; hint?: string } }>(ran)
      assert.match(`${error.message}\n${error.hint ?? ''}`, says)
      assert.equal(error.code, expected)
    })
  }

  it('a command that is missing', async () => {
    const ran = await project.run(['--json-output'])
    assert.equal(ran.code, 2)
    assert.match(JSON.stringify(json(ran)), /a command is missing/)
  })
})

describe('help', { concurrency: 4 }, () => {
  it('has the commands in groups, what one begins with first', async () => {
    const { out } = await project.run(['--help'])
    const groups = [...out.matchAll(/^([A-Z].*):$/gm)].map(([, title]) => title)
    assert.deepEqual(groups, [
      'Options',
      'Start a project',
      'Look at tools and run them',
      'Versions of tools',
      'Agents',
      'Calls, and what people are asked',
      'Servers and help',
      'Start with',
    ])
    assert.match(out, /^Look at tools and run them:\n {2}ls /m)
  })

  it('of a command with commands has them in one group', async () => {
    const { out } = await project.run(['agent', '--help'])
    const groups = [...out.matchAll(/^([A-Z].*):$/gm)].map(([, title]) => title)
    assert.deepEqual(groups, ['Options', 'Global Options', 'Commands'])
  })

  it('names a program that a client can start', async () => {
    const { out } = await project.run(['mcp', '--help'])
    assert.match(out, /"command": "\/path\/to\/project\/node_modules\/\.bin\/toolyard"/)
  })

  it('is shown, with exit code 2, where no command is given', async () => {
    const { code, err } = await project.run([])
    assert.equal(code, 2)
    assert.match(err, /Start with:\n {2}toolyard init/)
  })

  for (const command of [
    'ls',
    'show',
    'check',
    'call',
    'policy explain',
    'mcp',
    'init',
    'new tool',
    'trust',
    'servers',
    'servers login',
    'agent ls',
    'agent show',
    'agent rm',
    'agent runs',
    'runs',
    'runs show',
    'runs compare',
    'accept',
    'rollback',
  ]) {
    it(`of ${command} has an example to copy`, async () => {
      const { code, out, err } = await project.run([...command.split(' '), '--help'])
      assert.equal(code, 0)
      assert.equal(err, '')
      assert.match(out, /^Usage: toolyard /)
      assert.match(out, /--json-output/)
      assert.match(out, command === 'mcp' ? /"args": \["mcp"/ : new RegExp(`^  toolyard ${command}`, 'm'))
    })
  }
})
