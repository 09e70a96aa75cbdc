/** Random command lines: what bash offers to run a program in another way, and programs that look with options at random. */

/** Numbers below a bound, the same each time for a seed. */
export type Random = (below: number) => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T
const several = (random: Random, most: number, make: () => string): string[] =>
  Array.from({ length: random(most + 1) }, make)

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Words that are, become or hide `push`, `-rf` and names of programs. */
const words = [
  String.raw`push·status·add·-rf·-r·-f·-fr·docs·a.ts·x·git·rm·curl·'push'·"push"·pu""sh·p\ush·-C·--·-m·--force·origin·1`,
  String.raw`$a·"$a"·${'$'}{a}·"${'$'}{a}"·$1·"$@"·$*·"$*"·$?·$#·${'$'}{a:-push}·"${'$'}{b:=push}"·${'$'}{a#x}·${'$'}{a/x/push}·${'$'}{a:0:4}·${'$'}{!a}·${'$'}{#a}`,
  String.raw`$(echo push)·"$(echo push)"·$(git push)·<(git push)·$((1+1))·$((a))·$[1]·$'push'·$'-\x72f'·$"push"`,
  String.raw`pus?·p*·*·[p]ush·{push,x}·pu{sh,ll}·{a..c}·~·~/x·./push·docs/*·'$(git push)'·"\$(git push)"·'a[$(git push)]'`,
]
  .flatMap((row) => row.split('·'))
  .concat('`echo push`', '`git push`', '"`git push`"', "'`git push`'")

const names =
  'git git git rm rm curl echo echo printf cat ls prettier true : $a "$a" ./x.sh /usr/bin/git \\git g""it'.split(
    ' ',
  )

/** Before another command. */
const wrappers = [
  'env',
  'env A=1',
  'env -i',
  'xargs',
  'xargs -n 1',
  'xargs -I{}',
  'timeout 5',
  'nice',
  'nice -n 1',
  'nohup',
  'command',
  'exec',
  'builtin',
  'command -p',
  'time',
  '!',
  'eval',
  'stdbuf -o0',
  'setsid -w',
  'A=1',
  'a=push',
  'LANG=C',
  '2>/dev/null',
  '> out.txt',
  '< a.ts',
]

const builtins = [
  'a=push',
  'a=git',
  "a='git push'",
  "a='x[$(git push)]'",
  'a=(push x)',
  'a+=sh',
  'set -- push',
  'set -- git push',
  'read a <<< push',
  'read -r a b <<< "push -rf"',
  'declare a=push',
  'declare -i n=a',
  'export a=push',
  'local a=push',
  'printf -v a push',
  "printf -v 'x[$(git push)]' y",
  'unset a',
  "unset 'a[$(git push)]'",
  'let a=1',
  "let 'x[$(git push)]'",
  '((a))',
  '((1+1))',
  '[[ $a == push ]]',
  '[[ -v a ]]',
  "[[ -v 'x[$(git push)]' ]]",
  '[[ $a -eq 1 ]]',
  '[[ $a =~ (p|q)ush ]]',
  'test -f a.ts',
  "test -v 'x[$(git push)]'",
  '[ "$a" = push ]',
  'shift',
  'alias git=ls',
  "trap 'git push' EXIT",
  'trap - EXIT',
  'shopt -s nullglob',
  'set -f',
  'set -k',
  'IFS=p',
  "mapfile -t a <<< 'push'",
  "compgen -W '$(git push)'",
  'hash -r',
  'PATH=.',
  "PS4='$(git push)'",
  'set -x',
  'cd docs',
  "a='1e git push;#'",
  "a='i '",
  'sed "${a}p" a.ts',
  'sed "s/e/$a/" a.ts',
  'sed "${a}e git push" a.ts',
]

