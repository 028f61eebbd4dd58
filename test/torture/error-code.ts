import type { TestResponse } from '../support/test-client.ts'

/** Returns the error code of a response, or NO.CODE if it has none. */
export function readErrorCode({ body }: TestResponse): string {
  const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : 'NO.CODE'
}
