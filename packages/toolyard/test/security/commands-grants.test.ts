/** Rules on commands in a policy: what grants, and what is not looked into. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ToolResource } from '../../src/define/index.ts'
import { createPolicy } from '../../src/pipeline/index.ts'
import { defineTool, type PolicySpec } from '../../src/index.ts'
import { Ground, rulesOf } from './commands-support.test.ts'

const ground = new Ground()
after(() => ground[Symbol.dispose]())

async function decide(spec: PolicySpec, command: string, more?: Partial<ToolResource>) {
  return (await ground.policy(spec)).decide(ground.subject(command, more))
}

async function effectOf(spec: PolicySpec, command: string): Promise<string> {
  return (await decide(spec, command)).effect
}

describe('an allow rule on commands', () => {
  it('grants its words exactly, and more only where a profile calls them harmless', async () => {
    const allow = rulesOf(['make build', 'git status', 'deploy --dry-run'])
    assert.equal(await effectOf({ allow }, 'make build'), 'allow')
    assert.equal(await effectOf({ allow }, 'make build install'), 'ask')
    assert.equal(await effectOf({ allow }, 'make'), 'ask')
    assert.equal(await effectOf({ allow }, 'git status -s'), 'allow')
    assert.equal(await effectOf({ allow }, 'git -c core.pager=x status'), 'ask')
    assert.equal(await effectOf({ allow }, 'deploy --dry-run'), 'allow')
    assert.equal(await effectOf({ allow }, 'deploy --dry-run --now'), 'ask')
    assert.equal(await effectOf({ allow }, 'deploy'), 'ask')
  })

  it('says no more with a star at its end, and takes stars inside words', async () => {
    const allow = rulesOf(['git log *', 'npm run test:*', 'deploy *', 'release a*'])
    assert.equal(await effectOf({ allow }, 'git log'), 'allow')
    assert.equal(await effectOf({ allow }, 'git log --oneline'), 'allow')
    assert.equal(await effectOf({ allow }, 'git log --output=x'), 'ask')
    assert.equal(await effectOf({ allow }, 'npm run test:unit'), 'allow')
    assert.equal(await effectOf({ allow }, 'npm run testing'), 'ask')
    assert.equal(await effectOf({ allow }, 'deploy now'), 'ask')
    assert.equal(await effectOf({ allow }, 'release alpha'), 'allow')
    assert.equal(await effectOf({ allow }, 'release a*'), 'ask')
  })

  it('with a star for the program grants only what is known to be harmless', async () => {
    assert.equal(await effectOf({ allow: ['bash(*)'] }, 'ls -la'), 'allow')
    assert.equal(await effectOf({ allow: ['bash(*)'] }, 'reboot'), 'ask')
    assert.equal(await effectOf({ allow: ['bash(**)'] }, 'touch pwned'), 'ask')
  })

  it('is never taken for a pattern on the text', async () => {
    for (const rule of [
      'bash(git log*)',
      'bash(git*)',
      'bash(*log*)',
      'bash(command=git log*)',
      'bash(command=*)',
    ])
      assert.equal(await effectOf({ allow: [rule] }, 'git log; touch pwned'), 'ask', rule)
    assert.equal(await effectOf({ allow: ['bash(command=git log)'] }, 'git log --oneline'), 'allow')
  })

  it('grants a line together with others, and names each of them', async () => {
    const { effect, rule, reason } = await decide(
      { allow: rulesOf(['git log', 'head']) },
      'git log | head -n 3',
    )
    assert.equal(effect, 'allow')
    assert.equal(rule, 'bash(git log), bash(head)')
    assert.equal(reason, '"git log" is allowed by bash(git log); "head -n 3" is allowed by bash(head)')
  })

  it('names the command and the rule where it does not grant', async () => {
    const { rule, reason } = await decide({ allow: rulesOf(['git log', 'find']) }, 'git log; find . -delete')
    assert.equal(rule, 'mode default')
    assert.match(
      reason,
      /^"find \. -delete" goes beyond bash\(find\): find -delete deletes files \(this tool reaches the network or another system; your settings ask first/,
    )
  })

  it('does not lift what a tool confirms', async () => {
    const policy = createPolicy({ allow: ['bash(ls)'] }, { shell: await ground.shell() })
    const { manifest } = defineTool({ name: 'bash', description: 'Runs.', confirm: true, execute: () => '' })
    assert.equal(policy.forTool(manifest).decide(ground.subject('ls')).rule, 'confirm')
  })

  it('needs a rule for whatever else the call touches', async () => {
    const path = { kind: 'path', id: 'out.txt', access: 'write' } as const
    const subject = ground.subject('ls')
    const both = { ...subject, resources: [...(subject.resources ?? []), path] }
    assert.equal((await ground.policy({ allow: ['bash(ls)'] })).decide(both).effect, 'ask')
    assert.equal((await ground.policy({ allow: ['bash(ls)', 'bash(out.txt)'] })).decide(both).effect, 'allow')
  })
})

describe('a command that is not looked into', () => {
  const facts = {
    name: 'pwsh_like',
    description: 'Runs.',
    permission: 'external',
    effects: 'network',
  } as const
  const { manifest } = defineTool({ ...facts, execute: () => '' })
  const subject = {
    ...ground.subject('ls'),
    resources: [{ kind: 'command', id: 'ls', access: 'write' }],
  } as const
  const foreign = { ...manifest, source: 'builtin' } as const

  it('is granted by no rule where its shell is not said', async () => {
    const shell = await ground.shell()
    const policy = createPolicy({ allow: ['pwsh_like(ls)'] }, { shell }).forTool(foreign)
    assert.equal(policy.decide(subject).effect, 'ask')
    assert.match(policy.decide(subject).reason, /only bash commands are looked into/)
    assert.equal(policy.offer(subject), undefined)
  })

  it('is granted by no rule, and does not run under a forbidding one, where no parser was loaded', () => {
    const bash = { ...foreign, name: 'bash' }
    assert.equal(
      createPolicy({ allow: ['bash(ls)'] })
        .forTool(bash)
        .decide(subject).effect,
      'ask',
    )
    assert.equal(
      createPolicy({ deny: ['bash(rm)'], mode: 'bypass' })
        .forTool(bash)
        .decide(subject).effect,
      'deny',
    )
    assert.equal(
      createPolicy({ deny: ['bash(rm)'], allow: ['bash'] })
        .forTool(bash)
        .decide(subject).effect,
      'ask',
    )
    assert.equal(
      createPolicy({ deny: ['bash(ls)'], mode: 'bypass' })
        .forTool(bash)
        .decide(subject).effect,
      'deny',
    )
    assert.equal(createPolicy({ mode: 'bypass' }).forTool(bash).decide(subject).effect, 'allow')
  })
})
