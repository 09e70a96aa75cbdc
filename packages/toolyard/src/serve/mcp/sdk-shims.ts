/**
 * Stands in for the SDK's own platform part if the package is joined into few files: the same process, and no validator of
 * JSON Schema, because every server here brings its own.
 *
 * @module
 */
export { default as process } from 'node:process'

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new TypeError('the MCP SDK asked for a validator that it was not given')
  }
}
