/** The tree that the path corpus speaks of, with types. */
interface PathFixture {
  readonly CANARY: string
  readonly makeFixture: (base: string) => { readonly base: string; readonly ws: string }
  readonly fill: (text: string, fixture: { readonly base: string; readonly ws: string }) => string
  /** Everything outside the workspace, as one text. */
  readonly outsideDigest: (base: string) => string
}

const file = new URL('../corpora/make-fixture.mjs', import.meta.url)

export const { CANARY, makeFixture, fill, outsideDigest } = (await import(file.href)) as PathFixture
