import { expect } from 'vitest'
import { buy, createKey } from '../support/account.ts'
import { refusal } from '../support/refusal.ts'
import { type Answer, header } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

function expectPdf(answer: Answer): void {
  expect(answer.status).toBe(200)
  expect(header(answer, 'Content-Type')).toBe('application/pdf')
  expect(answer.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  expect(answer.bytes.subarray(-6).toString('latin1')).toContain('%%EOF')
  expect(header(answer, 'Content-Length')).toBe(String(answer.bytes.length))
  expect(header(answer, 'X-RateLimit-Limit')).toBe('300')
}

choiceTest(
  [33, 13],
  "a live label's PDF lies at its label_url, the same bytes every time, for keys that may see it",
  async ({ account }) => {
    const live = { key: account.keys.live }
    const { id, label_url } = await buy(account, {}, live)
    const path = new URL(label_url).pathname
    expect(path).toBe(`/v1/labels/${id}/download`)
    const first = await account.call(`GET ${path}`, undefined, live)
    const second = await account.call(`GET ${path}`, undefined, live)
    expectPdf(first)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    refusal(await account.call(`GET ${path}`, undefined, { key: null }), 'AUTH.KEY.MISSING')
    refusal(await account.call(`GET ${path}`), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    const { key } = await createKey(account, { environment: 'live', scopes: ['labels:write'] })
    const error = refusal(
      await account.call(`GET ${path}`, undefined, { key }),
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    )
    expect(error.required_scope).toBe('labels:read')
    refusal(await account.call('GET /v1/labels/lbl_none/download'), 'LABEL.NOT_FOUND')
  },
)

choiceTest(
  [33],
  "a sandbox label's sample needs no key, and is what the download gives",
  async ({ account }) => {
    const { id, label_url } = await buy(account)
    const path = new URL(label_url).pathname
    expect(path).toBe(`/v1/sandbox/labels/${id}.pdf`)
    const sample = await account.call(`GET ${path}`, undefined, { key: null })
    expectPdf(sample)
    const download = await account.call(`GET /v1/labels/${id}/download`)
    expectPdf(download)
    expect(download.bytes.equals(sample.bytes)).toBe(true)
  },
)
