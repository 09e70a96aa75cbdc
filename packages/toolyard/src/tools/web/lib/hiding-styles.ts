/**
 * Which values of which properties put an element out of sight, and how large its letters are.
 *
 * @module
 */
import { parseColour } from './colours.ts'
import { measured } from './style-numbers.ts'

/** What is said of a property, with variables resolved. */
export type StyleLookup = (property: string) => string | undefined

const hidingValues: ReadonlyMap<string, RegExp> = new Map([
  ['display', /^none/],
  ['content-visibility', /^hidden/],
  ['filter', /opacity\(\s*(?:0?\.0\d*|0|\d%)\s*\)|blur\(\s*(?:[2-9]\d|\d{3,})px/],
  [
    'clip-path',
    /^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0|ellipse\(\s*0|polygon\(\s*(?:0(?:px|%)?[\s,]*)*\))/,
  ],
  ['clip', /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?/],
  [
    'transform',
    /scale(?:[xy]|3d)?\(\s*0?(?:\.0\d*)?\s*[,)]|translate(?:[xy]|3d)?\([^)]*-(?:\d{4,}|\d{3,}(?:%|v[wh]|r?em))|rotate[xy]\(\s*-?(?:90|270)deg|matrix\(\s*(?:0\s*,\s*){4}/,
  ],
  ['rotate', /^[xy]\s+-?(?:90|270)deg/],
  ['translate', /-(?:\d{4,}|\d{3,}(?:%|v[wh]|r?em))/],
  ['scale', /^0(?:\.0\d*)?(?:\s|$)/],
  ['zoom', /^0(?:\.0\d*)?%?$/],
  ['text-indent', /^-(?:\d{3,}|\d{2,}r?em|[1-9]\d+(?:%|v[wh]))/],
  ...['mask', 'mask-image'].map(
    (mask) =>
      [
        mask,
        /gradient\(\s*(?:to [a-z ]+,\s*)?transparent(?:\s[\d.%\s]*)?(?:,\s*transparent(?:\s[\d.%\s]*)?)*\)/,
      ] as const,
  ),
  ...[
    'margin-left',
    'margin-top',
    'margin',
    'margin-inline-start',
    'margin-inline',
    'margin-block-start',
  ].map((side) => [side, /-(?:\d{4,}|9\d\dpx)|-\d{3,}(?:v[wh]|r?em)/] as const),
])
const sides = [
  'left',
  'right',
  'top',
  'bottom',
  'inset',
  'inset-inline-start',
  'inset-inline',
  'inset-block-start',
]
/** From a corner of the page: so far that no screen shows it. */
const farAway = /-(?:\d{4,}|9\d\dpx|\d{2,}r?em|[1-9]\d{2,}(?:%|v[wh]))|^\d{5,}px/
const rooms = ['height', 'width', 'block-size', 'inline-size'].flatMap((side) => [side, `max-${side}`])
const leastOpacity = 0.1
/** In pixels. */
const leastRoom = 2

/** `properties` are those of which something is said. */
export function isAway(properties: Iterable<string>, say: StyleLookup): boolean {
  for (const property of properties)
    if (hidingValues.get(property)?.test(say(property) ?? 'unsaid')) return true
  const opacity = numberOf(say('opacity'), 0.01)
  if (opacity !== undefined && opacity < leastOpacity) return true
  const place = say('position')
  if (place !== undefined && place !== 'static' && sides.some((side) => farAway.test(say(side) ?? '')))
    return true
  if (!/hidden|clip/.test(['overflow', 'overflow-x', 'overflow-y'].map(say).join(' '))) return false
  const indent = numberOf(say('text-indent'), 12.8) ?? 0
  return (
    (indent >= 1000 && say('white-space') === 'nowrap') ||
    rooms.some((property) => {
      const said = say(property)
      return /^1(?:r?em|%)$/.test(said ?? '') || (numberOf(said, 12.8) ?? leastRoom) < leastRoom
    })
  )
}

function numberOf(text: string | undefined, percent: number): number | undefined {
  return text === undefined ? undefined : measured(text, { letters: 16, percent })
}

/** In pixels; the size of the element around it if no style sets another. */
export function lettersOf(say: StyleLookup, around: number): number {
  const [, short] = /(?:^|\s)([\d.]+(?:[a-z]+|%)?)(?:\s*\/|\s+\S)/.exec(say('font') ?? '') ?? []
  const said = say('font-size') ?? short
  if (said === undefined || /^(?:inherit|unset|smaller|larger)/.test(said)) return around
  const size = measured(said, { letters: around, percent: around / 100 })
  if (size === undefined) return 16
  // A number without a unit counts only as zero.
  return /^[\d.]+$/.test(said) && size !== 0 ? around : size
}

const everywhere = /^(?:inherit|initial|unset|revert(?:-layer)?)$/
/** One word of it. */
const display =
  /^(?:none|contents|block|inline|flow|flex|grid|table|ruby|list-item|run-in|math|box|(?:inline|flow|table|ruby|-webkit|-moz|-ms)-[a-z-]+)$/
const understood: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value.split(/\s+/).every((word) => display.test(word)),
  visibility: (value) => /^(?:visible|hidden|collapse)$/.test(value),
  opacity: (value) => numberOf(value, 0.01) !== undefined,
  'font-size': (value) =>
    /^(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)$/.test(value) || numberOf(value, 1) !== undefined,
  color: (value) => value === 'currentcolor' || parseColour(value) !== undefined,
  'background-color': (value) => value === 'currentcolor' || parseColour(value) !== undefined,
}

/** Whether browsers can read it; of properties that are not known here, and of functions, that is believed. */
export function isUnderstood(property: string, value: string): boolean {
  return everywhere.test(value) || value.includes('(') || (understood[property]?.(value) ?? true)
}
