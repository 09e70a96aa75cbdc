/**
 * When two names look the same to a person: letters of other scripts, case, and the signs between words make no difference.
 *
 * @module
 */

/** Letters of other scripts and the Latin ones that they are taken for, in pairs. Wide and styled letters are folded by NFKC. */
const confusable = new Map(
  [
    // Cyrillic
    'аa вb еe іi јj кk мm нh оo рp сc тt уy хx ѕs ԁd һh ѡw ӏl ԛq ԝw',
    // Greek
    'αa βb γy ηn ιi κk μu νv οo ρp σo τt υu χx ωw ϲc ϳj',
    // Armenian, Hebrew, Latin letters that are none of the alphabet
    'սu օo հh ցg զq ոn ʟl ɡg ıi ɩi ǀl ɑa ʀr ѵv ꜱs ꞁl',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
)

/** The same text for names that look alike. */
export function skeletonOf(name: string): string {
  return (isAscii(name) ? name.toLowerCase() : latinOf(name))
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll(/[-_.\s]+/g, '_')
}

function latinOf(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return Array.from(plain, (letter) => confusable.get(letter) ?? letter).join('')
}

/** Whether a name only looks as if it were written in plain letters: all of it, or some among others that are. */
export function pretends(name: string): boolean {
  if (isAscii(name)) return false
  if (isAscii(skeletonOf(name))) return true
  return /[a-z]/i.test(name) && Array.from(name.toLowerCase()).some((letter) => confusable.has(letter))
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
