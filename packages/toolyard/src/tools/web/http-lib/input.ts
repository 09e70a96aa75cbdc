/**
 * The parameters of `http_request`.
 *
 * @module
 */
import { z } from 'zod'

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type RequestMethod = (typeof methods)[number]

const part = z.strictObject({
  name: z.string().min(1).max(200).describe('Name of the field'),
  value: z.string().optional().describe('Text of the field'),
  path: z.string().min(1).optional().describe('A file of the workspace to send instead of a text'),
  filename: z.string().min(1).max(200).optional().describe('Name to send the file under; its own by default'),
  type: z.string().min(1).max(200).optional().describe('Content type of the part'),
})

const auth = z.strictObject({
  type: z.enum(['bearer', 'basic', 'header']).describe('How the credentials are sent'),
  token: z.string().optional().describe('bearer: a secret reference, such as ${API_TOKEN}'),
  username: z.string().optional().describe('basic: the name, or a secret reference'),
  password: z.string().optional().describe('basic: a secret reference'),
  name: z.string().optional().describe('header: name of the header, such as X-API-Key'),
  value: z.string().optional().describe('header: its value, with a secret reference in it'),
})

export const inputSchema = z.strictObject({
  url: z
    .string()
    .max(8000)
    .regex(/^https?:\/\//i, 'must begin with http:// or https://')
    .describe('Address, with http:// or https://'),
  method: z.enum(methods).optional().describe('GET by default; POST if there is a body'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Headers by name; a value may hold secret references such as ${API_TOKEN}'),
  query: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Query parameters to add to the URL; a list repeats the name'),
  json: z.unknown().optional().describe('Body: a value to send as JSON'),
  form: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Body: fields to send as application/x-www-form-urlencoded'),
  body: z.string().optional().describe('Body: text to send as it is; set content-type in headers'),
  multipart: z
    .array(part)
    .min(1)
    .max(100)
    .optional()
    .describe('Body: fields and files of the workspace to send as multipart/form-data'),
  auth: auth.optional().describe('Credentials by secret reference; never written out'),
  timeout_ms: z.int().min(1).max(120_000).default(30_000).describe('How long all of it may take'),
  save_to: z
    .string()
    .min(1)
    .optional()
    .describe('Save the body to this new file of the workspace instead of showing it'),
})

export type HttpInput = z.infer<typeof inputSchema>
export type Auth = z.infer<typeof auth>
export type MultipartPart = z.infer<typeof part>

/** What a call does, as far as its arguments say. */
export function methodOf({ method, json, form, body, multipart }: HttpInput): RequestMethod {
  return method ?? ((json ?? form ?? body ?? multipart) === undefined ? 'GET' : 'POST')
}
