/**
 * Whether a value fits a schema: yes, no, or not known, because a keyword on the way can't be enforced.
 *
 * Kleene's three values: what is not known never turns into a yes or a no by passing through `not`, `oneOf` or `if`.
 *
 * @module
 */
export type Verdict = boolean | undefined

export function both(left: Verdict, right: Verdict): Verdict {
  if (left === false || right === false) return false
  return left === undefined || right === undefined ? undefined : true
}

export function either(left: Verdict, right: Verdict): Verdict {
  if (left === true || right === true) return true
  return left === undefined || right === undefined ? undefined : false
}

export function opposite(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict
}

/** Whether at least `least` and at most `most` of some verdicts are yes. */
export function howMany(verdicts: readonly Verdict[], least: number, most: number): Verdict {
  const sure = verdicts.filter((verdict) => verdict === true).length
  const possible = sure + verdicts.filter((verdict) => verdict === undefined).length
  if (possible < least || sure > most) return false
  return sure >= least && possible <= most ? true : undefined
}
