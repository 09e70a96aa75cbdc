/**
 * Text as a function that runs in a page. It is never compiled or run here: playwright sends the text of a function.
 *
 * @module
 */

export type PageFunction = (element?: unknown) => unknown

export function pageFunction(text: string): PageFunction {
  return Object.assign(() => undefined, { toString: () => text })
}

/** An expression, or a function that is called with the element. Answers JSON, of which no more than `most` characters leave the page. */
export function scriptFunction(script: string, most: number): PageFunction {
  return pageFunction(
    `async (element) => {
      const given = (${script}\n)
      const json = JSON.stringify(typeof given === 'function' ? await given(element) : await given)
      return { json: json?.slice(0, ${most}), length: json?.length }
    }`,
  )
}
