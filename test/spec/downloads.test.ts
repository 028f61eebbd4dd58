import { expect } from 'vitest'
import { buy, createKey } from '../support/account.ts'
import { type Answer, header } from '../support/test-client.ts'
import { refusal } from './refusal.ts'
import { rowTests } from './row-tests.ts'

const rowTest = rowTests()

function expectPdf(answer: Answer): void {
  expect(answer.status).toBe(200)
  expect(header(answer, 'Content-Type')).toBe('application/pdf')
  expect(answer.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  expect(answer.bytes.subarray(-6).toString('latin1')).toContain('%%EOF')
  expect(header(answer, 'Content-Length')).toBe(String(answer.bytes.length))
  expect(header(answer, 'X-RateLimit-Limit')).toBe('300')
}

rowTest(
  ['download:GET /v1/labels/{id}/download', 'rule:4', 'choice:33', 'choice:13', 'label:label_url'],
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

rowTest(
  ['download:GET /v1/sandbox/labels/{id}.pdf', 'choice:33', 'label:label_url'],
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

rowTest(
  ['download:GET /v1/sandbox/labels/{id}.pdf', 'error:LABEL.NOT_FOUND'],
  'there is no sample of a live label, nor of one that does not exist',
  async ({ account }) => {
    const { id } = await buy(account, {}, { key: account.keys.live })
    for (const file of [`${id}.pdf`, 'lbl_000000000000000000000000.pdf', '.pdf', `${id}.png`, id]) {
      refusal(
        await account.call(`GET /v1/sandbox/labels/${file}`, undefined, { key: null }),
        'LABEL.NOT_FOUND',
      )
    }
  },
)
