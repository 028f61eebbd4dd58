import * as z from 'zod'
import { count, instant, nullable, paymentMethod, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

export type ScenarioStepRecord = ReadonlyRecord<typeof scenarioStep>

/** A wallet change that a running scenario has scheduled. */
export const scenarioStep = z.strictObject({
  id: text,
  scenario: text,
  dueMs: instant,
  wallet: z.strictObject({
    balance_cents: count.exactOptional(),
    payment_method: paymentMethod.exactOptional(),
    auto_reload: nullable(
      z.strictObject({ threshold_cents: count, amount_cents: z.int().positive() }),
    ).exactOptional(),
  }),
})
