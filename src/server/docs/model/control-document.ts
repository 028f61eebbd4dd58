import * as z from 'zod'
import { documentedCall, response, responses, schemas, tags } from './document.ts'
import { readPackageFile } from './package-files.ts'

/** The parts of the control protocol's OpenAPI document that the reference shows. */

const call = z.object({
  ...documentedCall,
  'x-error-codes': z.array(z.string()),
  responses,
})

const document = z.object({
  tags,
  paths: z.record(z.string(), z.record(z.string(), call)),
  components: z.object({ responses: z.record(z.string(), response), schemas }),
})

export type DocumentedControlCall = z.infer<typeof call>

export type ControlDocument = z.infer<typeof document>

let cachedDocument: ControlDocument | undefined

/** Reads the control protocol's OpenAPI document on first use, because most readers never need it, and caches it. */
export function readControlDocument(): ControlDocument {
  cachedDocument ??= document.parse(JSON.parse(readPackageFile('schemas/control-openapi.json')))
  return cachedDocument
}
