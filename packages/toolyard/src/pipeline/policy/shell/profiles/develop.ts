/**
 * What of the programs that build and test a project needs no question beyond the rule that names it.
 *
 * A rule such as `npm test` is a person's word that the project's own script may run; options that choose another script,
 * shell, folder or configuration are not part of that word.
 *
 * @module
 */
import type { Profile } from './profile.ts'

const other = 'works on another project'
const runs = 'runs a program'

const scripts: Profile = { letters: 's', names: 'silent' }
const packageHazards = {
  '--prefix': other,
  '-C': other,
  '--script-shell': 'chooses the shell that runs the script',
  '--userconfig': 'chooses another configuration',
  '--globalconfig': 'chooses another configuration',
  '--node-options': 'chooses options that load code',
  exec: runs,
  x: runs,
  dlx: 'fetches and runs a program',
}

const npm: Profile = {
  works: true,
  leading: ['-s', '--silent'],
  exact: true,
  commands: {
    test: { ...scripts, hazards: packageHazards },
    t: { ...scripts, hazards: packageHazards },
    '--version': {},
    '-v': {},
    ls: {
      letters: 'al',
      names: 'all long json parseable',
      values: { depth: 'number' },
      operands: { rest: 'text' },
    },
    run: {},
    'run-script': {},
    root: {},
    prefix: {},
  },
  hazards: packageHazards,
}

export const developProfiles: Readonly<Record<string, Profile>> = {
  npm,
  pnpm: npm,
  yarn: { ...npm, commands: { test: { ...scripts, hazards: packageHazards }, '--version': {}, '-v': {} } },
  node: onlyVersion('v'),
  python: onlyVersion('V'),
  python3: onlyVersion('V'),
  ruby: onlyVersion(''),
  java: onlyVersion(''),
  go: { exact: true, commands: { version: {} } },
  rustc: { names: 'version', letters: 'V' },
  cargo: {
    works: true,
    exact: true,
    commands: {
      test: cargo(),
      build: cargo(),
      check: cargo(),
      clippy: cargo(),
      tree: cargo(),
      '--version': {},
      '-V': {},
    },
    hazards: {
      '--config': 'sets configuration, which can run programs',
      '-C': other,
      '+nightly': 'chooses another compiler',
    },
  },
  make: {
    works: true,
    exact: true,
    letters: 'kns',
    names: 'keep-going dry-run just-print silent quiet no-print-directory',
    values: { j: 'number', jobs: 'number' },
    hazards: {
      '-f': 'chooses another makefile',
      '-C': other,
      '--eval': runs,
      '-I': 'chooses other makefiles',
    },
  },
  tsc: {
    works: true,
    letters: 'v',
    names: 'noEmit version pretty strict skipLibCheck showConfig listFiles',
    values: { p: 'path', project: 'path' },
    check: (_operands, options) =>
      ['noEmit', 'version', 'v', 'showConfig'].some((name) => options.has(name))
        ? undefined
        : 'tsc writes files without --noEmit',
  },
  pytest: {
    works: true,
    letters: 'qvxls',
    names:
      'quiet verbose exitfirst lf last-failed ff failed-first nf no-header no-summary collect-only co version',
    values: { k: 'text', m: 'text', maxfail: 'number', durations: 'number', tb: 'text' },
    operands: { rest: 'path' },
    hazards: {
      '-p': 'loads code',
      '-c': 'chooses another configuration',
      '-o': 'sets configuration',
      '--rootdir': other,
    },
  },
}

/** Of a program that without a word runs what it is fed. `-v` of ruby and python goes on to do so. */
function onlyVersion(letters: string): Profile {
  return {
    names: 'version',
    letters,
    check: (_operands, options) => (options.size > 0 ? undefined : 'it runs what it is fed'),
  }
}

function cargo(): Profile {
  return {
    letters: 'qvr',
    names:
      'quiet verbose release all workspace all-targets all-features no-default-features lib bins tests examples benches locked offline frozen',
    values: {
      p: 'text',
      package: 'text',
      bin: 'text',
      test: 'text',
      example: 'text',
      features: 'text',
      j: 'number',
      jobs: 'number',
    },
    operands: { first: ['text'] },
    check: ([filter = '']) =>
      filter.startsWith('-') && filter !== '--nocapture' ? `"${filter}" is handed to the tests` : undefined,
    hazards: {
      '--config': 'sets configuration, which can run programs',
      '--manifest-path': other,
      '--target-dir': 'writes elsewhere',
      '-Z': 'switches on what is not finished',
    },
  }
}
