import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { isObject, readTimestamp } from '../../../http/fields.ts'
import { computeSignature } from '../../../rules/webhooks/event-signature.ts'
import { objectIn, textIn } from '../../response-fields.ts'
import type { Delivery } from '../../step.ts'
import type { Checks } from '../oracle.ts'

/** The fields of a label that its webhook event repeats. */
export type Fields = Readonly<Record<string, string | number>>

const statedFields = [
  ['id', 'EVENTS-10'],
  ['carrier', 'EVENTS-13'],
  ['service', 'EVENTS-14'],
  ['tracking_number', 'EVENTS-15'],
  ['rate_cents', 'EVENTS-16'],
] as const

/** Returns the fields of a label that its webhook event must repeat. */
export function readEventFields(label: Readonly<Record<string, unknown>>): Fields {
  const found: Record<string, string | number> = {}
  for (const [name] of statedFields) {
    const value = label[name]
    if (typeof value === 'string' || typeof value === 'number') found[name] = value
  }
  return found
}

/** Returns the label's creation time in the webhook event; undefined if it is no timestamp. */
export function readCreationTime({ json }: Delivery): number | undefined {
  return readTimestamp(textIn(objectIn(json, 'data'), 'created_at'))
}

/** Checks that the payload of a webhook event repeats the label's fields. */
export function checkPayload(checks: Checks, delivered: Delivery, fields: Fields): void {
  const payload = isObject(delivered.json) ? delivered.json : {}
  const data = objectIn(payload, 'data') ?? {}
  const why = `the event is of label ${fields['id']}, which was bought so`
  for (const [name, statement] of statedFields) {
    const expected = fields[name]
    if (expected === undefined) continue
    checks.field(statement, [name, data[name]], data[name] === expected, expected, why)
  }
  const { label_url: url } = data
  const form = `…/v1/labels/${fields['id']}/download`
  checks.field('EVENTS-17', ['label_url', url], isDownloadUrl(url, fields), form, why)
  const { timestamp } = payload
  const isTime = readTimestamp(timestamp) !== undefined
  checks.field('EVENTS-20', ['timestamp', timestamp], isTime, 'of its delivery', why)
}

/** True for the download URL of the label. In the sandbox, the sample URL of the specification is allowed as well. */
function isDownloadUrl(url: unknown, { id, tracking_number }: Fields): boolean {
  if (typeof url !== 'string') return false
  const isSandbox = String(tracking_number).startsWith('9999')
  return url.endsWith(`/v1/labels/${id}/download`) || (isSandbox && url.includes('/v1/sandbox/labels/'))
}

/** Checks that a webhook event is `label.created` and signed with the secret of its webhook. */
export function checkEnvelope(checks: Checks, delivered: Delivery): void {
  const event = isObject(delivered.json) ? delivered.json['event'] : undefined
  checks.field(
    'EVENTS-9',
    ['event', event],
    event === constants.event,
    constants.event,
    'there is one kind of event',
  )
  const { secret, body, headers, webhook } = delivered
  if (secret === undefined) return
  checks.that('EVENTS-24', headers['pr-signature'] === computeSignature(body, secret), () => ({
    expected: "PR-Signature with the payload's HMAC under the webhook's secret",
    seen: headers['pr-signature'] === undefined ? 'no PR-Signature' : 'another signature',
    why: `the event came to webhook ${webhook} of client ${delivered.client}, and each webhook has a separate secret`,
  }))
}
