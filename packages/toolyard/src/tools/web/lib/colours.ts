/**
 * Colours as styles write them, and how well one can be told from another.
 *
 * @module
 */
import { coloursByName } from './colour-names.ts'

export interface Colour {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

const functional = /^rgba?\(\s*([\d.]+)(%?)[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?(?:[\s,/]+([\d.]+)(%?))?\s*\)/i
const lightness = /^hsla?\(\s*[\d.]+(?:deg)?[\s,]+[\d.]+%[\s,]+([\d.]+)%(?:[\s,/]+([\d.]+)(%?))?\s*\)/i

/** Undefined if it is no colour that we read. */
export function parseColour(text = ''): Colour | undefined {
  const word = text.trim().toLowerCase()
  const hex =
    coloursByName.get(word.split(/\s/, 1)[0] ?? '') ??
    /^#([\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/.exec(word)?.[1]
  if (hex !== undefined) return fromHex(hex.length < 6 ? hex.replaceAll(/./g, '$&$&') : hex)
  const rgb = functional.exec(word)
  if (rgb) {
    const unit = rgb[2] === '%' ? 2.55 : 1
    const [red, green, blue] = [rgb[1], rgb[3], rgb[4]].map((part) => Number(part) * unit)
    return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, alpha: alphaOf(rgb[5], rgb[6]) }
  }
  const hsl = lightness.exec(word)
  if (!hsl) return fromLight(word)
  const light = Number(hsl[1])
  // Only the ends of the scale have no hue: what lies between is told from every ground.
  if (light > 2 && light < 98) return { red: 127, green: 0, blue: 127, alpha: alphaOf(hsl[2], hsl[3]) }
  const shade = light * 2.55
  return { red: shade, green: shade, blue: shade, alpha: alphaOf(hsl[2], hsl[3]) }
}

/** In spaces that are seldom written: only what is nearly white or nearly black is known, as with hues. */
function fromLight(word: string): Colour | undefined {
  const [, space = '', first = '', percent, rest = ''] =
    /^(lab|lch|oklab|oklch|hwb|color)\(\s*(?:srgb(?:-linear)?\s+|display-p3\s+)?([\d.]+)(%?)([^)]*)\)/.exec(
      word,
    ) ?? []
  if (space === '' || space === 'hwb') return undefined
  const [scale, alpha] = [percent === '%' || space.startsWith('l') ? 100 : 1, /\/\s*([\d.]+)(%?)/.exec(rest)]
  const parts = rest.replace(/\/.*/, '').trim().split(/\s+/).map(Number)
  const light = Number(first) / scale
  const isGrey =
    space === 'color'
      ? parts.every((part) => Math.abs(part / scale - light) < 0.02)
      : light < 0.02 || light > 0.98
  const shade = isGrey ? light * 255 : 127
  const [red, green] = [shade, isGrey ? shade : 0]
  return { red, green, blue: shade, alpha: alphaOf(alpha?.[1], alpha?.[2]) }
}

/** From 1 (the same) to 21 (black on white), as the guidelines for accessible pages count it. */
export function contrastOf(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}

function fromHex(hex: string): Colour {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2) || 'ff', 16)
  return { red: part(0), green: part(2), blue: part(4), alpha: part(6) / 255 }
}

function alphaOf(text: string | undefined, percent: string | undefined): number {
  return text === undefined ? 1 : Number(text) / (percent === '%' ? 100 : 1)
}

function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
