import type { IncomingMessage } from 'node:http'

/** If one piece of work blocks the event loop for at least this long (real time), it is reported. */
const reportedMs = 250

/**
 * The processor time that this process must have used while the loop was blocked. If it used less, other programs
 * blocked it.
 */
const workedMs = 200

/**
 * The interval of the timer that checks the event loop between requests. Blocked times between requests are measured to
 * this precision.
 */
const beatMs = 50

/** A time in which one piece of work blocked the event loop, so that all clients waited. */
export interface LoopHold {
  readonly heldMs: number
  /** The request whose work took most of this time; null if it was other work, such as due tasks. */
  readonly request: Pick<IncomingMessage, 'method' | 'url'> | null
}

const observers = new Set<(hold: LoopHold) => void>()
let current: IncomingMessage | null = null
/** When the present turn of the event loop began, and since when the loop may have been idle. */
let sinceMs = 0
let sinceCpu = 0
let idleMs = 0
/** When the work of the current request began, and the longest work of this turn. */
let enteredMs = 0
let longest: { readonly forMs: number; readonly request: IncomingMessage | null } = {
  forMs: 0,
  request: null,
}
let isTurnAwaited = false

/**
 * Notes the request whose work begins now, to report it if it blocks the event loop. A process has one loop, so it has
 * one watch. Many requests, and many parts of one body, can share a turn of the loop, so only the next turn ends the
 * measurement.
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

/** Reports the turn if it took too long, and begins the next one. */
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
  // A time with little processor time is not reported: the operating system ran other processes meanwhile, or the
  // machine was asleep.
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
