import { isObject, readTimestamp } from '../../../http/fields.ts'
import { signatureOf } from '../../../rules/webhooks/event-signature.ts'
import { objectIn, textIn } from '../../response-fields.ts'
import type { ReceivedDelivery } from '../../step.ts'
import type { Checks } from '../oracle.ts'

/** What an event has to say of a label, as its purchase was answered. */
export type Fields = Readonly<Record<string, string | number>>

const statedFields = [
  ['id', 'EVENTS-10'],
  ['carrier', 'EVENTS-13'],
  ['service', 'EVENTS-14'],
  ['tracking_number', 'EVENTS-15'],
  ['rate_cents', 'EVENTS-16'],
] as const

/** What of a label its event repeats. */
export function fieldsOf(label: Readonly<Record<string, unknown>>): Fields {
  const found: Record<string, string | number> = {}
  for (const [name] of statedFields) {
    const value = label[name]
    if (typeof value === 'string' || typeof value === 'number') found[name] = value
  }
  return found
}

/** When the label was made, as an event tells it; undefined where it is no time. */
export function creationTime({ json }: ReceivedDelivery): number | undefined {
  return readTimestamp(textIn(objectIn(json, 'data'), 'created_at'))
}

/** An event is of the one kind, says what the label says, and is signed for the webhook it came to. */
export function checkPayload(checks: Checks, delivered: ReceivedDelivery, fields: Fields): void {
  const payload = isObject(delivered.json) ? delivered.json : {}
  const data = objectIn(payload, 'data') ?? {}
  for (const [name, statement] of statedFields) {
    const expected = fields[name]
    if (expected === undefined) continue
    checks.that(statement, data[name] === expected, () => ({
      expected: `${name} ${expected}`,
      seen: `${name} ${JSON.stringify(data[name]) ?? 'missing'}`,
      why: `label ${fields['id']} was bought with it`,
    }))
  }
  checks.that('EVENTS-17', isDownload(data['label_url'], fields), () => ({
    expected: `label_url …/v1/labels/${fields['id']}/download`,
    seen: `label_url ${JSON.stringify(data['label_url']) ?? 'missing'}`,
    why: `the event is of label ${fields['id']}`,
  }))
  checks.that('EVENTS-20', readTimestamp(payload['timestamp']) !== undefined, () => ({
    expected: 'a timestamp',
    seen: `timestamp ${JSON.stringify(payload['timestamp']) ?? 'missing'}`,
    why: 'an event has the time of its delivery',
  }))
}

/** In the sandbox the sample that the specification gives its labels is right, too. */
function isDownload(url: unknown, { id, tracking_number }: Fields): boolean {
  if (typeof url !== 'string') return false
  const isSandbox = String(tracking_number).startsWith('9999')
  return url.endsWith(`/v1/labels/${id}/download`) || (isSandbox && url.includes('/v1/sandbox/labels/'))
}

/** Whatever it is about, an event is of the one kind and signed with the secret of the webhook it came to. */
export function checkEnvelope(checks: Checks, delivered: ReceivedDelivery): void {
  const event = isObject(delivered.json) ? delivered.json['event'] : undefined
  checks.that('EVENTS-9', event === 'label.created', () => ({
    expected: 'the event label.created',
    seen: `event ${JSON.stringify(event) ?? 'missing'}`,
    why: 'there is one kind of event',
  }))
  const { secret, body, headers, webhook } = delivered
  if (secret === undefined) return
  checks.that('EVENTS-24', headers['pr-signature'] === signatureOf(body, secret), () => ({
    expected: 'in PR-Signature the HMAC of the payload, keyed with the secret of the webhook',
    seen: headers['pr-signature'] === undefined ? 'no PR-Signature' : 'another signature',
    why: `it came to webhook ${webhook} of client ${delivered.client}, which has a secret of its own`,
  }))
}
