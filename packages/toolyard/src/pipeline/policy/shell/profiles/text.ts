/**
 * Programs that work on text and write to standard output alone.
 *
 * @module
 */
import type { Profile, ProfileCheck } from './profile.ts'

const writes = 'writes a file'
const runs = 'runs a program'
const list = 'reads its list of files from a file'

const contents = { rest: 'path' } as const
const anything = { rest: 'text' } as const

/** Takes every word as it is, options that it does not know included. */
const says: ProfileCheck = () => undefined

export const textProfiles: Readonly<Record<string, Profile | ProfileCheck>> = {
  echo: says,
  true: says,
  false: says,
  ':': says,
  printf: {
    operands: anything,
    check: ([format = '']) =>
      /%[^%A-Za-z]*[hjlLtz]*n/.test(format) ? 'printf %n sets a variable' : undefined,
    hazards: { '-v': 'sets a variable' },
  },
  sort: {
    letters: 'bcCdfghiMnrRsuVz',
    names:
      'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort ' +
      'numeric-sort reverse stable unique version-sort zero-terminated',
    values: { k: 'text', key: 'text', t: 'text', 'field-separator': 'text', sort: 'text' },
    attached: { check: 'text' },
    operands: contents,
    hazards: {
      '-o': writes,
      '--output': writes,
      '--compress-program': runs,
      '-T': writes,
      '--files0-from': list,
    },
  },
  uniq: {
    letters: 'cdDiuz',
    names: 'count repeated ignore-case unique zero-terminated',
    values: { f: 'number', s: 'number', w: 'number' },
    /** The second file is written. */
    operands: { first: ['path'] },
  },
  cut: {
    letters: 'nsz',
    names: 'complement only-delimited zero-terminated',
    values: {
      b: 'text',
      c: 'text',
      d: 'text',
      f: 'text',
      bytes: 'text',
      characters: 'text',
      delimiter: 'text',
      fields: 'text',
      'output-delimiter': 'text',
    },
    operands: contents,
  },
  tr: {
    letters: 'cCdst',
    names: 'complement delete squeeze-repeats truncate-set1',
    operands: { ...anything, most: 2 },
  },
  rev: { operands: contents },
  fold: {
    letters: 'bs',
    names: 'bytes spaces',
    values: { w: 'number', width: 'number' },
    operands: contents,
  },
  expand: { letters: 'i', values: { t: 'text', tabs: 'text' }, operands: contents },
  unexpand: { letters: 'a', values: { t: 'text', tabs: 'text' }, operands: contents },
  paste: { letters: 'sz', values: { d: 'text', delimiters: 'text' }, operands: contents },
  join: {
    letters: 'iz',
    values: { a: 'text', e: 'text', j: 'text', o: 'text', t: 'text', v: 'text', '1': 'text', '2': 'text' },
    operands: { rest: 'path', most: 2 },
  },
  comm: { letters: '123z', operands: { rest: 'path', most: 2 } },
  column: { letters: 'tx', values: { s: 'text', o: 'text', c: 'number' }, operands: contents },
  seq: { letters: 'w', values: { s: 'text', f: 'text' }, operands: { rest: 'number', most: 3 } },
  diff: {
    letters: 'abBceiNqstuwy',
    names:
      'brief report-identical-files side-by-side suppress-common-lines ignore-case ignore-all-space ignore-space-change ignore-blank-lines ' +
      'ignore-trailing-space text minimal unified',
    values: { U: 'number', C: 'number', I: 'text', W: 'number', label: 'text' },
    attached: { color: 'text', unified: 'number', context: 'number' },
    operands: { rest: 'file', most: 2 },
  },
}
