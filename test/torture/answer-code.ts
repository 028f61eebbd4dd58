import type { Answer } from '../support/test-client.ts'

/** The code of an error; NO.CODE where it has none. */
export function codeOf({ body }: Answer): string {
  const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'NO.CODE'
}
