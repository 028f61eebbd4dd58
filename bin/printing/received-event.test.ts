import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '../../src/simulator/webhooks/signature.ts'
import { readEvent } from './received-event.ts'

const secret = 'whsec_test'
const body = Buffer.from('{"event": "label.created", "data": {"id": "lbl_1", "tracking_number": "9999"}}')
const good = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('a signature', () => {
  it('a signature is valid for exactly the signed bytes', () => {
    expect(checkSignature(body, { header: good, secret })).toBe('ok')
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(checkSignature(reserialised, { header: good, secret })).toBe('BAD')
  })

  it.each([
    '',
    'sha256=',
    good.slice(0, -1),
    `${good}0`,
    good.toUpperCase(),
    good.replace('sha256=', ''),
    'sha256=ü'.padEnd(good.length, 'ü'),
  ])('a signature is invalid if it is %j', (header) => {
    expect(checkSignature(body, { header, secret })).toBe('BAD')
  })

  it('a signature is invalid with another secret, and missing without a header', () => {
    expect(checkSignature(body, { header: good, secret: 'whsec_other' })).toBe('BAD')
    expect(checkSignature(body, { header: undefined, secret })).toBe('missing')
  })
})

describe('the fields of an event', () => {
  it('the fields of an event are read if they are texts', () => {
    expect(readEvent(body)).toEqual({ event: 'label.created', label_id: 'lbl_1', tracking_number: '9999' })
  })

  it.each(['', 'null', '[]', '{', '{"data": null}', '{"event": 1, "data": {"id": {}}}', '\u0000'])(
    'the fields of an event are null for the body %j',
    (text) => {
      expect(readEvent(Buffer.from(text))).toEqual({ event: null, label_id: null, tracking_number: null })
    },
  )
})
