/**
 * Text as a function that runs in a page. It is never compiled or run here: playwright sends the text of a function.
 *
 * @module
 */

export type PageFunction = (element?: unknown) => unknown

export function pageFunction(text: string): PageFunction {
  return Object.assign(() => undefined, { toString: () => text })
}

/** An expression, or a function that is called with the element. */
export function scriptFunction(script: string): PageFunction {
  return pageFunction(
    `async (element) => { const given = (${script}\n); return typeof given === 'function' ? given(element) : given }`,
  )
}
