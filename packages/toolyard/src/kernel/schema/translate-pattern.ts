/**
 * Words of ECMAScript's regular expressions that RE2 writes otherwise: long names of Unicode properties, `\s`, `.`.
 *
 * @module
 */

/** General categories, by their long names. */
const categories: ReadonlyMap<string, string> = new Map(
  (
    'Letter=L Cased_Letter=LC Uppercase_Letter=Lu Lowercase_Letter=Ll Titlecase_Letter=Lt Modifier_Letter=Lm Other_Letter=Lo ' +
    'Mark=M Combining_Mark=M Nonspacing_Mark=Mn Spacing_Mark=Mc Enclosing_Mark=Me ' +
    'Number=N Decimal_Number=Nd digit=Nd Letter_Number=Nl Other_Number=No ' +
    'Punctuation=P punct=P Connector_Punctuation=Pc Dash_Punctuation=Pd Open_Punctuation=Ps Close_Punctuation=Pe ' +
    'Initial_Punctuation=Pi Final_Punctuation=Pf Other_Punctuation=Po ' +
    'Symbol=S Math_Symbol=Sm Currency_Symbol=Sc Modifier_Symbol=Sk Other_Symbol=So ' +
    'Separator=Z Space_Separator=Zs Line_Separator=Zl Paragraph_Separator=Zp ' +
    'Other=C Control=Cc cntrl=Cc Format=Cf Surrogate=Cs Private_Use=Co'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** White space of ECMAScript beyond RE2's. */
const blanks = '\\s\\x0b\\x{a0}\\x{feff}\\x{2028}\\x{2029}\\p{Zs}'

/** All the rest, for a class. */
const solids =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
/** What `.` matches: no end of a line, of which RE2 knows one only. */
const inLine = '[^\\n\\r\\x{2028}\\x{2029}]'

export function translatePattern(pattern: string): string {
  let inClass = false
  const isAcrossLines = /\(\?[a-z]*s/i.test(pattern)
  return pattern.replaceAll(
    /\\([pP])\{([^}]*)\}|\\[\s\S]|[[\].]/g,
    (token: string, sign?: string, name?: string) => {
      if (sign !== undefined && name !== undefined) return `\\${sign}{${propertyOf(name)}}`
      if (token === '[') inClass = true
      else if (token === ']') inClass = false
      else if (token === '\\s') return inClass ? blanks : `[${blanks}]`
      else if (token === '\\S') return inClass ? solids : `[^${blanks}]`
      else if (token === '.' && !inClass && !isAcrossLines) return inLine
      return token
    },
  )
}

function propertyOf(name: string): string {
  const [, value = name] = /^(?:General_Category|gc|Script|sc)=(.*)$/.exec(name) ?? []
  return categories.get(value) ?? value
}
