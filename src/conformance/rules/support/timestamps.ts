import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { type Cause, endpointOf } from '../../wire/cause.ts'
import { expectThat } from '../../wire/expect.ts'
import type { Fields } from '../../wire/fields.ts'

/** A timestamp without an offset may be the local time of wherever the service is. */
const offset = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i

/** Called within a minute of what the timestamp is about. */
export async function expectNow(t: RuleContext, fields: Fields, name: string, cause?: Cause): Promise<void> {
  const now = await t.now()
  expectBetween(fields, name, { sinceMs: now, untilMs: now, cause })
}

/** A label, as it was bought, says that it was created now. */
export function expectCreatedNow(t: RuleContext, label: Fields): Promise<void> {
  const endpoint = endpointOf(label.answer)
  return expectNow(t, label, 'created_at', { kind: 'wrong-field', endpoint, field: 'created_at' })
}

/** A timestamp that tells a time in this span, or about half an hour before or after it. */
export function expectBetween(
  fields: Fields,
  name: string,
  {
    sinceMs,
    untilMs,
    cause,
  }: { readonly sinceMs: number; readonly untilMs: number; readonly cause?: Cause | undefined },
): void {
  const told = fields.timestamp(name)
  const text = fields.text(name)
  const mayBeMs = offset.test(text.slice(10)) ? minutes(30) : hours(14) + minutes(30)
  const since = `about ${new Date(sinceMs).toISOString()}`
  expectThat(told >= sinceMs - mayBeMs && told <= untilMs + mayBeMs, {
    expected:
      sinceMs === untilMs ? `${name} ${since}` : `${name} ${since} to ${new Date(untilMs).toISOString()}`,
    actual: text,
    answer: fields.answer,
    cause,
  })
}
