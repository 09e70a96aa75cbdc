export { placeOf, tellPostgresError } from './postgres-errors.ts'
export { numberTypes } from './postgres-types.ts'
