import { describe, expect, it } from 'vitest'
import { formatColumns } from './columns.ts'
import { showEvent } from './event-line.ts'
import { showExchange } from './exchange-line.ts'
import type { ReceivedEvent } from './received-event.ts'
import { escapeControls } from './terminal.ts'

/** Control characters of terminals, and characters that reverse or end a line. */
const nasty = 'a\u001b[32mgreen\u001b[0m\nb\rc\u009b31md\u202ee\u2066f\u200fg\u2028h\u0007'

describe('printed text', () => {
  it('output keeps its lines and colours, and no other control characters', () => {
    expect(escapeControls('\u001b[32mok\u001b[39m\n\tdone\n')).toBe('\u001b[32mok\u001b[39m\n\tdone\n')
    expect(escapeControls('a\u001b]0;title\u0007b\u001b[2Jc\u009b31md\u202ee\rf')).toBe(
      'a\\u001b]0;title\\u0007b\\u001b[2Jc\\u009b31md\\u202ee\\rf',
    )
  })

  it('escaped JSON keeps its meaning', () => {
    const value = { path: nasty, '\u202e': ['\u009b', '\u007f'] }
    const shown = escapeControls(JSON.stringify(value, null, 2))
    expect(JSON.parse(shown)).toEqual(value)
    expect(shown).toMatch(/^[\n\x20-\x7e]*$/)
  })

  it('each row is one line for any content of its cells', () => {
    const [line = '', ...others] = formatColumns([['ca_1', nasty, 'active']])
    expect(others).toEqual([])
    expect(line).toMatch(/^ca_1 {2}a\\u001b\[32m[\x20-\x7e]*\\u0007 {2}active$/)
  })

  it('each request is one line for any path', () => {
    const line = showExchange({
      at: '2030-01-01T00:00:00.000Z',
      isWallTime: true,
      account: nasty,
      method: 'GET',
      path: nasty,
      status: 404,
      errorCode: nasty,
      durationMs: 1,
      decidedBy: [nasty],
      lost: null,
    })
    expect(line.split('\\u001b[32mgreen')).toHaveLength(5)
    expect(line).toMatch(/^[\x20-\x7e]*$/)
  })
})

describe('a webhook that', () => {
  const event: ReceivedEvent = {
    at: '2030-01-01T00:00:00.000Z',
    signature: 'ok',
    event: 'label.created',
    label_id: 'lbl_1',
    tracking_number: '9999',
    duplicate: false,
  }

  it('a webhook with a valid signature shows its fields without control characters', () => {
    expect(showEvent(event, 200)).toMatch(
      / {2}label\.created {2}lbl_1 {2}9999 {2}signature ok {2}response 200$/,
    )
    expect(showEvent({ ...event, label_id: nasty }, 200)).toMatch(/^[\x20-\x7e]*$/)
  })

  it.each(['BAD', 'missing'] as const)(
    'a webhook that has the signature %s shows its fields quoted after the verdict',
    (signature) => {
      const forged = 'label.created"  lbl_1  9999  signature ok  response 200'
      expect(showEvent({ ...event, signature, event: forged, tracking_number: null }, 401)).toMatch(
        new RegExp(
          `Z? {2}signature ${signature} {2}response 401 {2}unverified: "label\\.created\\\\" {2}lbl_1 .*" "lbl_1" -$`,
        ),
      )
      const line = showEvent({ ...event, signature, event: nasty, label_id: 'x'.repeat(60_000) }, 401)
      expect(line).toMatch(/^[\x20-\x7e…]*$/)
      expect(line.length).toBeLessThan(400)
    },
  )
})
