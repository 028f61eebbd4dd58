import type { IncomingMessage } from 'node:http'

/** The minimum real time of a blocked event loop that is reported. */
const reportedMs = 250

/**
 * The minimum processor time of this process while the loop was blocked. If it used less, the process waited for other
 * programs, and nothing is reported.
 */
const workedMs = 200

/** Between requests, a timer checks the event loop at this interval. Times that it measures are only this precise. */
const beatMs = 50

/** A time in which one piece of work blocked the event loop, so that all clients waited. */
export interface LoopHold {
  readonly heldMs: number
  /** The request with the longest work in this time; null if other work, such as due tasks, took longest. */
  readonly request: Pick<IncomingMessage, 'method' | 'url'> | null
}

const observers = new Set<(hold: LoopHold) => void>()
let current: IncomingMessage | null = null
/** When the current turn of the event loop began, in real milliseconds. */
let sinceMs = 0
let sinceCpu = 0
let idleMs = 0
/** When the current piece of work began, in real milliseconds. */
let enteredMs = 0
let longest: { readonly forMs: number; readonly request: IncomingMessage | null } = {
  forMs: 0,
  request: null,
}
let isTurnAwaited = false

/**
 * Notes the request whose work begins now, so that it can be reported if it blocks the event loop. Many requests, and
 * many parts of one body, can share a turn of the loop, so the measurement ends only with the turn.
 */
export function beginRequestWork(request: IncomingMessage | null): void {
  if (observers.size === 0) return
  if (!isTurnAwaited) {
    endTurnMeasurement()
    isTurnAwaited = true
    setImmediate(() => {
      isTurnAwaited = false
      endTurnMeasurement()
      current = null
      idleMs = beatMs
    })
  }
  noteFinishedWork()
  current = request
}

/** Notes that the work of the current request has ended or waits. */
export function endRequestWork(request: IncomingMessage): void {
  if (current === request) beginRequestWork(null)
}

/** Returns the request whose work is running. If the work waits, `beginRequestWork` must be called again afterwards. */
export function getCurrentRequest(): IncomingMessage | null {
  return current
}

/** Reports work that blocks the event loop, until the returned function is called. */
export function watchLoop(onHold: (hold: LoopHold) => void): () => void {
  const beat = setInterval(() => {
    endTurnMeasurement()
    current = null
    idleMs = beatMs
    sinceCpu = readProcessorMs()
  }, beatMs)
  beat.unref()
  sinceMs = performance.now()
  enteredMs = sinceMs
  sinceCpu = readProcessorMs()
  observers.add(onHold)
  return () => {
    clearInterval(beat)
    observers.delete(onHold)
  }
}

/** Ends the measurement of a turn, reports it if the turn took too long, and begins the next measurement. */
function endTurnMeasurement(): void {
  noteFinishedWork()
  const { request } = longest
  const heldMs = enteredMs - sinceMs
  const allowedMs = reportedMs + idleMs
  sinceMs = enteredMs
  idleMs = 0
  longest = { forMs: 0, request: null }
  if (heldMs <= allowedMs) return
  const cpuBefore = sinceCpu
  sinceCpu = readProcessorMs()
  // With little processor time, the process did not block the loop: other processes ran, or the machine was asleep.
  if (sinceCpu - cpuBefore < workedMs) return
  for (const observer of observers) observer({ heldMs, request })
}

function noteFinishedWork(): void {
  const nowMs = performance.now()
  const forMs = nowMs - enteredMs
  enteredMs = nowMs
  if (forMs > longest.forMs) longest = { forMs, request: current }
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
