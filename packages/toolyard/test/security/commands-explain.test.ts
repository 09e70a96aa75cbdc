/** What a person is told of a call with commands, and which rule is offered to save. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, type PolicySpec } from '../../src/index.ts'
import { Ground, rulesOf } from './commands-support.test.ts'

const ground = new Ground()
after(() => ground[Symbol.dispose]())

async function effectOf(spec: PolicySpec, command: string): Promise<string> {
  return (await ground.policy(spec)).decide(ground.subject(command)).effect
}

describe('the explanation of a call with commands', () => {
  it('shows each command, and the rule or the reason that judged it', async () => {
    const policy = await ground.policy({ allow: rulesOf(['git log', 'cat']), deny: ['bash(rm)'] })
    const explain = (command: string) => policy.explain(ground.subject(command))
    assert.deepEqual(explain('git log -1; cat config/.env && npm test').commands, [
      {
        command: 'git log -1',
        effect: 'allow',
        rule: 'bash(git log)',
        reason: 'all of its words are covered',
      },
      {
        command: 'cat config/.env',
        effect: 'ask',
        rule: 'mode default',
        reason: '"config/.env" may hold secrets',
      },
      { command: 'npm test', effect: 'ask', rule: 'mode default', reason: 'no rule allows it' },
    ])
    assert.deepEqual(
      explain('git log; sudo rm x').commands?.map(({ command, effect, rule }) => [command, effect, rule]),
      [
        ['git log', 'allow', 'bash(git log)'],
        ['sudo rm x', 'ask', 'mode default'],
        ['rm x', 'deny', 'bash(rm)'],
      ],
    )
    assert.deepEqual(
      explain('git log').considered.map(({ rule, matched }) => [rule, matched]),
      [
        ['bash(rm)', false],
        ['bash(git log)', true],
        ['bash(cat)', false],
      ],
    )
  })

  it('shows what can be made out of a line that is not judged, and why it is not', async () => {
    const policy = await ground.policy({ allow: rulesOf(['echo']) })
    const { commands = [], decision } = policy.explain(ground.subject('echo $(date)'))
    assert.deepEqual(
      commands.map(({ command }) => command),
      ['echo $(date)', 'date'],
    )
    for (const { effect, reason } of commands)
      assert.deepEqual([effect, /inside a word/.test(reason)], ['ask', true])
    assert.equal(decision.effect, 'ask')
    const [unread] = policy.explain(ground.subject('a'.repeat(9000))).commands ?? []
    assert.match(unread?.reason ?? '', /longer than/)
    assert.ok((unread?.command.length ?? 0) < 300)
  })

  it('agrees with the decision where the mode or a rule for the tool allows', async () => {
    const bypass = await ground.policy({ mode: 'bypass' })
    assert.deepEqual(
      bypass.explain(ground.subject('touch a')).commands?.map(({ effect, rule }) => [effect, rule]),
      [['allow', 'mode bypass']],
    )
  })
})

/** What a person is offered to save, or nothing. */
const offers: Readonly<Record<string, string | undefined>> = {
  'npm test': 'npm test',
  'npm test --silent': 'npm test',
  'npm run build': 'npm run build',
  'git status -s': 'git status',
  'git --no-pager log --oneline -5': 'git log',
  'git diff HEAD~1 -- src': 'git diff',
  'ls -la': 'ls',
  'cat readme.md': 'cat',
  'grep -rn app src': 'grep',
  'find . -name a': 'find',
  'make build': 'make build',
  'cargo test --release': 'cargo test',
  'pytest -q': 'pytest',
  'eslint src --max-warnings 0': 'eslint src --max-warnings 0',
  'cd src && ls': undefined,
  'ls && ls': 'ls',
  'ls && pwd': undefined,
  'cat config/.env': undefined,
  'cat /etc/passwd': undefined,
  'find . -delete': undefined,
  'git push': undefined,
  'git commit -m x': undefined,
  'git -c a=b log': undefined,
  'rm -rf build': undefined,
  'bash -c ls': undefined,
  'sh x.sh': undefined,
  './x.sh': undefined,
  'python3 x.py': undefined,
  'python3.12 x.py': undefined,
  'node x.js': undefined,
  'env ls': undefined,
  'xargs ls': undefined,
  'sudo ls': undefined,
  'timeout 5 ls': undefined,
  'npx cowsay': undefined,
  'npm exec cowsay': undefined,
  'npm install left-pad': undefined,
  'npm run build -- --x': undefined,
  'pnpm dlx cowsay': undefined,
  'curl http://a.test': undefined,
  'docker run a': undefined,
  'ls > out.txt': undefined,
  'ls; echo $(date)': undefined,
  'FOO=1 npm test': undefined,
  'LANG=C npm test': 'npm test',
  'eval ls': undefined,
  'make "a b"': undefined,
  'make *': undefined,
  'deploy a*': undefined,
  '': undefined,
}

describe('the rule that is offered', () => {
  for (const [command, words] of Object.entries(offers))
    it(`is ${words === undefined ? 'none' : `bash(${words})`} for: ${command}`, async () => {
      const offer = (await ground.policy({})).offer(ground.subject(command))
      assert.equal(offer, words && `bash(${words})`)
      if (offer !== undefined) assert.equal(await effectOf({ allow: [offer] }, command), 'allow')
    })

  it('is for the one command of a line that is not granted yet', async () => {
    const policy = await ground.policy({ allow: ['bash(git log)'] })
    assert.equal(policy.offer(ground.subject('git log && npm test')), 'bash(npm test)')
    assert.equal(policy.offer(ground.subject('git log')), undefined)
    assert.equal(policy.explain(ground.subject('git log && npm test')).offer, 'bash(npm test)')
    assert.equal(policy.explain(ground.subject('git log')).offer, undefined)
  })
})

describe('a Toolyard with rules on commands', () => {
  const ran: string[] = []
  const tool = defineTool({
    name: 'bash',
    description: 'Notes what it would run.',
    permission: 'external',
    effects: 'network',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    resources: (input) => [
      { kind: 'command', id: (input as { command: string }).command, access: 'write', shell: 'bash' },
    ],
    execute: (input) => ran.push((input as { command: string }).command),
  })
  let yard: Awaited<ReturnType<typeof createToolyard>>
  before(async () => {
    yard = await createToolyard({
      tools: [tool],
      workspace: ground.workspace,
      policy: { deny: ['bash(rm)'], allow: ['bash(ls)'] },
    })
  })
  after(() => yard.close())

  it('loads what reads them and decides by it, in calls and explanations', async () => {
    assert.equal((await yard.call('bash', { command: 'ls src' })).status, 'ok')
    const denied = await yard.call('bash', { command: 'ls; /bin/rm -rf src' })
    assert.equal(denied.status, 'denied')
    assert.match(denied.error?.message ?? '', /rm -rf src/)
    assert.deepEqual(ran, ['ls src'])
    const explained = await yard.explain('bash', { command: 'ls; rm x' })
    assert.ok('commands' in explained)
    assert.equal(explained.commands?.length, 2)
  })

  it('does not load it where no rule speaks of what calls touch', async () => {
    await using plain = await createToolyard({ tools: [tool], policy: { deny: ['other'] } })
    const explained = await plain.explain('bash', { command: 'ls' })
    assert.ok('commands' in explained)
    assert.match(explained.commands?.[0]?.reason ?? '', /no parser was loaded/)
  })
})
