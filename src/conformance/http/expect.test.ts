import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { RuleBroken } from './failures.ts'
import { expectList } from './lists.ts'
import { openRedactor } from './redaction.ts'
import { captureExchange } from './sending/capture.ts'

function answerOf(json: unknown): Answer {
  const text = JSON.stringify(json)
  const path = '/v1/carrier-accounts'
  const url = `http://target.test${path}`
  const request = { method: 'GET', url, path, headers: {}, body: undefined, key: undefined }
  return {
    operation: 'listCarrierAccounts',
    request,
    status: 200,
    headers: {},
    body: Buffer.from(text),
    text,
    json,
    receivedAtMs: 0,
    exchange: captureExchange({ request, durationMs: 0, redactor: openRedactor(), nameKey: () => '' }),
  }
}

describe('the list in an answer', () => {
  const list = [{ id: 'ca_1' }]

  it.each([
    ['without a wrapper', list],
    ['under its name', { carrier_accounts: list, warnings: [] }],
    ['under a name like it', { accounts: list, warnings: [{}] }],
    ['under that name in other letters', { carrierAccount: list, links: [{}] }],
    ['beside a list of which only another word is the same', { available_carriers: ['UPS'], accounts: list }],
    ['under a name that wraps anything', { items: list, links: [{}] }],
    ['one object deeper', { data: { carrier_accounts: list } }],
    ['one object deeper beside another list', { data: { accounts: list }, errors: [] }],
    ['as the only list', { connected: list }],
    ['as the only list of objects', { connected: list, codes: ['a'], notes: [] }],
  ])('expectList finds the list %s', (_, json) => {
    expect(expectList(answerOf(json), 'carrier_accounts')).toBe(list)
  })

  it.each([
    ['an object without a list', {}],
    ['an object with two lists that fit', { left: [{}], right: [{}] }],
    ['an object whose list is too deep', { a: { b: { c: [] } } }],
    ['a text', 'carrier_accounts'],
  ])('expectList finds no list in %s', (_, json) => {
    expect(() => expectList(answerOf(json), 'carrier_accounts')).toThrow(RuleBroken)
  })
})
