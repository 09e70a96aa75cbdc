/**
 * The two fields by which an output schema says that its data may be cut. The pipeline and the MCP server fill them in.
 *
 * @module
 */
import { z } from 'zod'

export const cutFields = {
  truncated: z.boolean().optional().describe('Texts or lists were cut'),
  handle: z.string().optional().describe('For read_result, which reads the whole text'),
}
