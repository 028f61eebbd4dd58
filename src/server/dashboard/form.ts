import { bodyLimitBytes, readWholeBody } from '../http/request-body.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { FormValues } from './page.ts'

/** Returns the fields of a submitted form, trimmed; for a repeated name, the first. */
export async function readForm(http: HttpContext): Promise<FormValues> {
  const { bytes } = await readWholeBody(http.env.incoming, bodyLimitBytes)
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))].reverse()
  return Object.fromEntries(fields.map(([name, value]) => [name, value.trim()]))
}

/** Converts a text to a number if it is one. Other text stays, so that the refusal quotes it. */
export function numberIn(text: string): unknown {
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
