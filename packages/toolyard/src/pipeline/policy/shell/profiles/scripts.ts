/**
 * Programs whose first word is a script of their own: harmless where the script is one of a few plain forms.
 *
 * @module
 */
import type { Profile } from './profile.ts'

/** `5p`, `1,20p`, `$d`, `/word/p`, `10q` */
const sedAddress = String.raw`(?:\d+|\$|\/[^\/\\\n]+\/)`
const sedLine = new RegExp(String.raw`^${sedAddress}(?:,(?:${sedAddress}|\+\d+))?[pdq=]$`)
/** After `s/a/b/`; neither `w`, which writes, nor `e`, which runs. */
const sedFlags = /^[gpiIm0-9]*$/

function checkSed([script = '']: readonly string[]): string | undefined {
  return sedLine.test(script) || isReplacement(script)
    ? undefined
    : `the sed script "${script}" is not one of the plain forms`
}

/** Where the delimiter stands exactly three times, everybody agrees on what is what. */
function isReplacement(script: string): boolean {
  const parts = script.slice(2).split(script.charAt(1))
  return (
    /^s[/|#,@]/.test(script) && parts.length === 3 && sedFlags.test(parts[2] ?? '') && !script.includes('\n')
  )
}

const awkField = String.raw`\$(?:\d+|NF)`
const awkTest = String.raw`(?:\/[^\/\\\n]+\/|NR ?[<>=!]=? ?\d+(?: ?&& ?NR ?[<>=!]=? ?\d+)?)`
/** `{print $1, $2}`, `NR==5`, `/word/ {print}`: nothing that calls, writes or reads elsewhere. */
const awkProgram = new RegExp(
  String.raw`^(?:${awkTest} ?)?(?:\{ ?print(?: ?${awkField}(?: ?,? ?${awkField})*)? ?;? ?\})?$`,
)

function checkAwk([program = '', ...files]: readonly string[]): string | undefined {
  const text = program.replaceAll(/ +/g, ' ').trim()
  if (text === '' || !awkProgram.test(text))
    return `the awk program "${program}" is not one of the plain forms`
  const setting = files.find((file) => file.includes('='))
  return setting === undefined ? undefined : `awk takes "${setting}" for a setting`
}

const awk: Profile = {
  values: { F: 'text' },
  operands: { first: ['text'], rest: 'path' },
  check: checkAwk,
  hazards: { '-f': 'takes its program from a file', '-i': 'loads other programs', '-v': 'sets a variable' },
}

/** Names in jq that stand for the environment, its own words or other files; blanks and comments may stand before them. */
const jqReaches = /\b(?:env|ENV|import|include|input_filename|modulemeta|get_search_list|__\w+)\b/

export const scriptProfiles: Readonly<Record<string, Profile>> = {
  sed: {
    letters: 'nErsuz',
    names: 'quiet silent regexp-extended separate unbuffered null-data posix sandbox',
    operands: { first: ['text'], rest: 'path' },
    check: checkSed,
    hazards: {
      '-i': 'changes files in place',
      '--in-place': 'changes files in place',
      '-f': 'takes its script from a file',
      '--file': 'takes its script from a file',
      '-e': 'adds a script',
    },
  },
  awk,
  gawk: awk,
  mawk: awk,
  jq: {
    letters: 'cCMrjaseSn',
    names:
      'compact-output color-output monochrome-output raw-output join-output ascii-output slurp sort-keys exit-status null-input tab',
    values: { indent: 'number' },
    odd: /^--(?:$|.*=)/,
    operands: { first: ['text'], rest: 'path' },
    check: ([filter = '']) =>
      jqReaches.test(filter) ? `the jq filter "${filter}" reaches beyond its input` : undefined,
    hazards: {
      '-f': 'takes its filter from a file',
      '--from-file': 'takes its filter from a file',
      '-L': 'loads modules',
      '--rawfile': 'reads another file',
      '--slurpfile': 'reads another file',
    },
  },
}
