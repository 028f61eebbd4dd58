import { afterEach, describe, expect, it } from 'vitest'
import { TestClient } from '../../../test/support/test-client.ts'
import { type Inbox, openInbox } from './inbox.ts'

const open: Inbox[] = []
afterEach(async () => {
  for (const inbox of open.splice(0)) await inbox.close()
})

async function openTestInbox(publicUrl?: string, claimWithinMs?: number): Promise<Inbox> {
  const opened = await openInbox({
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    ...(claimWithinMs !== undefined && { claimWithinMs }),
    signal: new AbortController().signal,
  })
  open.push(opened)
  return opened
}

const createEventText = (id: string): string => JSON.stringify({ event: 'label.created', data: { id } })

const postDelivery = (
  url: string,
  raw: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
) => new TestClient(url).send({ method: 'POST', raw, headers })

describe('an inbox', () => {
  it('a webhook inbox keeps the exact bytes of deliveries and counts the attempts for each label', async () => {
    const box = (await openTestInbox()).openBox()
    const bytes = `  ${createEventText('lbl_1')}\r\n`
    await postDelivery(box.url, bytes, { 'PR-Signature': 'sha256=x' })
    await postDelivery(box.url, createEventText('lbl_2'))
    await postDelivery(box.url, createEventText('lbl_1'))
    const arrivals = box.arrivals('lbl_1')
    expect(arrivals.map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(arrivals[0]?.body.toString()).toBe(bytes)
    expect(arrivals[0]?.headers['pr-signature']).toBe('sha256=x')
    expect(box.arrivals()).toHaveLength(3)
  })

  it('a webhook inbox replies to each delivery with the status that its rule has set for the attempt and label', async () => {
    const box = (await openTestInbox()).openBox()
    expect((await postDelivery(box.url, createEventText('lbl_1'))).status).toBe(200)
    box.respond((attempt, labelId) => ({ status: labelId === 'lbl_1' && attempt < 3 ? 503 : 204 }))
    expect((await postDelivery(box.url, createEventText('lbl_1'))).status).toBe(503)
    expect((await postDelivery(box.url, createEventText('lbl_1'))).status).toBe(204)
    expect((await postDelivery(box.url, createEventText('lbl_2'))).status).toBe(204)
  })

  it('a webhook inbox cuts the connection of a delivery if its rule has set that, and keeps the delivery', async () => {
    const box = (await openTestInbox()).openBox()
    box.respond((attempt) => (attempt === 1 ? { cut: true } : { status: 200 }))
    await expect(postDelivery(box.url, createEventText('lbl_1'))).rejects.toThrow()
    expect((await postDelivery(box.url, createEventText('lbl_1'))).status).toBe(200)
    expect(box.arrivals('lbl_1')).toHaveLength(2)
  })

  it('a webhook inbox treats a request without a body as a reachability check', async () => {
    const box = (await openTestInbox()).openBox()
    expect((await new TestClient(box.url).send({ method: 'HEAD' })).status).toBe(200)
    expect((await postDelivery(box.url, '')).status).toBe(200)
    expect(box.arrivals()).toEqual([])
  })

  it('a webhook inbox keeps the deliveries to each URL apart', async () => {
    const opened = await openTestInbox()
    const [one, other] = [opened.openBox(), opened.openBox()]
    await postDelivery(one.url, createEventText('lbl_1'))
    expect([one.arrivals().length, other.arrivals().length]).toEqual([1, 0])
  })

  it('a webhook inbox waits for the requested number of attempts, and returns the deliveries so far if the wait is aborted', async () => {
    const box = (await openTestInbox()).openBox()
    const waiting = box.waitFor('lbl_1', { attempts: 2, over: new AbortController().signal })
    await postDelivery(box.url, createEventText('lbl_1'))
    await postDelivery(box.url, createEventText('lbl_1'))
    expect(await waiting).toHaveLength(2)
    expect(await box.waitFor('lbl_1', { attempts: 3, over: AbortSignal.abort() })).toHaveLength(2)
  })

  it('a webhook inbox assigns an event at a shared URL to the rule that claims the label, even if the claim comes after the event', async () => {
    const opened = await openTestInbox()
    const [one, other] = [opened.openSharedBox(), opened.openSharedBox()]
    one.respond(() => ({ status: 500 }))
    const early = postDelivery(opened.url, createEventText('lbl_1'))
    one.claim('lbl_1')
    other.claim('lbl_2')
    expect((await early).status).toBe(500)
    expect((await postDelivery(opened.url, createEventText('lbl_2'))).status).toBe(200)
    expect([one.arrivals().length, other.arrivals().length]).toEqual([1, 1])
  })

  it('a webhook inbox keeps an event that got its reply before a rule claimed the event', async () => {
    const opened = await openTestInbox(undefined, 0)
    const [one, other] = [opened.openSharedBox(), opened.openSharedBox()]
    expect((await postDelivery(opened.url, createEventText('lbl_1'))).status).toBe(200)
    expect((await postDelivery(opened.url, createEventText('lbl_2'))).status).toBe(200)
    const waiting = one.waitFor('lbl_1', { attempts: 1, over: new AbortController().signal })
    one.claim('lbl_1')
    one.claim('lbl_1')
    expect((await waiting).map(({ labelId, attempt }) => [labelId, attempt])).toEqual([['lbl_1', 1]])
    expect(other.arrivals()).toEqual([])
    expect(opened.foreign()).toBe(1)
  })

  it('if only one rule waits for an event, a webhook inbox sends the reply of this rule to an event that no rule has claimed', async () => {
    const opened = await openTestInbox(undefined, 0)
    const [one, other] = [opened.openSharedBox(), opened.openSharedBox()]
    one.respond((attempt) => ({ status: attempt === 1 ? 503 : 202 }))
    const end = one.expectDelivery()
    expect((await postDelivery(opened.url, createEventText('lbl_1'))).status).toBe(503)
    one.claim('lbl_1')
    end()
    expect((await postDelivery(opened.url, createEventText('lbl_1'))).status).toBe(202)
    expect(one.arrivals('lbl_1').map(({ attempt }) => attempt)).toEqual([1, 2])
    expect([one.findWrongReply('lbl_1'), other.findWrongReply('lbl_1')]).toEqual([undefined, undefined])
    // No rule waits for an event any more.
    expect((await postDelivery(opened.url, createEventText('lbl_2'))).status).toBe(200)
  })

  it('if waiting rules want different replies, a webhook inbox replies 200 to an unclaimed event, and reports this to the rule that claims the event later', async () => {
    const opened = await openTestInbox(undefined, 0)
    const boxes = [opened.openSharedBox(), opened.openSharedBox(), opened.openSharedBox()]
    const [one, other, content] = boxes
    one?.respond(() => ({ status: 503 }))
    other?.respond(() => ({ cut: true }))
    for (const box of boxes) box.expectDelivery()
    for (const id of ['lbl_1', 'lbl_2', 'lbl_3']) {
      expect((await postDelivery(opened.url, createEventText(id))).status).toBe(200)
    }
    one?.claim('lbl_1')
    other?.claim('lbl_2')
    content?.claim('lbl_3')
    expect(boxes.map((box, index) => box.findWrongReply(`lbl_${index + 1}`))).toEqual([
      { status: 200 },
      { status: 200 },
      undefined,
    ])
  })

  it('a webhook inbox replies 200 to an event that no rule claims, and counts the event as foreign', async () => {
    const opened = await openTestInbox()
    expect((await postDelivery(opened.url, createEventText('lbl_other'))).status).toBe(200)
    expect((await postDelivery(`${opened.url}no-such-box`, createEventText('lbl_other'))).status).toBe(200)
    expect(opened.foreign()).toBe(2)
  })

  it.each([
    ['an empty body', ''],
    ['a body that is not JSON', 'event=label.created'],
    ['a JSON list as body', '[1]'],
    ['data that is no object', '{"data": "lbl_1"}'],
    ['an id that is no text', '{"data": {"id": 7}}'],
    ['a polluting key', '{"__proto__": {"data": {"id": "lbl_1"}}}'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0])],
  ])('a webhook inbox does not count a request with %s as a delivery', async (_, body) => {
    const box = (await openTestInbox()).openBox()
    await postDelivery(box.url, body)
    expect(box.arrivals('lbl_1')).toEqual([])
    await postDelivery(box.url, createEventText('lbl_1'))
    expect(box.arrivals('lbl_1')).toHaveLength(1)
  })

  it('a webhook inbox refuses a delivery whose body is too long', async () => {
    const box = (await openTestInbox()).openBox()
    const answer = await postDelivery(box.url, 'x'.repeat(2 * 1024 * 1024)).catch(() => undefined)
    expect([413, undefined]).toContain(answer?.status)
    expect(box.arrivals()).toEqual([])
  })

  it('a webhook inbox tests whether requests to its public URL arrive', async () => {
    const reached = await openTestInbox()
    expect(await reached.probe()).toBe(true)
    expect(reached.foreign()).toBe(0)
    const elsewhere = await openTestInbox(reached.url)
    expect(await elsewhere.probe()).toBe(false)
    const nowhere = await openTestInbox('http://127.0.0.1:9/hooks')
    expect(await nowhere.probe()).toBe(false)
  })
})
