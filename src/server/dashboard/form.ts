import { ApiError } from '../../simulator/specification/errors.ts'
import { bodyLimitBytes, readWholeBody } from '../http/request-body.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { FormValues } from './page.ts'

/** The maximum bytes of a form with a file. */
export const maxFileFormBytes = 2 * 1024 * 1024

/** Returns the trimmed fields of a submitted form, and files as text. If several fields have one name, the first counts. */
export async function readForm(http: HttpContext): Promise<FormValues> {
  const type = http.req.header('content-type') ?? ''
  const isMultipart = type.startsWith('multipart/form-data')
  const { bytes, release } = await readWholeBody(
    http.env.incoming,
    isMultipart ? maxFileFormBytes : bodyLimitBytes,
  )
  try {
    const fields = isMultipart
      ? await readMultipartFields(bytes, type)
      : [...new URLSearchParams(new TextDecoder().decode(bytes))]
    return Object.fromEntries(fields.reverse().map(([name, value]) => [name, value.trim()]))
  } finally {
    release()
  }
}

async function readMultipartFields(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const parts = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new ApiError('VALIDATION.FIELD.INVALID', { message: 'The form could not be read.' })
  })
  const fields: [string, string][] = []
  for (const [name, part] of parts) fields.push([name, typeof part === 'string' ? part : await part.text()])
  return fields
}

/** Reads a decimal number. Other text stays as it is, so that the call refuses it. */
export function parseFormNumber(text: string): unknown {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text
}
