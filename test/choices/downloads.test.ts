import { expect } from 'vitest'
import { buyCheapestLabel, createKey } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader, type TestResponse } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

function expectPdf(answer: TestResponse): void {
  expect(answer.status).toBe(200)
  expect(readHeader(answer, 'Content-Type')).toBe('application/pdf')
  expect(answer.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  expect(answer.bytes.subarray(-6).toString('latin1')).toContain('%%EOF')
  expect(readHeader(answer, 'Content-Length')).toBe(String(answer.bytes.length))
  expect(readHeader(answer, 'X-RateLimit-Limit')).toBe('300')
}

choiceTest(
  [33, 13],
  'the PDF of a live label is at its label_url, always with the same bytes, for live keys with labels:read',
  async ({ account }) => {
    const live = { key: account.keys.live }
    const { id, label_url } = await buyCheapestLabel(account, {}, live)
    const path = new URL(label_url).pathname
    expect(path).toBe(`/v1/labels/${id}/download`)
    const first = await account.call(`GET ${path}`, undefined, live)
    const second = await account.call(`GET ${path}`, undefined, live)
    expectPdf(first)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expectError(await account.call(`GET ${path}`, undefined, { key: null }), 'AUTH.KEY.MISSING')
    expectError(await account.call(`GET ${path}`), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    const { key } = await createKey(account, { environment: 'live', scopes: ['labels:write'] })
    const error = expectError(
      await account.call(`GET ${path}`, undefined, { key }),
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    )
    expect(error.required_scope).toBe('labels:read')
    expectError(await account.call('GET /v1/labels/lbl_none/download'), 'LABEL.NOT_FOUND')
  },
)

choiceTest(
  [33],
  'the sample PDF of a sandbox label needs no key and equals the download of the label',
  async ({ account }) => {
    const { id, label_url } = await buyCheapestLabel(account)
    const path = new URL(label_url).pathname
    expect(path).toBe(`/v1/sandbox/labels/${id}.pdf`)
    const sample = await account.call(`GET ${path}`, undefined, { key: null })
    expectPdf(sample)
    const download = await account.call(`GET /v1/labels/${id}/download`)
    expectPdf(download)
    expect(download.bytes.equals(sample.bytes)).toBe(true)
  },
)
