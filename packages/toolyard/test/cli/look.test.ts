/** `ls`, `show`, `check`, `policy explain`: what is there, and what would happen. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { json, Project } from './cli.ts'
import { developing, named, projectFiles } from './project.ts'

let project: Project
before(async () => {
  project = await Project.make({ ...projectFiles, 'tools/broken.ts': 'export default {{{' })
  await project.run([...named, 'ls'])
})
after(() => project[Symbol.asyncDispose]())

describe('toolyard ls', { concurrency: 4 }, () => {
  it('lists tools by category, what they may do, and their first sentence', async () => {
    const { code, out } = await project.run([...named, 'ls'])
    assert.equal(code, 0)
    assert.match(out, /^general\n/m)
    assert.match(out, /^ {2}echo +read +Says again what it was given\.$/m)
    assert.match(out, /^ {2}pay +external, asks +Pays money\.$/m)
    assert.match(out, /^ {2}climb +read, streams +Climbs some steps\.$/m)
    assert.match(out, /14 tools\. Look at one with "toolyard show NAME"/)
  })

  it('ends the first sentence of a Chinese description where it ends', async () => {
    const { out } = await project.run([...named, 'ls', '--category', '中文'])
    assert.match(out, /^中文\n {2}weather +read +查询天气。$/m)
  })

  it('names the file that could not be loaded and why, and lists the others', async () => {
    const { code, err } = await project.run([...named, 'ls'])
    assert.equal(code, 0)
    assert.match(err, /^not loaded: tools\/broken\.ts: Syntax error/m)
  })

  it('finds tools by words', async () => {
    const { out } = await project.run([...named, 'ls', 'money', 'paying'])
    assert.match(out, /^ {2}pay /)
    assert.doesNotMatch(out, /echo/)
    assert.match((await project.run([...named, 'ls', '天气'])).out, /^ {2}weather /)
  })

  it('says on the side that an embedding model could not be used', async () => {
    await project.write(
      'meaning.config.ts',
      `export default { toolFolders: ['tools'], models: { embedding: 'openai/text-embedding-3-small' } }`,
    )
    const { code, out, err } = await project.run(['--config', 'meaning.config.ts', 'ls', 'money'], {
      env: { OPENAI_API_KEY: '' },
    })
    assert.equal(code, 0)
    assert.match(out, /^ {2}pay /)
    assert.match(err, /^Searched by words alone: .*OPENAI_API_KEY/m)
  })

  it('lists a category, and does not call that a match', async () => {
    const { out } = await project.run([...named, 'ls', '--category', 'system'])
    assert.match(out, /5 tools in category "system"\.\n$/)
    const none = await project.run([...named, 'ls', '--category', 'sea'])
    assert.match(none.out, /^No tool is in category "sea"\. Run "toolyard ls"/)
  })

  it('says where nothing matches', async () => {
    const { code, out } = await project.run([...named, 'ls', 'submarine'])
    assert.equal(code, 0)
    assert.match(out, /No tool matches "submarine"/)
  })

  it('answers one JSON document', async () => {
    const { tools, problems } = json<{ tools: { name: string }[]; problems: object[] }>(
      await project.run([...named, 'ls', '--json-output']),
    )
    assert.ok(tools.some(({ name }) => name === 'weather'))
    assert.equal(problems.length, 1)
  })
})

describe('toolyard show', { concurrency: 4 }, () => {
  it('shows description, facts, parameters (those inside objects too) and examples', async () => {
    const { code, out } = await project.run([...named, 'show', 'echo'])
    assert.equal(code, 0)
    assert.match(out, /Use it to try the command line\./)
    assert.match(out, /^permission {2}read, effects none$/m)
    assert.match(out, /^ {2}tags +list of string +optional +A list$/m)
    assert.match(out, /^ {2}user\.name +string +required$/m)
    assert.match(out, /^ {2}mode +"plain" \| "fancy" +default "plain" +How$/m)
    assert.match(out, /\{"text":"hi"\}\n {2}→ \{"text":"hi","mode":"plain"\}/)
  })

  it('keeps columns straight where names are Chinese', async () => {
    const { out } = await project.run([...named, 'show', 'weather'])
    assert.match(out, /^ {2}城市 {2}string {2}required {2}城市名称$/m)
    assert.match(out, /^ {2}day {3}string {2}optional {2}日期$/m)
  })

  for (const dialect of ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp']) {
    it(`shows the definition for ${dialect}, and beside it how faithful it is`, async () => {
      const { code, out, err } = await project.run([...named, 'show', 'pay', '--dialect', dialect])
      assert.equal(code, 0)
      assert.match(JSON.stringify(JSON.parse(out)), /"name":"pay"/)
      assert.match(err, /^(exact|adapted|lossy)/m)
    })
  }

  it('answers definition and report as one JSON document', async () => {
    const shown = json<{ definition: object; report: { tool: string } }>(
      await project.run([...named, '--json-output', 'show', 'pay', '--dialect', 'openai']),
    )
    assert.equal(shown.report.tool, 'pay')
    assert.equal(json(await project.run([...named, '--json-output', 'show', 'pay']))['confirm'], true)
  })
})

describe('toolyard check', { concurrency: 4 }, () => {
  it('fails where a file is broken, and says which', async () => {
    const { code, out } = await project.run([...named, 'check'])
    assert.equal(code, 1)
    assert.match(out, /^error: tools\/broken\.ts: Syntax error/m)
    assert.match(out, /^warning: pay: parameters without a description: amount$/m)
    assert.match(out, /1 example run, 1 only checked, because a person must be asked, 1 error, /)
  })

  it('fails where an example answers something else, or a policy test does not hold', async () => {
    await using other = await Project.make({
      'toolyard.config.ts': `export default {
        toolFolders: ['tools'],
        policy: { ask: [{ rule: 'greet(who=Bob)', tests: [{ tool: 'greet', input: { who: 'Ann' }, matches: true }] }] },
      }`,
      'tools/greet.mjs': `/** Greets. */
        export default {
          inputSchema: { who: String },
          permission: 'read', effects: 'none',
          examples: [
            { title: 'polite', input: { who: 'Ann' }, output: 'Good morning, Ann!' },
            { input: { whom: 'Ann' } },
            { input: { who: 'Eve' }, output: 'Hi Eve' },
          ],
          execute: ({ who }) => 'Hi ' + who,
        }`,
    })
    const { code, out } = await other.run([...named, 'check'])
    assert.equal(code, 1)
    assert.match(out, /example "polite": answered "Hi Ann", not "Good morning, Ann!"/)
    assert.match(out, /example 2: [\s\S]*whom: is not a known parameter/)
    assert.match(out, /rule greet\(who=Bob\): should match greet \{"who":"Ann"\}/)
    const { findings } = json<{ findings: { level: string }[] }>(
      await other.run([...named, 'check', '--json-output']),
    )
    assert.equal(findings.filter(({ level }) => level === 'error').length, 3)
  })

  it('tells of a trigger whose tool, agent or secret is not there', async () => {
    await using other = await Project.make({
      'toolyard.config.ts': `export default { builtins: ['files'],
        agents: { create: [{ name: 'helper' }] },
        triggers: {
          good: { tool: 'list_dir', secret: '\${GOOD}' },
          typo: { tool: 'list_dri', secret: '\${TYPO}' },
          asks: { agent: 'helpr', secret: '\${ASKS}' },
          runs: { agent: 'helper', secret: '\${RUNS}' },
        },
        remotes: { out: { url: 'https://example.com/', secret: '\${OUT}' } } }`,
    })
    const env = { GOOD: 'a', TYPO: 'b', ASKS: 'c' }
    const { code, out } = await other.run([...named, 'check'], { env })
    assert.equal(code, 1)
    assert.match(out, /error: trigger typo: there is no tool named "list_dri"\. Did you mean "list_dir"/)
    assert.match(out, /warning: trigger asks: there is no agent named "helpr"\. Did you mean "helper"/)
    assert.match(out, /warning: trigger runs: the environment variable RUNS with its secret is not set/)
    assert.match(out, /warning: remote out: the environment variable OUT/)
    assert.doesNotMatch(out, /trigger good/)
  })

  it('warns of a rule that matches no tool, and of a parameter that its tool does not have', async () => {
    await using other = await Project.make({
      'toolyard.config.ts':
        "export default { builtins: ['files'], policy: { deny: ['write_fil(secret.txt)', 'Edit', 'mail_*', 'raed_*', 'read_file(pth=*)', '*'], allow: ['list_*'] } }",
    })
    const { code, out } = await other.run([...named, 'check'])
    assert.equal(code, 0)
    assert.match(
      out,
      /warning: rule write_fil\(secret\.txt\): there is no tool named "write_fil" for it to deny\. Did you mean "write_file"\?/,
    )
    assert.match(out, /warning: rule mail_\*: no tool fits "mail_\*" for it to deny\.$/m)
    assert.match(out, /rule raed_\*: no tool fits "raed_\*" for it to deny\. Did you mean "read_\*"\?/)
    assert.match(
      out,
      /rule read_file\(pth=\*\): its tool has no parameter named "pth".* Did you mean "path"\?/,
    )
    assert.doesNotMatch(out, /Edit|rule \*|list_\*/)
  })

  it('warns of a tool that an agent has and that is not there', async () => {
    await using other = await Project.make(projectFiles)
    const made = await other.run([...named, 'agent', 'create', 'helper', '--tools', 'echo,pay'])
    assert.equal(made.code, 0, made.err)
    assert.doesNotMatch((await other.run([...named, 'check'])).out, /agent helper/)
    await other.remove('tools/pay.ts')
    const { code, out } = await other.run([...developing, 'check'])
    assert.equal(code, 0)
    assert.match(out, /^warning: agent helper: it has "pay", and there is no tool of that name\./m)
  })

  it('succeeds where all is well', async () => {
    await using other = await Project.make(projectFiles)
    const { code, out } = await other.run([...named, 'check'])
    assert.equal(code, 0)
    assert.match(out, /0 errors/)
  })
})

describe('toolyard policy explain', { concurrency: 4 }, () => {
  it('names the rule that denies a call, and exits with 3', async () => {
    const { code, out } = await project.run([...named, 'policy', 'explain', 'echo', 'text=secret plans'])
    assert.equal(code, 3)
    assert.match(out, /^deny {2}secrets stay here {2}\[echo\(text=secret\*\)\]\n/)
  })

  it('says what allows a call, and which rules were looked at', async () => {
    const { code, out } = await project.run([...named, 'policy', 'explain', 'echo', '{"text":"plans"}'])
    assert.equal(code, 0)
    assert.match(out, /^allow {2}this tool only reads; your settings let it run/)
    assert.match(out, /· {2}deny {2}echo\(text=secret\*\)/)
  })

  it('answers in JSON, under the mode of the command line', async () => {
    const explained = json<{ mode: string; decision: { effect: string } }>(
      await project.run([
        ...named,
        '--mode',
        'read-only',
        '--json-output',
        'policy',
        'explain',
        'pay',
        'amount=1',
      ]),
    )
    assert.equal(explained.mode, 'read-only')
    assert.equal(explained.decision.effect, 'ask')
  })
})
