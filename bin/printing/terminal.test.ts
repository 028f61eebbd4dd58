import { describe, expect, it } from 'vitest'
import { formatColumns } from './columns.ts'
import { formatEvent } from './event-line.ts'
import { formatExchange } from './exchange-line.ts'
import type { ReceivedEvent } from './received-event.ts'
import { escapeControls } from './terminal.ts'

/** A text with control characters of terminals, and with characters that reverse or end a line. */
const hostileText = 'a\u001b[32mgreen\u001b[0m\nb\rc\u009b31md\u202ee\u2066f\u200fg\u2028h\u0007'

describe('printed text', () => {
  it('escapeControls keeps line ends and colours, and escapes other control characters', () => {
    expect(escapeControls('\u001b[32mok\u001b[39m\n\tdone\n')).toBe('\u001b[32mok\u001b[39m\n\tdone\n')
    expect(escapeControls('a\u001b]0;title\u0007b\u001b[2Jc\u009b31md\u202ee\rf')).toBe(
      'a\\u001b]0;title\\u0007b\\u001b[2Jc\\u009b31md\\u202ee\\rf',
    )
  })

  it('escapeControls does not change the value of JSON', () => {
    const value = { path: hostileText, '\u202e': ['\u009b', '\u007f'] }
    const shown = escapeControls(JSON.stringify(value, null, 2))
    expect(JSON.parse(shown)).toEqual(value)
    expect(shown).toMatch(/^[\n\x20-\x7e]*$/)
  })

  it('formatColumns returns one line for each row, whatever its cells contain', () => {
    const [line = '', ...others] = formatColumns([['ca_1', hostileText, 'active']])
    expect(others).toEqual([])
    expect(line).toMatch(/^ca_1 {2}a\\u001b\[32m[\x20-\x7e]*\\u0007 {2}active$/)
  })

  it('formatExchange returns one line, whatever the path contains', () => {
    const line = formatExchange({
      at: '2030-01-01T00:00:00.000Z',
      isWallTime: true,
      account: hostileText,
      method: 'GET',
      path: hostileText,
      status: 404,
      errorCode: hostileText,
      durationMs: 1,
      decidedBy: [hostileText],
      lost: null,
    })
    expect(line.split('\\u001b[32mgreen')).toHaveLength(5)
    expect(line).toMatch(/^[\x20-\x7e]*$/)
  })
})

describe('formatEvent', () => {
  const event: ReceivedEvent = {
    at: '2030-01-01T00:00:00.000Z',
    signature: 'ok',
    event: 'label.created',
    label_id: 'lbl_1',
    tracking_number: '9999',
    duplicate: false,
  }

  it('formatEvent shows the fields of a webhook with a valid signature, without control characters', () => {
    expect(formatEvent(event, 200)).toMatch(
      / {2}label\.created {2}lbl_1 {2}9999 {2}signature ok {2}response 200$/,
    )
    expect(formatEvent({ ...event, label_id: hostileText }, 200)).toMatch(/^[\x20-\x7e]*$/)
  })

  it.each(['BAD', 'missing'] as const)(
    'formatEvent quotes the fields of a webhook whose signature is %s, after the words about the signature',
    (signature) => {
      const forged = 'label.created"  lbl_1  9999  signature ok  response 200'
      expect(formatEvent({ ...event, signature, event: forged, tracking_number: null }, 401)).toMatch(
        new RegExp(
          `Z? {2}signature ${signature} {2}response 401 {2}unverified: "label\\.created\\\\" {2}lbl_1 .*" "lbl_1" -$`,
        ),
      )
      const line = formatEvent({ ...event, signature, event: hostileText, label_id: 'x'.repeat(60_000) }, 401)
      expect(line).toMatch(/^[\x20-\x7e…]*$/)
      expect(line.length).toBeLessThan(400)
    },
  )
})
