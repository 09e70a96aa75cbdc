/**
 * How values of PostgreSQL come to us.
 *
 * @module
 */
import { type CustomTypesConfig, types } from 'pg'

const int8 = 20

/** Counters and counts come as numbers: none of ours passes 2⁵³. */
export const numberTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number) => (oid === int8 ? Number : types.getTypeParser(oid))) as never,
}
