import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '../../src/simulator/webhooks/signature.ts'
import { readEvent } from './received-event.ts'

const secret = 'whsec_test'
const body = Buffer.from('{"event": "label.created", "data": {"id": "lbl_1", "tracking_number": "9999"}}')
const validSignature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('a signature', () => {
  it('checkSignature accepts a signature only for exactly the signed bytes', () => {
    expect(checkSignature(body, { header: validSignature, secret })).toBe('ok')
    const reserialised = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(checkSignature(reserialised, { header: validSignature, secret })).toBe('BAD')
  })

  it.each([
    '',
    'sha256=',
    validSignature.slice(0, -1),
    `${validSignature}0`,
    validSignature.toUpperCase(),
    validSignature.replace('sha256=', ''),
    'sha256=ü'.padEnd(validSignature.length, 'ü'),
  ])('checkSignature refuses the PR-Signature header %j', (header) => {
    expect(checkSignature(body, { header, secret })).toBe('BAD')
  })

  it('checkSignature refuses a signature of another secret, and reports a missing header', () => {
    expect(checkSignature(body, { header: validSignature, secret: 'whsec_other' })).toBe('BAD')
    expect(checkSignature(body, { header: undefined, secret })).toBe('missing')
  })
})

describe('the fields of an event', () => {
  it('readEvent returns the fields of an event that are texts', () => {
    expect(readEvent(body)).toEqual({ event: 'label.created', label_id: 'lbl_1', tracking_number: '9999' })
  })

  it.each(['', 'null', '[]', '{', '{"data": null}', '{"event": 1, "data": {"id": {}}}', '\u0000'])(
    'readEvent returns null for each field of the body %j',
    (text) => {
      expect(readEvent(Buffer.from(text))).toEqual({ event: null, label_id: null, tracking_number: null })
    },
  )
})
