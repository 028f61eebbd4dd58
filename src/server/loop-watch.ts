import type { IncomingMessage } from 'node:http'

/** Holds of the event loop that last longer are reported (real time). */
const reportedMs = 250

/** This much processor time of them must be this process's own. */
const workedMs = 200

/** How often the watch looks by itself. What is held between requests is known to within this time. */
const beatMs = 50

/** A stretch of time in which the event loop had no turn, so that all clients waited. */
export interface LoopHold {
  readonly heldMs: number
  /** The request that was carried out for most of it; null if it was other work, such as something due. */
  readonly request: Pick<IncomingMessage, 'method' | 'url'> | null
}

const observers = new Set<(hold: LoopHold) => void>()
let current: IncomingMessage | null = null
/** When the present turn of the loop began, and how long the loop may have been idle since. */
let sinceMs = 0
let sinceCpu = 0
let idleMs = 0
/** Since when the current request is carried out, and the longest such stretch of this turn. */
let enteredMs = 0
let longest: { readonly forMs: number; readonly request: IncomingMessage | null } = {
  forMs: 0,
  request: null,
}
let isTurnAwaited = false

/**
 * Says that a request is carried out from here on, to name it if it holds the loop. A process has one loop, and one watch.
 * Many requests, and many parts of one body, can share a turn: the hold ends only when the loop has its next turn.
 */
export function enterRequest(request: IncomingMessage | null): void {
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
  noteStretch()
  current = request
}

/** Says that a request has come to its end, or to a wait. */
export function leaveRequest(request: IncomingMessage): void {
  if (current === request) enterRequest(null)
}

/** The request that is being carried out. Work that waits enters it again afterwards. */
export function currentRequest(): IncomingMessage | null {
  return current
}

/** Reports long holds of the event loop until the returned function is called. */
export function watchLoop(onHold: (hold: LoopHold) => void): () => void {
  const beat = setInterval(() => {
    endTurn()
    current = null
    idleMs = beatMs
    sinceCpu = cpuMs()
  }, beatMs)
  beat.unref()
  sinceMs = performance.now()
  enteredMs = sinceMs
  sinceCpu = cpuMs()
  observers.add(onHold)
  return () => {
    clearInterval(beat)
    observers.delete(onHold)
  }
}

/** Reports what held the loop since the turn began, and begins the next turn. */
function endTurn(): void {
  noteStretch()
  const { request } = longest
  const heldMs = enteredMs - sinceMs
  const allowedMs = reportedMs + idleMs
  sinceMs = enteredMs
  idleMs = 0
  longest = { forMs: 0, request: null }
  if (heldMs <= allowedMs) return
  const cpuBefore = sinceCpu
  sinceCpu = cpuMs()
  // The machine gave its processor to others, or was asleep.
  if (sinceCpu - cpuBefore < workedMs) return
  for (const observer of observers) observer({ heldMs, request })
}

function noteStretch(): void {
  const nowMs = performance.now()
  const forMs = nowMs - enteredMs
  enteredMs = nowMs
  if (forMs > longest.forMs) longest = { forMs, request: current }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
