import { expect, it } from 'vitest'
import { startDrydock } from '../index.ts'

it('an advance with much to tell is written bit by bit, and reads as one', async () => {
  await using dock = await startDrydock({ clock: 'frozen@2030-01-01' })
  const headers = { Authorization: `Bearer ${dock.keys.test}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ tracking_number: '99994', carrier: 'UPS' })
  await fetch(`${dock.url}/v1/trackers`, { method: 'POST', headers, body })
  const advance = (by: string) =>
    fetch(`${dock.url}/_drydock/accounts/default/clock/advance`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ by }),
    })
  const short = await advance('1d')
  expect(short.headers.get('Content-Length')).not.toBeNull()
  const long = await advance('400d')
  expect(long.headers.get('Content-Length')).toBeNull()
  expect(long.headers.get('Content-Type')).toBe(short.headers.get('Content-Type'))
  const text = await long.text()
  const { fired, ...clock } = JSON.parse(text)
  expect(clock).toEqual({ now: '2031-02-06T00:00:00.000Z', mode: 'frozen', rate: 1 })
  expect(fired).toHaveLength(400 * 6)
  expect(fired.at(-1)).toEqual({ at: '2031-02-06T00:00:00.000Z', kind: 'poll', id: fired[0].id })
  expect(text).toBe(JSON.stringify({ ...clock, fired }))
})

it('a reader that goes away in the middle costs nothing more', async () => {
  await using dock = await startDrydock({ clock: 'frozen@2030-01-01' })
  const headers = { Authorization: `Bearer ${dock.keys.test}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ tracking_number: '99994', carrier: 'UPS' })
  await fetch(`${dock.url}/v1/trackers`, { method: 'POST', headers, body })
  const gone = new AbortController()
  const answer = await fetch(`${dock.url}/_drydock/accounts/default/clock/advance`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ by: '3650d' }),
    signal: gone.signal,
  })
  gone.abort()
  await expect(answer.text()).rejects.toThrow()
  expect(await dock.clock.now()).toBe('2039-12-30T00:00:00.000Z')
})
