/**
 * Our reading of command lines against bash itself: whatever bash runs of a line that we judge, we must have seen, word by word.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createShell } from '../../src/pipeline/policy/shell/shell.ts'
import { createPlaces } from '../../src/pipeline/policy/shell/places.ts'
import { expandWildcards } from '../../src/pipeline/policy/shell/wildcards.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-bash-')))
after(() => rmSync(folder, { recursive: true, force: true }))

/** What random lines are made of: whatever means something to bash, and a few words. */
const pieces = [
  String.raw`a·a·b·b·c· · · · ·  ·a b·é·0·1·-·--·-n·;·&&·||·|·|&·&·(·)·{·}·! ·{a,b}·..·,·~·*·?·[·]·#`,
  String.raw`"·"·'·'·\·""·''·"a b"·'c d'·\ ·\"·"\$"·$·$"·$'·$(b)·$x·"$x"·$a·=·A=1·A=·+=·@·%·^·:`,
  String.raw`<·>·>>·2>·>&·2>&1·>&-·&>·<<<·<<·/dev/null`,
  String.raw`if ·then ·fi·for ·do ·done·in ·case ·esac·[[ ·]]·((·))·time ·function ·coproc `,
  '`·$\u007bx}·\t·\n·\\\n',
].flatMap((row) => row.split('·'))

/**
 * Runs each line in a bash of its own, without programs. A command that is not found writes its words to descriptor 9; a
 * variable of the line holds its own name, so that it reads in the output as it does in the line.
 */
const driver = [
  'handler=\'() { local IFS=$(printf "\\001"); printf "%s\\0" "$*" >&9; }\'',
  "while IFS= read -r -d '' names && IFS= read -r -d '' line; do",
  "  printf 'LINE\\0' >&9",
  '  settings=(); for name in $names; do settings+=("$name=\\$$name"); done',
  '  env -i "$\u007bsettings[@]}" PATH=/nowhere "BASH_FUNC_command_not_found_handle%%=$handler" \\',
  '    /bin/bash --noprofile --norc -f -c -- "$line" >/dev/null 2>&1 </dev/null',
  'done',
].join('\n')

interface Judged {
  readonly line: string
  readonly argvs: readonly string[]
}

/** Numbers that are the same each time. */
function numbers(start: number): (below: number) => number {
  let seed = start
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
}

async function judgedLines(count: number): Promise<Judged[]> {
  const shell = await createShell({ roots: [folder] })
  const random = numbers(7)
  const judged: Judged[] = []
  while (judged.length < count) {
    const line = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('')
    if (/\$[\d?$!#@*-]|\bA\+?=/.test(line)) continue
    const { commands, doubts } = shell.read(line, { folder })
    if (doubts.length === 0) judged.push({ line, argvs: commands.map(({ argv }) => argv.join('\u0001')) })
  }
  return judged
}

function runInBash(lines: readonly Judged[]): readonly (readonly string[])[] {
  const namesOf = (line: string): string =>
    [...new Set([...line.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name]) => name))].join(' ')
  const { output } = spawnSync('/bin/bash', ['-c', driver], {
    cwd: folder,
    input: lines.map(({ line }) => `${namesOf(line)}\0${line}\0`).join(''),
    stdio: ['pipe', 'ignore', 'ignore', ...Array.from({ length: 6 }, () => 'ignore' as const), 'pipe'],
    maxBuffer: 100_000_000,
    timeout: 60_000,
  })
  return String(output[9])
    .split('LINE\0')
    .slice(1)
    .map((ran) => ran.split('\0').slice(0, -1))
}

describe('a random line that is judged', () => {
  it('runs in bash no command and no word that was not seen', async () => {
    const lines = await judgedLines(800)
    const ran = runInBash(lines)
    assert.equal(ran.length, lines.length)
    assert.ok(ran.flat().length > lines.length / 2, 'bash runs what it is given')
    for (const [at, { line, argvs }] of lines.entries()) {
      const seen = [...argvs]
      for (const argv of ran[at] ?? []) {
        const found = seen.indexOf(argv)
        assert.notEqual(
          found,
          -1,
          `bash ran ${JSON.stringify(argv)} of ${JSON.stringify(line)}, seen: ${JSON.stringify(argvs)}`,
        )
        seen.splice(found, 1)
      }
    }
  })
})

describe('a random word with wildcards', () => {
  const names = 'a|b|ab|a-b|aab|a.b|.a|[a]|é|a b|sub/a|sub/ab|sub/.b|other/a'.split('|')
  const signs = 'a|b|a|-|.|*|*|?|[|]|!|^|[ab]|[!a]|[[:alpha:]]|é|/|sub/|*/'.split('|')

  it('is taken for everything that bash makes of it', () => {
    const place = join(folder, 'names')
    for (const name of names) {
      mkdirSync(join(place, name, '..'), { recursive: true })
      writeFileSync(join(place, name), '')
    }
    const places = createPlaces([place])
    const random = numbers(5)
    const draw = (): string =>
      Array.from({ length: 1 + random(4) }, () => signs[random(signs.length)]).join('')
    const patterns = [...new Set(Array.from({ length: 3000 }, draw))].filter(
      (pattern) => !pattern.startsWith('/'),
    )
    const script = String.raw`while IFS= read -r pattern; do IFS=; printf '%s\0' $pattern; printf '\n\0'; done`
    const { stdout } = spawnSync('/bin/bash', ['-c', script], {
      cwd: place,
      input: patterns.map((pattern) => `${pattern}\n`).join(''),
    })
    const made = stdout.toString().split('\n\0')
    let expanded = 0
    for (const [at, pattern] of patterns.entries()) {
      const words = (made[at] ?? '').split('\0').slice(0, -1)
      if (words.length === 1 && words[0] === pattern) continue
      const ours = expandWildcards(pattern, place, places)
      if ('reason' in ours) continue
      const found = new Set(ours.map((word) => word.replaceAll(/\/+/g, '/').replace(/\/$/, '')))
      for (const word of words) {
        expanded++
        assert.ok(
          found.has(word.replaceAll(/\/+/g, '/').replace(/\/$/, '')),
          `${pattern} is ${word} to bash, to us ${ours.join(' ')}`,
        )
      }
    }
    assert.ok(expanded > 300, `${expanded} words`)
  })
})
