/**
 * Programs that show files and folders.
 *
 * @module
 */
import type { Profile } from './profile.ts'

const writes = 'writes a file'
const runs = 'runs a program'
const list = 'reads its list of files from a file'
const follows = 'follows links out of the workspace'

const contents = { rest: 'path' } as const
const looks = { rest: 'name' } as const

/** `md5sum` and its siblings; `-c` opens whatever a file lists. */
const checksum: Profile = {
  letters: 'btz',
  names: 'binary text tag zero',
  operands: contents,
  hazards: { '-c': list, '--check': list },
}

export const fileProfiles: Readonly<Record<string, Profile>> = {
  ls: {
    letters: 'aAbBcCdfFgGhiklmnNopqQrRsStuUvxXZ1',
    names:
      'all almost-all author escape ignore-backups directory dired classify file-type full-time no-group human-readable si inode kibibytes ' +
      'literal numeric-uid-gid hide-control-chars show-control-chars quote-name reverse recursive size group-directories-first zero',
    values: {
      I: 'text',
      ignore: 'text',
      hide: 'text',
      w: 'number',
      width: 'number',
      T: 'number',
      tabsize: 'number',
      'block-size': 'text',
      format: 'text',
      'indicator-style': 'text',
      'quoting-style': 'text',
      sort: 'text',
      time: 'text',
      'time-style': 'text',
    },
    attached: { color: 'text', classify: 'text', hyperlink: 'text' },
    operands: looks,
    hazards: { '-L': follows, '--dereference': follows, '-H': follows },
  },
  cat: {
    letters: 'AbeEnstTuv',
    names: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting',
    operands: contents,
  },
  tac: { letters: 'br', values: { s: 'text', separator: 'text' }, names: 'before regex', operands: contents },
  nl: {
    letters: 'p',
    values: {
      b: 'text',
      f: 'text',
      h: 'text',
      i: 'number',
      l: 'number',
      n: 'text',
      s: 'text',
      v: 'number',
      w: 'number',
    },
    operands: contents,
  },
  head: {
    letters: 'qvz',
    names: 'quiet silent verbose zero-terminated',
    values: { n: 'number', c: 'number', lines: 'number', bytes: 'number' },
    counts: true,
    operands: contents,
  },
  tail: {
    letters: 'qvz',
    names: 'quiet silent verbose zero-terminated',
    values: { n: 'number', c: 'number', lines: 'number', bytes: 'number' },
    counts: true,
    operands: contents,
    hazards: { '-f': 'waits without end', '-F': 'waits without end', '--follow': 'waits without end' },
  },
  wc: {
    letters: 'clmwL',
    names: 'bytes chars lines words max-line-length',
    values: { total: 'text' },
    operands: contents,
    hazards: { '--files0-from': list },
  },
  stat: {
    letters: 'ft',
    names: 'file-system terse',
    values: { c: 'text', format: 'text', printf: 'text' },
    operands: looks,
    hazards: { '-L': follows, '--dereference': follows },
  },
  file: {
    letters: 'bhikN',
    names: 'brief mime mime-type mime-encoding keep-going no-dereference',
    operands: contents,
    hazards: {
      '-f': list,
      '-m': 'reads another magic file',
      '-C': writes,
      '-z': runs,
      '-Z': runs,
      '-L': follows,
    },
  },
  du: {
    letters: '0abchklmsSx',
    names: 'all bytes total human-readable si summarize separate-dirs one-file-system apparent-size null',
    values: { d: 'number', 'max-depth': 'number', t: 'text', exclude: 'text' },
    operands: looks,
    hazards: { '-L': follows, '-X': list, '--files0-from': list },
  },
  df: {
    letters: 'ahHiklPT',
    names: 'all human-readable si inodes local portability print-type total',
    operands: looks,
  },
  tree: {
    letters: 'adfpsughDFirtcUnACSJX',
    names: 'noreport dirsfirst filesfirst prune du inodes si nolinks gitignore matchdirs ignore-case',
    values: { L: 'number', P: 'text', I: 'text', filelimit: 'number', charset: 'text', sort: 'text' },
    bundles: 'values apart',
    odd: /^--$/,
    operands: looks,
    hazards: { '-o': writes, '-R': writes, '-l': follows, '--fromfile': list },
  },
  realpath: {
    letters: 'emsz',
    names: 'canonicalize-existing canonicalize-missing no-symlinks zero',
    values: { 'relative-to': 'name', 'relative-base': 'name' },
    operands: looks,
  },
  readlink: { letters: 'efmnz', operands: looks },
  basename: { letters: 'az', values: { s: 'text', suffix: 'text' }, operands: { rest: 'text' } },
  dirname: { letters: 'z', operands: { rest: 'text' } },
  cmp: {
    letters: 'bls',
    names: 'print-bytes verbose quiet silent',
    values: { n: 'number' },
    operands: { rest: 'path', most: 2 },
  },
  md5sum: checksum,
  sha1sum: checksum,
  sha256sum: checksum,
  sha512sum: checksum,
  cksum: { operands: contents },
  od: {
    letters: 'abcdfiloshvx',
    values: { A: 'text', t: 'text', N: 'number', j: 'number' },
    attached: { w: 'number', width: 'number' },
    operands: contents,
  },
  hexdump: {
    letters: 'bcCdovx',
    values: { n: 'number', s: 'number' },
    operands: contents,
    hazards: { '-f': list, '-e': 'takes a format of its own' },
  },
  xxd: {
    letters: 'abeiEpuC',
    values: { c: 'number', g: 'number', l: 'number', s: 'number' },
    bundles: 'never',
    odd: /^--/,
    operands: { first: ['path'] },
    hazards: { '-r': writes },
  },
  strings: {
    letters: 'afow',
    values: { n: 'number', t: 'text', e: 'text' },
    /** A list of further words is read from that file. */
    odd: /^@/,
    operands: contents,
  },
  base64: {
    letters: 'di',
    names: 'decode ignore-garbage',
    values: { w: 'number', wrap: 'number' },
    operands: contents,
  },
  /** Where the commands after it run. */
  cd: { operands: { first: ['name'] } },
  pwd: { letters: 'LP' },
}
