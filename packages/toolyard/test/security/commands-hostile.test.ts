/** Lines that were made to break whoever reads them: each is answered soon, with a question, and nothing is thrown. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Ground, rulesOf } from './commands-support.test.ts'

const ground = new Ground()
after(() => ground[Symbol.dispose]())

const allow = rulesOf(['ls', 'cat', 'echo', 'grep', 'find', 'git', 'a', 'b'])
/** A deny rule as well, so that every line is also searched for what it speaks of. */
const deny = rulesOf(['rm -rf', 'git push'])
/** Far beyond what any of them takes, far below what a person would call hanging. */
const soonMs = 2000

async function judging(): Promise<(line: string) => string> {
  const policy = await ground.policy({ allow, deny })
  return (line) => {
    const started = performance.now()
    const { effect } = policy.decide(ground.subject(line))
    policy.explain(ground.subject(line))
    policy.offer(ground.subject(line))
    assert.ok(performance.now() - started < soonMs, `${line.slice(0, 60)} takes too long`)
    return effect
  }
}

const large: Readonly<Record<string, string>> = {
  'a megabyte of letters': 'a'.repeat(1_000_000),
  'a megabyte of words': 'ls '.repeat(333_333),
  'a megabyte of commands': 'ls;'.repeat(333_333),
  'a megabyte of quotes': `'"`.repeat(500_000),
  '10,000 nested brackets': `${'('.repeat(10_000)}ls${')'.repeat(10_000)}`,
  '4,000 nested brackets': `${'('.repeat(4000)}ls${')'.repeat(4000)}`,
  '2,000 nested brackets with blanks': `${'( '.repeat(2000)}ls${' )'.repeat(2000)}`,
  '2,000 nested braces': `${'{ '.repeat(1500)}ls;${' };'.repeat(1500)}`,
  '2,000 nested substitutions': `echo ${'$('.repeat(2000)}ls${')'.repeat(2000)}`,
  '2,500 nested expansions': `echo ${'${a:-'.repeat(1300)}${'}'.repeat(1300)}`,
  '8,000 backticks': '`'.repeat(8000),
  '8,000 dollars': `cat ${'$'.repeat(8000)}`,
  '8,000 open quotes': `echo ${'"'.repeat(8001)}`,
  '4,000 pipes': 'a|'.repeat(4000),
  '2,700 lists': 'a&&'.repeat(2700),
  '2,700 arrays': 'a=('.repeat(2700),
  '2,000 here-documents': 'cat <<a '.repeat(1000),
  '900 tests': '[[ a =~ ('.repeat(900),
  '1,600 cases': 'case a in '.repeat(800),
  '2,700 loops': 'for i in '.repeat(900),
  '4,000 extended patterns': `ls ${'?('.repeat(4000)}`,
  '4,000 braces': `echo ${'{a,'.repeat(2000)}${'}'.repeat(2000)}`,
  '8,000 stars': `ls ${'*'.repeat(8000)}`,
  '4,000 folders of stars': `ls ${'*/'.repeat(4000)}`,
  'options that may take the next word': `git ${'-a '.repeat(2500)}push`,
  'wrappers of wrappers': `${'sudo '.repeat(1500)}ls`,
  'shells in shells': `bash -c "${"bash -c '".repeat(300)}"`,
  'one word of 8,000 letters': `cat ${'a'.repeat(8000)}`,
  'one path of 4,000 folders': `cat ${'a/'.repeat(4000)}`,
  'one path of 2,600 steps up': `cat ${'../'.repeat(2600)}`,
  'a sed script of 8,000 signs': `sed ${'s/g/g'.repeat(1600)}`,
  'an awk program of blanks': `awk '{print${' '.repeat(8000)}!'`,
}

describe('a line that was made to break its reader', () => {
  for (const [title, line] of Object.entries(large))
    it(`asks soon: ${title}`, async () => {
      assert.notEqual((await judging())(line), 'allow')
    })
})

/** Numbers that are the same each time. */
function numbers(start: number): (below: number) => number {
  let seed = start
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
}

const grammar = [
  String.raw`ls·rm·git·push·a·-rf·if·then·fi·for·in·do·done·case·esac·while·function·$(·$((·))·<<·<<<·>&·&>·&&·||·;;·|&·<(·>(·[[·]]·a=(·$'·$"`,
  '$\u007b·\\\n·\u0000·\u001b[2K·\u200b·\u202e·\ud800·é·😀·\uffff',
  ' \n\t\r\\\'"`$(){}[]<>|&;#=!*?~^%@+-/.,:0123'.split('').join('·'),
].flatMap((row) => row.split('·'))
/** What no line with it may run with, unless it is quoted. */
const telling = [
  '`',
  '$(',
  '$\u007b',
  "$'",
  '$"',
  '$[',
  '<(',
  '>(',
  'rm ',
  '\u0000',
  '\u001b',
  '\u200b',
  '\u202e',
  '\r',
]

describe('ten thousand random lines', () => {
  it('of bytes throw nothing and are never allowed', async () => {
    const judge = await judging()
    const random = numbers(11)
    for (let count = 0; count < 3000; count++) {
      const line = Array.from({ length: random(200) }, () => String.fromCharCode(random(256))).join('')
      assert.notEqual(judge(line), 'allow', JSON.stringify(line))
    }
  })

  it('of signs that mean something to bash throw nothing, and none that runs something unknown is allowed', async () => {
    const judge = await judging()
    const random = numbers(13)
    for (let count = 0; count < 7000; count++) {
      const line = Array.from({ length: random(40) }, () => grammar[random(grammar.length)]).join('')
      const effect = judge(line)
      const bare = line.replaceAll(/\\.|'[^']*'/gs, '')
      if (telling.some((sign) => bare.includes(sign))) assert.notEqual(effect, 'allow', JSON.stringify(line))
    }
  })
})
