import { describe, expect, it, test } from 'vitest'
import { checkOutcome } from '../fuzz/check-response.ts'
import { findFirstDifference } from '../fuzz/checkpoint.ts'
import { mutateRequest } from '../fuzz/mutations.ts'
import type { Pool } from '../fuzz/pool.ts'
import { drawRawBytes, endsBeforeHiddenRequest, type RawShape } from '../fuzz/raw-shapes.ts'
import {
  encodeRequest,
  type FuzzRequest,
  normalisePath,
  RawJson,
  toJson,
  toShellCommand,
} from '../fuzz/request.ts'
import { runFuzz } from '../fuzz/run.ts'
import { shrinkRequest } from '../fuzz/shrink.ts'
import { buildPreload } from '../support/commands/preload.ts'
import { Seeded } from '../support/seeded.ts'

/** Tests the fuzz test itself with planted defects. `npm run fuzz` runs the fuzz test. */

test('the fuzz test finds planted defects and prints how to repeat its requests', async () => {
  const reports: string[] = []
  const preloads = [await buildPreload('test/fuzz/watch.ts'), await buildPreload('test/fuzz/planted.ts')]
  const found = (report: string) => reports.push(report)
  const { sent, failures } = await runFuzz({ requests: 700, seed: 'planted', preloads, found })

  const kinds = reports.flatMap((report) => /^FOUND \((.*?)\)/.exec(report)?.[1] ?? [])
  expect(kinds).toEqual(
    expect.arrayContaining([
      'request id',
      'success 202',
      'prototype',
      'stall',
      'defect',
      expect.stringMatching(/^status of/),
    ]),
  )
  expect(failures).toBe(kinds.length)
  expect(sent).toBeGreaterThanOrEqual(700)
  const [wrongStatus] = reports.filter((report) => report.includes('success 202'))
  expect(wrongStatus).toMatch(/curl .*\/v1\/labels/)
  expect(wrongStatus).toContain('again: npm run fuzz -- --seed planted --requests 700')
}, 120_000)

describe('a request that the fuzz test sends', () => {
  const request: FuzzRequest = {
    method: 'POST',
    target: '/v1/rates?x=1',
    headers: [
      ['Host', 'h'],
      ['X-Long', 'x'.repeat(100)],
    ],
    body: { kind: 'json', value: { a: [1, { b: 'text', bad: true }], c: 'more' } },
  }

  it('the fuzz test changes a request in the same way for the same seed, and keeps its Content-Length correct', () => {
    const spoil = () => encodeRequest(mutateRequest(request, new Seeded('7'))).toString('latin1')
    expect(spoil()).toBe(spoil())
    for (let seed = 0; seed < 300; seed += 1) {
      const [head = '', ...body] = encodeRequest(mutateRequest(request, new Seeded(`${seed}`)))
        .toString('latin1')
        .split('\r\n\r\n')
      const [, length] = /Content-Length: (\d+)/.exec(head) ?? []
      if (length !== undefined) expect(Number(length)).toBe(body.join('\r\n\r\n').length)
    }
  })

  it('the fuzz test shrinks a failing request to the part that causes the failure', async () => {
    const smallest = await shrinkRequest(request, (simpler) =>
      Promise.resolve(encodeRequest(simpler).includes('"bad":true')),
    )
    expect(smallest).toEqual({
      method: 'POST',
      target: '/v1/rates',
      headers: [],
      body: { kind: 'json', value: { a: [{ bad: true }] } },
    })
  })

  it('the fuzz test prints a request as a shell command that sends the request again', () => {
    expect(toShellCommand({ ...request, target: '/v1/x', headers: [] }, 'http://127.0.0.1:1')).toBe(
      `curl -s -i --path-as-is -X 'POST' --data-binary '{"a":[1,{"b":"text","bad":true}],"c":"more"}' 'http://127.0.0.1:1/v1/x'`,
    )
    expect(
      toShellCommand(
        { ...request, body: { kind: 'bytes', bytes: Buffer.from([0xff]) } },
        'http://127.0.0.1:1',
      ),
    ).toMatch(/^echo \S+ \| base64 -d \| nc -q 1 127\.0\.0\.1 1$/)
  })

  it('the fuzz test resolves the path of a request as the server does', () => {
    for (const target of ['/a/./b?c', '/a/%2e/b', '/a/c/../b', '/a/b'])
      expect(normalisePath({ ...request, target })).toBe('/a/b')
  })

  it('the fuzz test can write JSON that JSON.stringify cannot, such as 1e400', () => {
    expect(toJson({ a: [new RawJson('1e400')], b: null })).toBe('{"a":[1e400],"b":null}')
  })
})

