import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { type Cause, endpointOf } from '../../wire/cause.ts'
import { expectThat } from '../../wire/expect.ts'
import type { Fields } from '../../wire/fields.ts'

/** The offset of a timestamp. One without an offset may be in the local time of the service. */
const offset = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i

/** Judges that a timestamp is within a minute of the target's time. Throws RuleBroken. */
export async function expectNow(t: RuleContext, fields: Fields, name: string, cause?: Cause): Promise<void> {
  const now = await t.now()
  expectBetween(fields, name, { sinceMs: now, untilMs: now, cause })
}

/** Judges that a label that was just bought was created now. Throws RuleBroken. */
export function expectCreatedNow(t: RuleContext, label: Fields): Promise<void> {
  const endpoint = endpointOf(label.answer)
  return expectNow(t, label, 'created_at', { kind: 'wrong-field', endpoint, field: 'created_at' })
}

/** Judges that a timestamp is in a span, with about half an hour of room on both sides. Throws RuleBroken. */
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