/** One command or a few, at most so deep. */
export function randomLine(random: Random, depth = 3): string {
  const inner = (): string => randomLine(random, depth - 1)
  const word = (): string => pick(random, words)
  const simple = (): string => [pick(random, names), ...several(random, 3, word)].join(' ')
  const kind = random(depth > 0 ? 26 : 8)
  if (kind < 6) return simple()
  if (kind < 8) return pick(random, builtins)
  const shapes: readonly (() => string)[] = [
    () => `${inner()}; ${inner()}`,
    () => `${inner()} && ${inner()}`,
    () => `${inner()} || ${inner()}`,
    () => `${inner()} | ${inner()}`,
    () => `${inner()}\n${inner()}`,
    () => `${pick(random, wrappers)} ${inner()}`,
    () => `${pick(random, wrappers)} ${simple()}`,
    () =>
      `${pick(random, ['sh', 'bash', 'bash -e', 'eval', 'env -S', 'command eval'])} ${random(2) ? '-c ' : ''}${quoted(inner())}`,
    () => `sh -c ${quoted(simple())} x push`,
    () => `( ${inner()} )`,
    () => `{ ${inner()}; }`,
    () => `if ${inner()}; then ${inner()}; fi`,
    () => `for a in ${several(random, 3, word).join(' ')}; do ${inner()}; done`,
    () => `while read a; do ${inner()}; done <<< "${pick(random, ['push', '-rf', 'x'])}"`,
    () =>
      `case ${word()} in ${pick(random, ['push', '*', 'p*|x', '"$a"'])}) ${inner()};; *) ${inner()};; esac`,
    () => `f() { ${inner()}; }; f ${word()}`,
    () => `${inner()} ${pick(random, ['<<< push', '> out.txt', '2>&1', '< a.ts', '# git push'])}`,
    () =>
      `${simple()} <<${pick(random, ['E', "'E'", '-E'])}\n${pick(random, ['git push', '$(git push)', '$a', '`git push`'])}\nE\n${inner()}`,
    () =>
      `find . -maxdepth 1 -name ${word()} -exec ${simple()} ${pick(random, [String.raw`\;`, '+', '{} +'])}`,
  ]
  return pick(random, shapes)()
}

const signs = String.raw`'·"·\·$·(·)·{·}·[·]·;·&&·|·<·>·#·=·!·*·?·~·,·:·-·@·%·$(·${'$'}{·$((·))·<<<·\;`
  .split('·')
  .concat('`', '\n', ' ', '\t')

/** The same line with a sign too many or too few. */
export function disturbed(random: Random, line: string): string {
  const at = random(line.length + 1)
  return random(2)
    ? line.slice(0, at) + pick(random, signs) + line.slice(at)
    : line.slice(0, at) + line.slice(at + 1 + random(2))
}

const lookers =
  'cat head tail wc sort uniq cut tr od xxd strings hexdump base64 nl tac paste join comm diff cmp stat file du find grep sed awk jq seq printf echo git ls basename readlink realpath md5sum cksum fold expand rev column tree test pwd cd'.split(
    ' ',
  )
const gitWords =
  'status diff log show blame branch tag ls-files rev-parse stash list -p --stat HEAD HEAD:a.ts --oneline --output=out.txt'.split(
    ' ',
  )
const operands = [
  String.raw`a.ts·.env·b.json·data·data/x.csv·out.txt·-·.·..·../outside/secret.txt·/etc/hostname·list.txt·@list.txt·link·x·1·5·+5·-5`,
  String.raw`'*'·*.ts·./*.json·1p·'1p'·'s/a/b/'·'s/a/b/w out.txt'·'1e id'·'{print $1}'·'.a'·'$ENV'·'env'·'$ ENV'·%n·%s·HOME·PATH·'+%s'`,
].flatMap((row) => row.split('·'))
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Programs that look, with options and words at random. */
export function randomLook(random: Random): string {
  const command = (): string => {
    const program = pick(random, lookers)
    const option = (): string => {
      const bundle = `-${Array.from({ length: 1 + random(3) }, () => letters.charAt(random(letters.length))).join('')}`
      return pick(random, [
        bundle,
        bundle,
        `${bundle}5`,
        `${bundle}out.txt`,
        '--',
        '--output=out.txt',
        '--files0-from=list.txt',
        '--help',
      ])
    }
    const word = (): string =>
      random(3) === 0
        ? option()
        : program === 'git' && random(2)
          ? pick(random, gitWords)
          : pick(random, operands)
    return [program, ...several(random, 4, word)].join(' ')
  }
  const joints = ['; ', ' && ', ' | ', ' || ', '\n']
  return [command(), ...several(random, 2, () => pick(random, joints) + command())].join('')
}
