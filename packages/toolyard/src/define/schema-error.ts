/**
 * Why a schema can't be used, in words that fit behind "inputSchema".
 *
 * @module
 */
export class SchemaError extends Error {}
