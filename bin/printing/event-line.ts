import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import { formatInstant, isWallClockTime } from './account-time.ts'
import type { ReceivedEvent } from './received-event.ts'

/** The maximum characters that are shown of each field of a webhook with an unverified signature. */
const maxUnverifiedLength = 80

/**
 * Formats a webhook as one line. Anybody can send a webhook, so the fields of a webhook with an unverified signature
 * are quoted and shortened, and come after the state of the signature. They can then not look like output of this
 * command.
 */
export function formatEvent(event: ReceivedEvent, status: number): string {
  const at = styleText('dim', formatInstant(event.at, isWallClockTime(Date.parse(event.at))))
  const verdict = styleText(event.signature === 'ok' ? 'green' : 'red', `signature ${event.signature}`)
  const response = `response ${status}`
  const fields = [event.event, event.label_id, event.tracking_number]
  if (event.signature !== 'ok') {
    return [at, verdict, response, `unverified: ${fields.map(quoteField).join(' ')}`].join('  ')
  }
  const [name, ...others] = fields.map((field) => (field === null ? null : neutralise(field)))
  return [
    at,
    name ?? 'no event',
    ...others.map((field) => field ?? '-'),
    verdict,
    response,
    ...(event.duplicate ? [styleText('yellow', 'duplicate')] : []),
  ].join('  ')
}

function quoteField(field: string | null): string {
  if (field === null) return '-'
  const isLong = field.length > maxUnverifiedLength
  return neutralise(JSON.stringify(field.slice(0, maxUnverifiedLength))) + (isLong ? '…' : '')
}
