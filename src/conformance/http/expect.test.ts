import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { RuleBroken } from './failures.ts'
import { expectList } from './lists.ts'
import { createRedactor } from './redaction.ts'
import { captureExchange } from './sending/capture.ts'

function createAnswer(json: unknown): Answer {
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
    exchange: captureExchange({ request, durationMs: 0, redactor: createRedactor(), nameKey: () => '' }),
  }
}

describe('the list in a response', () => {
  const list = [{ id: 'ca_1' }]

  it.each([
    ['without a wrapper', list],
    ['in an object under its name', { carrier_accounts: list, warnings: [] }],
    ['in an object under a similar name', { accounts: list, warnings: [{}] }],
    ['in an object under its name in camel case and singular', { carrierAccount: list, links: [{}] }],
    ['beside a list whose name shares only another word', { available_carriers: ['UPS'], accounts: list }],
    ['in an object under a general name such as items', { items: list, links: [{}] }],
    ['in an object within another object', { data: { carrier_accounts: list } }],
    ['in an inner object beside another list', { data: { accounts: list }, errors: [] }],
    ['as the only list', { connected: list }],
    ['as the only list of objects', { connected: list, codes: ['a'], notes: [] }],
  ])('expectList finds the list %s', (_, json) => {
    expect(expectList(createAnswer(json), 'carrier_accounts')).toBe(list)
  })

  it.each([
    ['an object without a list', {}],
    ['an object with two lists that could be meant', { left: [{}], right: [{}] }],
    ['an object whose list is too deep', { a: { b: { c: [] } } }],
    ['a text', 'carrier_accounts'],
  ])('expectList finds no list in %s', (_, json) => {
    expect(() => expectList(createAnswer(json), 'carrier_accounts')).toThrow(RuleBroken)
  })
})
