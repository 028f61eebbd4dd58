import * as z from 'zod'
import { count, environment, instant, nullable, scope, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type KeyRecord = ReadonlyRecord<typeof key>
export type LimitWindow = ReadonlyRecord<typeof limitWindow>

export const key = z.strictObject({
  id: text,
  value: z.string().regex(/^pr_(live|test)_[0-9a-f]{32}$/, 'is no API key'),
  environment,
  scopes: z.array(scope),
  createdAtMs: instant,
  expiresAtMs: nullable(instant),
  revokedAtMs: nullable(instant),
})

/** The number of requests with one key to one endpoint since the window opened (specification, Rate limits). */
export const limitWindow = z.strictObject({ openedAtMs: instant, count })
