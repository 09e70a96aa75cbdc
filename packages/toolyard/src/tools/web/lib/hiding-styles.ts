/**
 * Which values of which properties put an element out of sight, and how large its letters are.
 *
 * @module
 */

/** What is said of a property, with variables resolved. */
export type Say = (property: string) => string | undefined

const hidingValues: ReadonlyMap<string, RegExp> = new Map([
  ['display', /^none/],
  ['content-visibility', /^hidden/],
  ['opacity', /^(?:0+(?:\.0\d*)?|\.0\d*|\d(?:\.\d+)?%)$/],
  ['filter', /opacity\(\s*(?:0?\.0\d*|0|\d%)\s*\)/],
  [
    'clip-path',
    /^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0|ellipse\(\s*0|polygon\(\s*(?:0(?:px|%)?[\s,]*)*\))/,
  ],
  ['clip', /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?/],
  [
    'transform',
    /scale(?:[xy]|3d)?\(\s*0?(?:\.0\d*)?\s*[,)]|translate(?:[xy]|3d)?\([^)]*-(?:\d{4,}|\d{3,}(?:%|v[wh]|r?em))/,
  ],
  ['translate', /-(?:\d{4,}|\d{3,}(?:%|v[wh]|r?em))/],
  ['scale', /^0(?:\.0\d*)?(?:\s|$)/],
  ['zoom', /^0(?:\.0\d*)?%?$/],
  ['text-indent', /^-(?:\d{3,}|\d{2,}r?em|[1-9]\d+(?:%|v[wh]))/],
  ...['margin-left', 'margin-top', 'margin'].map((side) => [side, /-\d{4,}|-\d{3,}(?:v[wh]|r?em)/] as const),
])
const sides = ['left', 'right', 'top', 'bottom', 'inset'] as const
/** From a corner of the page: so far that no screen shows it. */
const farAway = /-(?:\d{4,}|\d{2,}r?em|[1-9]\d{2,}(?:%|v[wh]))/

/** `properties` are those of which something is said. */
export function isAway(properties: Iterable<string>, say: Say): boolean {
  for (const property of properties)
    if (hidingValues.get(property)?.test(say(property) ?? 'unsaid')) return true
  const place = say('position')
  if (place !== undefined && place !== 'static' && sides.some((side) => farAway.test(say(side) ?? '')))
    return true
  const hasNoRoom = ['height', 'width', 'max-height', 'max-width'].some((property) =>
    /^[01](?:px|em|rem|%)?$/.test(say(property) ?? ''),
  )
  return hasNoRoom && /hidden|clip/.test(say('overflow') ?? '')
}

/** In pixels; those around it where nobody says another size. */
export function lettersOf(say: Say, around: number): number {
  const [, short] = /(?:^|\s)([\d.]+(?:[a-z]+|%)?)(?:\s*\/|\s+\S)/.exec(say('font') ?? '') ?? []
  const said = say('font-size') ?? short
  const [, number = '', unit = ''] =
    /^(?:calc\(\s*)?([\d.]+)(px|pt|r?em|ex|ch|%)?\s*\)?$/.exec(said ?? '') ?? []
  if (number === '') {
    if (said === undefined || /^(?:inherit|unset|smaller|larger)/.test(said)) return around
    return /^[a-z]+\([^1-9]*\)$/.test(said) ? 0 : 16
  }
  const size = Number(number)
  if (unit === '%') return (around * size) / 100
  if (unit === 'em' || unit === 'ex' || unit === 'ch') return around * size
  if (unit === 'rem') return size * 16
  // A number without a unit counts only as zero.
  return unit === 'pt' ? size * 1.333 : unit === 'px' || size === 0 ? size : around
}
