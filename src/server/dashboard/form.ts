import { ApiError } from '../../simulator/specification/errors.ts'
import { bodyLimitBytes, readWholeBody } from '../http/request-body.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { FormValues } from './page.ts'

/** A form with a file is larger than others. */
export const fileLimitBytes = 2 * 1024 * 1024

/** Returns the fields of a submitted form, trimmed, and files as text; for a repeated name, the first. */
export async function readForm(http: HttpContext): Promise<FormValues> {
  const type = http.req.header('content-type') ?? ''
  const isMultipart = type.startsWith('multipart/form-data')
  const { bytes, release } = await readWholeBody(
    http.env.incoming,
    isMultipart ? fileLimitBytes : bodyLimitBytes,
  )
  try {
    const fields = isMultipart
      ? await readParts(bytes, type)
      : [...new URLSearchParams(new TextDecoder().decode(bytes))]
    return Object.fromEntries(fields.reverse().map(([name, value]) => [name, value.trim()]))
  } finally {
    release()
  }
}

async function readParts(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const parts = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new ApiError('VALIDATION.FIELD.INVALID', { message: 'The form could not be read.' })
  })
  const read = [...parts].map(
    async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === 'string' ? value : await value.text(),
    ],
  )
  return Promise.all(read)
}

/** Converts digits to a number, also a negative one with a fraction. Other text stays, so that it is refused. */
export function numberIn(text: string): unknown {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text
}
