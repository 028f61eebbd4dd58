import { setTimeout as sleep } from 'node:timers/promises'
import type { Stop } from '../report/report.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import type { Reply } from './sender.ts'

/** Sends deliveries, and stops the examination if the receiver no longer responds. */
export interface Liveness {
  /**
   * Sends up to three genuine deliveries until the receiver responds, and resolves with its response. If the receiver
   * responds to none, stops the examination and resolves with undefined.
   */
  checkReceiver(): Promise<Reply | undefined>
  /** Sends a delivery. Throws an AbortError if the examination was stopped. */
  send(delivery: Delivery): Promise<Reply>
  /** If the receiver refused the connection of the last delivery, checks whether it responds again. */
  checkAfterRefusedConnection(): Promise<void>
  /** Returns why the examination was stopped; null if it was not. */
  findStop(): Stop | null
}

/**
 * After this many deliveries in a row without a response, genuine deliveries are sent to check whether the receiver
 * still responds. If as many of these get no response, the examination stops.
 */
const maxLostDeliveries = 3
const pauseMs = 200

/** Creates the check whether a receiver still responds. `url` is only used in messages. */
export function createLiveness({
  send,
  url,
  signal,
}: {
  send(delivery: Delivery): Promise<Reply>
  readonly url: string
  readonly signal: AbortSignal | undefined
}): Liveness {
  let stop: Stop | null = null
  let lostInARow = 0
  let isRefused = false
  const findStop = (): Stop | null => {
    if (stop === null && signal?.aborted === true) {
      stop = { kind: 'interrupted', reason: 'The examination was interrupted.' }
    }
    return stop
  }
  const checkReceiver = async (): Promise<Reply | undefined> => {
    let failure: string | null = null
    for (let tries = 0; tries < maxLostDeliveries && findStop() === null; tries += 1) {
      if (tries > 0) await sleep(pauseMs)
      const reply = await send(createDelivery())
      if (reply.status !== null) return reply
      failure = reply.failure
    }
    stop ??= { kind: 'unreachable', reason: `${url} does not respond: ${failure}.` }
    return undefined
  }
  return {
    findStop,
    checkReceiver,
    send: async (delivery) => {
      if (findStop() !== null) throw new DOMException('The examination was stopped.', 'AbortError')
      const reply = await send(delivery)
      lostInARow = reply.status === null ? lostInARow + 1 : 0
      isRefused = reply.isRefused
      // If the receiver is down, a case with many deliveries would wait for a response to each of them.
      if (lostInARow >= maxLostDeliveries && (await checkReceiver()) !== undefined) lostInARow = 0
      return reply
    },
    checkAfterRefusedConnection: async () => {
      if (isRefused && findStop() === null) await checkReceiver()
      isRefused = false
    },
  }
}
