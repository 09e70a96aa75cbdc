/**
 * What the server sends and takes: the shapes of its own routes, as types. Nothing of the server gets into the page by this.
 *
 * @module
 */
export type * from '../../../toolyard/src/serve/http/shapes/types.ts'
