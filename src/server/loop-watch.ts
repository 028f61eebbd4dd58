import type { IncomingMessage } from 'node:http'

/** The shortest hold of the event loop that is reported (real time). */
const reportedMs = 250

/** The processor time of a hold that this process itself must have used. */
const workedMs = 200

/** The interval of the watch's own checks, which limits the precision for a hold between requests. */
const beatMs = 50

/** A period without a turn of the event loop, in which all clients waited. */
export interface LoopHold {
  readonly heldMs: number
  /** The request that ran for most of it; null if it was other work, such as due tasks. */
  readonly request: Pick<IncomingMessage, 'method' | 'url'> | null
}

const observers = new Set<(hold: LoopHold) => void>()
let current: IncomingMessage | null = null
/** When the present turn of the loop began, and since when the loop may have been idle. */
let sinceMs = 0
let sinceCpu = 0
let idleMs = 0
/** When the current request's work began, and the longest work of this turn. */
let enteredMs = 0
let longest: { readonly forMs: number; readonly request: IncomingMessage | null } = {
  forMs: 0,
  request: null,
}
let isTurnAwaited = false

/**
 * Names the request that runs from now on, in case it holds the loop. A process has one loop and one watch.
 * Many requests, and many parts of one body, can share a turn: a hold ends only with the next turn.
 */
export function beginRequestWork(request: IncomingMessage | null): void {
  if (observers.size === 0) return
  if (!isTurnAwaited) {
    endTurn()
    isTurnAwaited = true
    setImmediate(() => {
      isTurnAwaited = false
      endTurn()
      current = null
      idleMs = beatMs
    })
  }
  noteFinishedWork()
  current = request
}

/** Ends the current request's work: it is finished, or waits. */
export function endRequestWork(request: IncomingMessage): void {
  if (current === request) beginRequestWork(null)
}

/** Returns the running request. After a wait, its work enters it again. */
export function currentRequest(): IncomingMessage | null {
  return current
}

/** Reports long holds of the event loop until the returned function is called. */
export function watchLoop(onHold: (hold: LoopHold) => void): () => void {
  const beat = setInterval(() => {
    endTurn()
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

/** Reports the hold since the turn began, if there was one, and begins the next turn. */
function endTurn(): void {
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
  // The operating system ran other processes, or the machine was asleep.
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