describe('a request that the fuzz test hides in another request', () => {
  const hidden =
    drawManyRawShapes(0)
      .find(({ name }) => name === 'a negative length')
      ?.bytes.toString('latin1') ?? ''
  const frameRequest = (framing: string, body = '') =>
    Buffer.from(hidden.replace(/Content-Length: -1\r\n\r\n/, `${framing}\r\n\r\n${body}`), 'latin1')

  it('endsBeforeHiddenRequest is true if the server must read a request inside a body as a separate request', () => {
    for (const framing of ['Contett-Length: 127', 'Content-Length:  0', 'content-length:\t00', 'X: y']) {
      expect(endsBeforeHiddenRequest(frameRequest(framing)), framing).toBe(true)
    }
    expect(endsBeforeHiddenRequest(frameRequest('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'))).toBe(
      true,
    )
    expect(endsBeforeHiddenRequest(frameRequest('Transfer-Encoding: chunked', '0\r\nX: y\r\n\r\n'))).toBe(
      true,
    )
  })

  it('endsBeforeHiddenRequest is false if the end of the outer request is ambiguous or the request is too long', () => {
    for (const framing of [
      'Content-Length: -1',
      'Content-Length: +0',
      'Content-Length: 0, 127',
      'Content-Length: 0\r\nContent-Length: 127',
      'Content-Length: 0\r\nTransfer-Encoding: chunked',
      'Content-Length: 127',
      'Transfer-Encoding: xchunked',
    ]) {
      expect(endsBeforeHiddenRequest(frameRequest(framing)), framing).toBe(false)
    }
    expect(endsBeforeHiddenRequest(frameRequest('Transfer-Encoding: chunked', '7f\r\n'))).toBe(false)
    expect(endsBeforeHiddenRequest(frameRequest('Transfer-Encoding : chunked', '0\r\n\r\n'))).toBe(false)
  })

  it('drawRawBytes never makes the hidden request a separate request, which the server would have to carry out', () => {
    const shapes = drawManyRawShapes(1)
    expect(shapes.filter(({ bytes }) => endsBeforeHiddenRequest(bytes))).toEqual([])
    expect(shapes.filter(({ bytes }) => bytes.includes('"smuggled"')).length).toBeGreaterThan(5_000)
  })
})

function drawManyRawShapes(seed: number): readonly RawShape[] {
  const keys = { test: 'pr_test_0', live: 'pr_live_0' }
  const pool: Pool = {
    account: 'a',
    keys,
    spare: { account: 'b', keys, snapshot: {} },
    ids: new Map(),
  }
  const draw = new Seeded(`raw/${seed}`)
  return Array.from({ length: 30_000 }, () => drawRawBytes(pool, draw))
}

test('the fuzz test checks a response by the schema of the call to which the request path resolves', () => {
  const request = {
    method: 'GET',
    target: '/_drydock/accounts/..',
    headers: [],
    body: { kind: 'none' },
  } as const
  const headers = [['x-request-id', `req_${'0'.repeat(24)}`]] as const
  const checkResponseBody = (body: unknown) =>
    checkOutcome(request, {
      answers: [{ status: 200, headers, body: Buffer.from(JSON.stringify(body)) }],
      rest: Buffer.alloc(0),
      timedOut: false,
      closed: false,
    })
  const about = {
    protocol: '1',
    implementation: { name: 'drydock', version: '0.1.0' },
    capabilities: Array.from({ length: 12 }, () => 'keys'),
    tracking_scripts: Array.from({ length: 10 }, () => 'lost'),
    carriers: ['DHL', 'FedEx', 'UPS', 'USPS'],
  }
  expect(checkResponseBody(about)).toBeUndefined()
  expect(checkResponseBody({ ...about, protocol: 1 })?.kind).toBe('shape protocol')
})

test('findFirstDifference names the first place in which two states differ', () => {
  expect(findFirstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeUndefined()
  expect(findFirstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('$.a.1.b')
  expect(findFirstDifference({ a: 1 }, { a: 1, b: 1 })).toBe('$.b')
})
