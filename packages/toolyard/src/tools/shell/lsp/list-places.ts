/**
 * Places in files as results: in order, each once, within a limit that says what it left out.
 *
 * @module
 */
import type { Location } from './servers/index.ts'
import type { FileLines } from './file-lines.ts'
import type { LeftOutResults, PlaceResult } from './output.ts'

const mostPlaces = 200

export async function listPlaces(
  locations: readonly Location[],
  lines: FileLines,
): Promise<{ places: readonly PlaceResult[]; left_out?: LeftOutResults }> {
  const ordered = orderLocations(locations.filter((location) => lines.isOpen(location)))
  const places: PlaceResult[] = []
  for (const location of ordered.slice(0, mostPlaces)) places.push(await lines.placeOf(location))
  return { places, ...(await leftOutOf(ordered.slice(mostPlaces), lines)) }
}

/** What is past a limit, by file. */
export async function leftOutOf(
  rest: readonly Location[],
  lines: FileLines,
): Promise<{ left_out?: LeftOutResults }> {
  if (rest.length === 0) return {}
  const counts = new Map<string, { location: Location; count: number }>()
  for (const location of rest) {
    const { count } = counts.get(location.uri) ?? { count: 0 }
    counts.set(location.uri, { location, count: count + 1 })
  }
  const files: { path: string; count: number }[] = []
  for (const { location, count } of counts.values())
    files.push({ path: (await lines.placeOf(location)).path, count })
  return { left_out: { count: rest.length, files } }
}

function orderLocations(locations: readonly Location[]): Location[] {
  const byKey = new Map<string, Location>()
  for (const location of locations) {
    const { line, character } = location.range.start
    byKey.set(`${location.uri}\n${line}\n${character}`, location)
  }
  return [...byKey.values()].toSorted(
    (left, right) =>
      (left.uri === right.uri ? 0 : left.uri < right.uri ? -1 : 1) ||
      left.range.start.line - right.range.start.line ||
      left.range.start.character - right.range.start.character,
  )
}
