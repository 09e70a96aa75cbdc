/**
 * What the first word of a tool's name says about its work.
 *
 * @module
 */

export type Family = 'look' | 'search' | 'count' | 'compute' | 'change' | 'send' | 'remove'

const verbs: Readonly<Record<Exclude<Family, 'compute'>, string>> = {
  look: 'get read show fetch load look lookup describe view tell',
  search: 'find search list query filter match',
  count: 'count measure',
  change: 'create add make save write update set edit change rename move store put book schedule start stop',
  send: 'send post publish notify email mail call submit pay order share',
  remove: 'delete remove drop cancel clear erase',
}

/** A word that is not known works on a text. */
export function findFamily(verb: string): Family {
  for (const [family, words] of Object.entries(verbs))
    if (words.split(' ').includes(verb)) return family as Family
  return 'compute'
}
