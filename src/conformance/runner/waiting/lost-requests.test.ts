import { expect, it } from 'vitest'
import { buildSampleRule } from '../../../../test/support/conformance/sample-rule.ts'
import type { Stop } from '../../report/report.ts'
import {
  type ReachabilityWatch,
  type RuleTry,
  repeatWhileLost,
  type SendResult,
  watchReachability,
} from './lost-requests.ts'

function openWatch(): { readonly send: ReachabilityWatch; readonly stops: Stop[] } {
  const stops: Stop[] = []
  const send = watchReachability(
    { stop: (stop) => stops.push(stop) },
    { what: 'The target', sends: 'requests' },
  )
  return { send, stops }
}
const good: SendResult = { worked: true, isGood: true }
const cut: SendResult = { worked: false }

it('a conformance run stops after three lost requests in a row', () => {
  const { send, stops } = openWatch()
  for (const sent of [cut, cut, good, cut, cut]) send('a')(sent)
  expect(stops).toEqual([])
  send('a')(cut)
  expect(stops).toEqual([
    { kind: 'unreachable', reason: 'The target could not be reached: 3 requests in a row got no response.' },
  ])
})

it('a conformance run stops only after the end of all requests that were in progress when a request was lost', () => {
  const { send, stops } = openWatch()
  const burst = Array.from({ length: 60 }, () => send('a'))
  for (const [index, end] of burst.entries()) if (index % 20 === 0) end(cut)
  expect(stops).toEqual([])
  for (const [index, end] of burst.entries()) if (index % 20 !== 0) end(good)
  for (const sent of [cut, cut]) send('a')(sent)
  expect(stops).toEqual([])
})

it('a conformance run stops if all of six concurrent requests are lost, or if 24 requests are lost while another one is in progress', () => {
  const { send, stops } = openWatch()
  const [slow, ...burst] = Array.from({ length: 6 }, () => send('a'))
  for (const end of burst) end(cut)
  expect(stops).toEqual([])
  slow?.(cut)
  expect(stops).not.toEqual([])

  const other = openWatch()
  other.send('a')
  for (let count = 0; count < 23; count += 1) other.send('a')(cut)
  expect(other.stops).toEqual([])
  other.send('a')(cut)
  expect(other.stops).not.toEqual([])
})

it('a conformance run goes on if one endpoint never responds and other endpoints do, unless connections are refused', () => {
  const { send, stops } = openWatch()
  send('a')(good)
  for (let count = 0; count < 30; count += 1) send('b')(cut)
  expect(stops).toEqual([])
  for (let count = 0; count < 3; count += 1) send('b')({ ...cut, isGone: true })
  expect(stops).not.toEqual([])
})

it('a conformance run stops if endpoints that responded before no longer respond', () => {
  const { send, stops } = openWatch()
  for (const place of ['a', 'b']) send(place)(good)
  for (const place of ['c', 'a', 'c', 'b', 'c', 'a']) send(place)(cut)
  expect(stops).not.toEqual([])
})

it('a conformance run checks once more whether a target that responded before is reachable, and goes on if it is', async () => {
  const answers = [true, false]
  let asked = 0
  const stops: Stop[] = []
  const isReachable = async () => answers[asked++] ?? false
  const send = watchReachability(
    { stop: (stop) => stops.push(stop) },
    { what: 'It', sends: 'requests', isReachable },
  )
  const cutThrice = async () => {
    for (let count = 0; count < 3; count += 1) send('a')(cut)
    await Promise.resolve()
  }
  send('a')(good)
  await cutThrice()
  expect([asked, stops]).toEqual([1, []])
  await cutThrice()
  expect([asked, stops.length]).toEqual([2, 1])
})

it('a conformance run stops without another check if no request ever succeeded, or if connections are refused', () => {
  const stops: Stop[] = []
  const isReachable = () => expect.unreachable('was asked')
  const send = watchReachability(
    { stop: (stop) => stops.push(stop) },
    { what: 'It', sends: 'requests', isReachable },
  )
  for (let count = 0; count < 3; count += 1) send('a')(cut)
  expect(stops).toHaveLength(1)
  send('a')(good)
  for (let count = 0; count < 3; count += 1) send('a')({ ...cut, isGone: true })
  expect(stops).toHaveLength(2)
})

it.each([
  [
    'a rule is repeated if different calls of the control protocol get no response',
    (count: number) => count % 2,
    12,
  ],
  [
    'a rule is repeated at most ten times if the same call of the control protocol never gets a response',
    () => 0,
    10,
  ],
] as const)('%s', async (_, callsOf, tries) => {
  const lostCall: RuleTry = {
    outcome: { status: 'errored', reason: 'A call got no response.' },
    sent: new Map([['buyLabel', 1]]),
    controlCalls: 0,
    lost: ['POST /_drydock/accounts/{a}/clock/advance'],
    isSlow: false,
  }
  let count = 0
  await repeatWhileLost(
    buildSampleRule('HOOK-122', {}),
    {
      target: { control: undefined },
      signal: new AbortController().signal,
      lostRequests: { mayRespond: () => true },
    },
    async () => {
      count += 1
      const controlCalls = callsOf(count)
      return count < 12
        ? { ...lostCall, controlCalls }
        : { ...lostCall, outcome: { status: 'passed' }, lost: [] }
    },
  )
  expect(count).toBe(tries)
})
