import { type Cause, endpointOf } from '../../http/cause.ts'
import { expectThat } from '../../http/expect.ts'
import { type Fields, hasOffset, readTimestamp } from '../../http/fields.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes, seconds } from '../../target/need.ts'

/** Checks that a timestamp is within a minute of the target's time. Throws RuleBroken. */
export async function expectTimestampNow(
  t: RuleContext,
  fields: Fields,
  name: string,
  cause?: Cause,
): Promise<void> {
  const now = await t.now()
  expectTimestampBetween(fields, name, { sinceMs: now, untilMs: now, cause })
}

/** Checks that a label that was just bought was created now. Throws RuleBroken. */
export function expectCreatedNow(t: RuleContext, label: Fields): Promise<void> {
  const endpoint = endpointOf(label.answer)
  return expectTimestampNow(t, label, 'created_at', { kind: 'wrong-field', endpoint, field: 'created_at' })
}

/** Checks that a timestamp is between two instants, or at most about half an hour outside of them. Throws RuleBroken. */
export function expectTimestampBetween(
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
  const mayBeMs = hasOffset(text) ? minutes(30) : hours(14) + minutes(30)
  const since = `about ${new Date(sinceMs).toISOString()}`
  expectThat(told >= sinceMs - mayBeMs && told <= untilMs + mayBeMs, {
    expected:
      sinceMs === untilMs ? `${name} ${since}` : `${name} ${since} to ${new Date(untilMs).toISOString()}`,
    actual: text,
    answer: fields.answer,
    cause,
  })
}

/**
 * Returns true if a timestamp is one of these instants, with the precision in which it is written: seconds or
 * minutes. A timestamp without an offset may be a local time, some quarters of an hour from UTC.
 */
export function isOneOfInstants(value: unknown, instantsMs: readonly number[]): boolean {
  const told = readTimestamp(value)
  if (told === undefined) return false
  const exactMs = /T\d{2}(?::\d{2}:|\d{4})/.test(String(value)) ? seconds(1) : minutes(1)
  const zoneMs = minutes(15)
  return instantsMs.some((instantMs) => {
    const apartMs = told - instantMs
    const lateMs = hasOffset(value) ? apartMs : apartMs - Math.round(apartMs / zoneMs) * zoneMs
    return Math.abs(lateMs) < exactMs
  })
}

/** Checks that a timestamp is one of these instants. Throws RuleBroken. */
export function expectOneOfInstants(fields: Fields, name: string, instantsMs: readonly number[]): void {
  expectThat(isOneOfInstants(fields.text(name), instantsMs), {
    expected: `${name} ${instantsMs.map((each) => new Date(each).toISOString()).join(' or ')}`,
    actual: fields.text(name),
    answer: fields.answer,
    cause: { kind: 'wrong-field', endpoint: endpointOf(fields.answer), field: name },
  })
}
