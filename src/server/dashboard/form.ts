import type { HttpContext } from '../exchange.ts'
import { bodyLimitBytes, readWholeBody } from '../request-body.ts'
import type { FormValues } from './page.ts'

/** The fields of a form that was sent, without spaces around them; the first of each name. */
export async function readForm(http: HttpContext): Promise<FormValues> {
  const { bytes } = await readWholeBody(http.env.incoming, bodyLimitBytes)
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))].reverse()
  return Object.fromEntries(fields.map(([name, value]) => [name, value.trim()]))
}

/** A number where the text is one. What is none goes on as it is, and is refused by name. */
export function numberIn(text: string): unknown {
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
