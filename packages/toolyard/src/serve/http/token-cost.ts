/**
 * About how many tokens a definition costs in every request that carries it.
 *
 * An estimate without any provider's tokeniser: four plain characters a token, other scripts about one and a half characters each.
 *
 * @module
 */

const plainPerToken = 4
const otherPerToken = 1.5

export function tokenCost(definition: object): number {
  const text = JSON.stringify(definition)
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) others++
  return Math.ceil((text.length - others) / plainPerToken + others / otherPerToken)
}
