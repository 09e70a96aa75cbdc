/**
 * The member by which the data of a built-in tool says that not all of it is there. The pipeline bounds the data of tools that
 * have it, as it bounds their text.
 *
 * @module
 */
import { z } from 'zod'

export const truncated = z.boolean().optional().describe('Not all of it is here')
