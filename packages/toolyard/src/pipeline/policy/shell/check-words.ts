/**
 * Holds the words of a command against its program's profile.
 *
 * Options are read as `getopt_long` reads them, without abbreviations: bundled letters, attached and separate values,
 * options after operands, `--`.
 *
 * @module
 */
import type { Kind, Look, Operands, Profile } from './profiles/profile.ts'

interface Reading {
  readonly program: string
  readonly profile: Profile
  readonly words: readonly string[]
  readonly look: Look
  at: number
  readonly options: Set<string>
  readonly operands: string[]
}

/** Why the words after the program's name are not all harmless. */
export function checkWords(
  profile: Profile,
  [program = '', ...words]: readonly string[],
  look: Look,
): string | undefined {
  if (profile.commands) return checkCommand(profile, [program, ...words], look)
  const odd = words.find((word) => profile.odd?.test(word))
  if (odd !== undefined) return `${program} reads "${odd}" in a way of its own`
  const reading: Reading = { program, profile, words, look, at: 0, options: new Set(), operands: [] }
  while (reading.at < words.length) {
    const problem = readWord(reading, words[reading.at++] ?? '')
    if (problem !== undefined) return problem
  }
  return checkOperands(reading)
}

/** Without the options before it that change nothing. */
export function withoutLeading(profile: Profile | undefined, argv: readonly string[]): readonly string[] {
  const leading = profile?.leading ?? []
  let from = 1
  while (leading.includes(argv[from] ?? '')) from++
  return from === 1 ? argv : [...argv.slice(0, 1), ...argv.slice(from)]
}

function checkCommand(profile: Profile, argv: readonly string[], look: Look): string | undefined {
  const [program = '', name, ...rest] = withoutLeading(profile, argv)
  if (name === undefined) return profile.operands ? undefined : `${program} alone is not known to be harmless`
  const hazard = hazardOf(profile, name) ?? hazardOf(profile, name.replace(/=.*$/s, ''))
  if (hazard !== undefined) return `${program} ${name} ${hazard}`
  const command = Object.hasOwn(profile.commands ?? {}, name) ? profile.commands?.[name] : undefined
  if (!command) return `${program} ${name} is not known to be harmless`
  return checkWords(command, [`${program} ${name}`, ...rest], look)
}

function readWord(reading: Reading, word: string): string | undefined {
  const { profile, words, operands } = reading
  if (word === '--') {
    operands.push(...words.slice(reading.at))
    reading.at = words.length
  } else if (word.startsWith('--')) return readLong(reading, word)
  else if (word.startsWith('-') && word !== '-') {
    if (profile.counts && /^-\d+$/.test(word)) return undefined
    return readLetters(reading, word)
  } else operands.push(word)
  return undefined
}

function readLong(reading: Reading, word: string): string | undefined {
  const { profile, options } = reading
  const equals = word.indexOf('=')
  const name = word.slice(2, equals < 0 ? undefined : equals)
  const given = equals < 0 ? undefined : word.slice(equals + 1)
  options.add(name)
  const { attached = {}, values = {}, names = '' } = profile
  if (Object.hasOwn(attached, name))
    return given === undefined ? undefined : lookAt(reading, attached[name], given)
  if (Object.hasOwn(values, name)) return takeValue(reading, { flag: `--${name}`, kind: values[name], given })
  if (given === undefined && names.split(' ').includes(name)) return undefined
  return unknown(reading, `--${name}`)
}

function readLetters(reading: Reading, word: string): string | undefined {
  const { profile, options } = reading
  const { letters = '', values = {}, attached = {}, bundles } = profile
  if (bundles === 'never' && word.length > 2 && !Object.hasOwn(values, word.charAt(1)))
    return unknown(reading, word.slice(0, 2), word)
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const rest = word.slice(at + 1)
    options.add(letter)
    if (Object.hasOwn(attached, letter)) return rest ? lookAt(reading, attached[letter], rest) : undefined
    if (Object.hasOwn(values, letter)) {
      const given = bundles === 'values apart' ? undefined : rest || undefined
      const problem = takeValue(reading, { flag: `-${letter}`, kind: values[letter], given })
      if (problem !== undefined || bundles !== 'values apart') return problem
      continue
    }
    if (!letters.includes(letter)) return unknown(reading, `-${letter}`, word)
  }
  return undefined
}

function takeValue(
  reading: Reading,
  { flag, kind, given }: { flag: string; kind: Kind | undefined; given: string | undefined },
): string | undefined {
  const value = given ?? reading.words[reading.at++]
  if (value === undefined) return `${reading.program} ${flag} has no value`
  if (given === undefined && kind !== 'number' && value.startsWith('-') && value !== '-')
    return `${reading.program} ${flag} is followed by "${value}", which may be an option`
  return lookAt(reading, kind, value)
}

function checkOperands({ program, profile, options, operands, look }: Reading): string | undefined {
  const rules: Operands =
    typeof profile.operands === 'function' ? profile.operands(options) : (profile.operands ?? {})
  const { first = [], rest, most = Infinity, implied } = rules
  if (operands.length > (rest === undefined ? Math.min(first.length, most) : most))
    return `${program} is not known to be harmless with "${operands.at(-1)}"`
  for (const [at, operand] of operands.entries()) {
    const problem = look(first[at] ?? rest ?? 'path', operand)
    if (problem !== undefined) return problem
  }
  const problem = implied && operands.length <= first.length ? look(implied, '.') : undefined
  return problem ?? profile.check?.(operands, options)
}

function lookAt({ look }: Reading, kind: Kind | undefined, value: string): string | undefined {
  return look(kind ?? 'path', value)
}

function unknown({ program, profile }: Reading, flag: string, word = flag): string {
  const hazard = hazardOf(profile, flag) ?? hazardOf(profile, word)
  return hazard ? `${program} ${flag} ${hazard}` : `${program} ${word} is not known to be harmless`
}

function hazardOf({ hazards = {} }: Profile, word: string): string | undefined {
  return Object.hasOwn(hazards, word) ? hazards[word] : undefined
}
