import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import { isWallClockTime, showInstant } from './account-time.ts'
import type { ReceivedEvent } from './received-event.ts'

const longestUnverified = 80

/**
 * Formats a webhook on one line. Anybody can post one, so the fields of an unverified webhook come after the
 * verdict, are quoted, marked and cut short: they cannot pass for output of this command.
 */
export function showEvent(event: ReceivedEvent, status: number): string {
  const at = styleText('dim', showInstant(event.at, isWallClockTime(Date.parse(event.at))))
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
  const isLong = field.length > longestUnverified
  return neutralise(JSON.stringify(field.slice(0, longestUnverified))) + (isLong ? '…' : '')
}
