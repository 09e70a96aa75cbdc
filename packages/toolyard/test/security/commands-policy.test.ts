/** Rules on commands in a policy: what forbids and what grants. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ToolResource } from '../../src/define/index.ts'
import { parseRule } from '../../src/pipeline/policy/index.ts'
import type { PolicySpec } from '../../src/index.ts'
import { Ground, rulesOf } from './commands-support.test.ts'

const ground = new Ground()
after(() => ground[Symbol.dispose]())

async function decide(spec: PolicySpec, command: string, more?: Partial<ToolResource>) {
  return (await ground.policy(spec)).decide(ground.subject(command, more))
}

async function effectOf(spec: PolicySpec, command: string): Promise<string> {
  return (await decide(spec, command)).effect
}

describe('a deny rule on commands', () => {
  const deny = { deny: rulesOf(['rm', 'git push', 'chmod -R']), mode: 'bypass' } as const

  for (const command of [
    'rm x',
    'rm -rf x',
    'ls; rm x',
    'ls && (rm x)',
    'ls | rm x',
    'ls & rm x',
    'if true; then rm x; fi',
    'for i in a; do rm $i; done',
    'echo $(rm x)',
    'echo "`rm x`"',
    'cat <(rm x)',
    '/bin/rm x',
    '../../bin/rm x',
    String.raw`\rm x`,
    '"rm" x',
    "r''m x",
    'FOO=1 rm x',
    '> out rm x',
    'rm 2>&1 -rf x',
    'sudo rm x',
    'sudo -u root rm x',
    'env A=1 rm x',
    'nohup nice -n 5 rm x',
    'timeout 5 rm x',
    'xargs rm < list.txt',
    'find . -exec rm {} +',
    "bash -c 'rm x'",
    "bash -lc 'ls; rm x'",
    'sh -c "cd /; rm x"',
    `bash -c "bash -c 'rm x'"`,
    "eval 'rm x'",
    'eval rm x',
    "trap 'rm x' EXIT",
    'exec rm x',
    'command rm x',
    'sudo bash -c "rm x"',
    "env -S 'rm x'",
    'find . -exec sudo rm {} +',
    `find . -exec bash -c 'rm "$1"' {} +`,
    'ls | xargs -I{} sh -c "rm {}"',
    'watch "rm x"',
    "su -c 'cd /; rm x'",
    'time rm x',
    'git push',
    'git push --force origin main',
    'git -C x push',
    'git -c a=b push',
    'git --no-pager push',
    'git --git-dir x push',
    'chmod -R 777 x',
    'chmod 777 -R x',
    'chmod -vR 777 x',
  ])
    it(`denies in every mode: ${command}`, async () => {
      const decision = await decide(deny, command)
      assert.equal(decision.effect, 'deny', JSON.stringify(decision))
      assert.match(decision.rule, /^bash\((?:rm|git push|chmod -R)\)$/)
      assert.match(decision.reason, /^".*(?:rm|push|chmod).*": a rule says deny$/)
    })

  for (const command of [
    'ls',
    'echo rm',
    'git commit -m push',
    'git log --grep push',
    'rmdir x',
    'grep rm readme.md',
    'chmod 777 x',
    'if ls; then echo a; fi',
    'git status && npm test > out.txt',
  ])
    it(`leaves alone: ${command}`, async () => {
      assert.equal(await effectOf(deny, command), 'allow')
    })

  for (const command of [
    '$x y',
    'r$x y',
    '$(echo rm) x',
    'eval "$x"',
    'source x.sh',
    "$'rm' x",
    'echo ${x:=`rm x`}',
    'bash -c "$x"',
    'cat x | sh',
    'alias a=b',
    'f() { ls; }; f',
    'ls "unclosed',
    'ls\u200b',
    'a'.repeat(20_000),
  ])
    it(`asks where it can't be told, and denies in bypass: ${command.slice(0, 40)}`, async () => {
      assert.equal(await effectOf(deny, command), 'deny')
      assert.notEqual(await effectOf({ ...deny, mode: 'default', allow: ['bash'] }, command), 'allow')
      assert.equal(await effectOf({ mode: 'bypass' }, command), 'allow')
    })

  it('never turns a denial of the mode into a question', async () => {
    assert.equal(await effectOf({ deny: ['bash(rm)'], mode: 'read-only' }, '$x y'), 'deny')
  })

  it('wins over every allow rule, and over one for the whole tool', async () => {
    assert.equal(await effectOf({ deny: ['bash(rm)'], allow: ['bash', 'bash(rm)'] }, 'rm x'), 'deny')
    assert.equal(await effectOf({ deny: ['bash(rm)'], allow: ['bash'] }, '$x'), 'ask')
    assert.equal(await effectOf({ deny: ['bash(rm)'], allow: ['bash'] }, 'touch x'), 'allow')
  })

  it('gives its own reason', async () => {
    const { reason } = await decide({ deny: [{ rule: 'bash(rm)', reason: 'files stay here' }] }, 'ls; rm x')
    assert.equal(reason, '"rm x": files stay here')
  })

  it('still matches the text of the line by its stars', async () => {
    assert.equal(await effectOf({ deny: ['bash(*secret*)'], mode: 'bypass' }, 'cat a-secret-file'), 'deny')
    assert.equal(await effectOf({ deny: ['bash(git *)'], mode: 'bypass' }, 'ls; git add x'), 'deny')
  })
})

describe('a deny rule on commands that can not be kept', () => {
  it('names the rule and the word', async () => {
    const spec = { deny: ['bash(git push)'], mode: 'bypass' } as const
    const { effect, rule, reason } = await decide(spec, 'a=push; git $a')
    assert.deepEqual([effect, rule], ['deny', 'bash(git push)'])
    assert.equal(
      reason,
      'it can\'t be told whether bash(git push) speaks of it: "$a" in "git $a" can\'t be read before it runs',
    )
  })

  for (const command of [
    "env -vS'git push'",
    'xargs --max-lines git push',
    "bash -oc pipefail 'git push'",
    'command printf -v "a[$(x)]" y',
    "builtin printf -v 'a[$(git push)]' y",
    'for PATH in .; do ls; done',
    'wait -p PATH',
    'exec {IFS}>x; git status',
    '{a[1]}>x git push',
    'git st',
    'git -c alias.st=push st',
    "sed 's/x/y/;e' a",
    'cp /usr/bin/git g && ./g push',
  ])
    it(`does not let run what it can't read: ${command}`, async () => {
      assert.equal(await effectOf({ deny: ['bash(git push)'], mode: 'bypass' }, command), 'deny')
    })

  for (const command of [
    'printf "$msg\\n"',
    'IFS=, read -r a b <<< "$line"; echo "$a"',
    'cat > out.txt <<EOF\nhello $name\nEOF',
    'if [[ $# -eq 0 && -n "$a" ]]; then echo none; fi',
    'while read -r f; do wc -l "$f"; done < list.txt',
    'export NODE_ENV=test && npm test',
    'git -C "$dir" status',
    'ls | xargs -n 1 basename',
    'find . -name "*.ts" -exec wc -l {} +',
    'timeout 30 npm test',
    "bash -c 'npm test'",
    'set -euo pipefail; npm test',
    "sed -i 's/git push/x/' readme.md",
    "sed -i -e 's/one/two/' -e '/three/d' readme.md",
    'arr=(a b); echo "${arr[@]}"',
    'case $1 in a|b) echo x;; *) echo y;; esac',
    'docker run --rm -v /a:/b node npm test',
  ])
    it(`lets honest work run: ${JSON.stringify(command)}`, async () => {
      const decision = await decide({ deny: ['bash(git push)'], mode: 'bypass' }, command)
      assert.equal(decision.effect, 'allow', decision.reason)
    })

  it('asks even where other rules grant the command, and where a person has', async () => {
    const spec = { deny: ['bash(ls -R)'], allow: ['bash(ls)'] }
    const policy = await ground.policy(spec)
    assert.equal(policy.decide(ground.subject('ls src')).effect, 'allow')
    assert.equal(policy.decide(ground.subject('ls *')).effect, 'ask')
    const granted = [parseRule('bash(ls)', 'allow')]
    assert.equal(policy.isGranted(granted, ground.subject('ls src')), true)
    assert.equal(policy.isGranted(granted, ground.subject('ls *')), false)
  })

  it('speaks of its own program alone: words of others need not be read', async () => {
    const spec = { deny: rulesOf(['git push', 'rm -rf']), mode: 'bypass' } as const
    for (const command of [
      'for f in *.ts; do prettier $f; done',
      'echo "$(date)" > out.txt',
      'git commit -m "$msg"',
    ])
      assert.equal(await effectOf(spec, command), 'allow', command)
  })
})

describe('an ask rule on commands', () => {
  it('asks where it can not be told, in bypass too', async () => {
    const spec = { ask: ['bash(git push)'], mode: 'bypass' } as const
    assert.equal(await effectOf(spec, 'git $a'), 'ask')
    assert.equal(await effectOf(spec, 'git status'), 'allow')
  })

  it('asks about a line that an allow rule would let run', async () => {
    const spec = { ask: ['bash(git log -p)'], allow: ['bash(git log)'] }
    assert.equal(await effectOf(spec, 'git log'), 'allow')
    assert.equal((await decide(spec, 'git log --stat -p')).rule, 'bash(git log -p)')
  })
})
