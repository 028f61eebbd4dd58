import { setTimeout as sleep } from 'node:timers/promises'
import type { Stop } from '../report/report.ts'
import { type Delivery, newDelivery } from './delivery.ts'
import type { Reply } from './sender.ts'

/** Finds out whether the receiver still responds, and stops the examination if it does not. */
export interface Liveness {
  /** Sends genuine deliveries until one gets a response. Returns it; undefined if none came, which stops the examination. */
  check(): Promise<Reply | undefined>
  /** Sends a delivery. Throws an AbortError if the examination was stopped. */
  watch(delivery: Delivery): Promise<Reply>
  /** Checks the receiver if it refused the last connection, or if several deliveries in a row got no response. */
  checkAfterLosses(): Promise<void>
  /** Why the examination ended early; null if it did not. */
  stopped(): Stop | null
}

/** After so many lost deliveries in a row, and so many lost checks, the receiver counts as gone. */
const maxLosses = 3
const pauseMs = 200

/** Opens the watch on a receiver that was sent nothing yet. */
export function openLiveness({
  send,
  url,
  signal,
}: {
  send(delivery: Delivery): Promise<Reply>
  readonly url: string
  readonly signal: AbortSignal | undefined
}): Liveness {
  let stop: Stop | null = null
  let losses = 0
  let isRefused = false
  const stopped = (): Stop | null => {
    if (stop === null && signal?.aborted === true) {
      stop = { kind: 'interrupted', reason: 'The examination was stopped from outside.' }
    }
    return stop
  }
  const check = async (): Promise<Reply | undefined> => {
    let failure: string | null = null
    for (let tries = 0; tries < maxLosses && stopped() === null; tries += 1) {
      if (tries > 0) await sleep(pauseMs)
      const reply = await send(newDelivery())
      if (reply.status !== null) return reply
      failure = reply.failure
    }
    stop ??= { kind: 'unreachable', reason: `${url} does not respond: ${failure}.` }
    return undefined
  }
  return {
    stopped,
    check,
    watch: async (delivery) => {
      if (stopped() !== null) throw new DOMException('The examination was stopped.', 'AbortError')
      const reply = await send(delivery)
      losses = reply.status === null ? losses + 1 : 0
      isRefused = reply.isRefused
      // Cases with many deliveries would otherwise wait for each of them.
      if (losses >= maxLosses && (await check()) !== undefined) losses = 0
      return reply
    },
    checkAfterLosses: async () => {
      if (isRefused && stopped() === null) await check()
      isRefused = false
    },
  }
}
