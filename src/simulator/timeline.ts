import { Agenda, type Task, type TaskKind } from './agenda.ts'
import type { Clock, RealTime } from './clock.ts'

/** Something that happened because its time had come. */
export interface Fired {
  readonly atMs: number
  readonly kind: TaskKind
  readonly id: string
}

/** Carries out a task; gives what happened, or nothing if the task no longer stood. */
export type TaskRunner = (task: Task) => readonly Fired[] | Promise<readonly Fired[]>

/** How many tasks an advance runs before it lets waiting requests have their turn. */
const tasksBetweenPauses = 500

/**
 * Runs an account's due work: by timers while time runs, step by step when it is moved.
 * An advance goes from due time to due time and awaits what happens at each, so a webhook attempt that fails on the
 * way schedules its retry inside the same advance. Work due at the same instant runs together.
 */
export class Timeline {
  readonly #clock: Clock
  readonly #realTime: RealTime
  readonly #run: TaskRunner
  readonly #agenda = new Agenda()
  readonly #underWay = new Set<Promise<void>>()
  #cancelTimer: (() => void) | null = null
  #timerDueMs = Number.POSITIVE_INFINITY
  #advancing: Promise<unknown> = Promise.resolve()
  #holding = false
  #stopped = false

  constructor(options: { readonly clock: Clock; readonly realTime: RealTime; readonly run: TaskRunner }) {
    this.#clock = options.clock
    this.#realTime = options.realTime
    this.#run = options.run
  }

  schedule(task: Omit<Task, 'order'> & { readonly order?: number }): void {
    this.#agenda.add(task)
    this.wake()
  }

  /** All that waits, in no order. */
  waiting(): readonly Task[] {
    return this.#agenda.tasks()
  }

  /** Sets the timer anew: after the clock was changed or something earlier came in. */
  wake(): void {
    if (this.#holding || this.#stopped) return
    const next = this.#agenda.peek()
    if (next === undefined) {
      this.#disarm()
      return
    }
    if (this.#cancelTimer !== null && this.#timerDueMs === next.dueMs) return
    this.#disarm()
    const delayMs = this.#clock.realMsUntil(next.dueMs)
    if (delayMs === null) return
    this.#timerDueMs = next.dueMs
    this.#cancelTimer = this.#realTime.setTimer(() => this.#runDue(), delayMs)
  }

  /** After a change of mode or rate, when a timer set before is wrong. */
  rewind(): void {
    this.#disarm()
    this.wake()
  }

  /**
   * Moves the clock to an instant; everything due on the way has happened, in order, when it resolves.
   * `find` is asked once earlier advances are through, so that two at once add up. An instant that is past moves nothing.
   */
  advance(find: () => number | null): Promise<readonly Fired[]> {
    const result = this.#advancing.then(() => this.#advanceNow(find))
    this.#advancing = result.catch(() => undefined)
    return result
  }

  /** Resolves when what has been started has ended. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Nothing is started any more; what waits is forgotten (its records keep it). */
  stop(): void {
    this.#stopped = true
    this.#disarm()
    this.#agenda.clear()
  }

  async #advanceNow(find: () => number | null): Promise<readonly Fired[]> {
    this.#disarm()
    this.#holding = true
    try {
      const startMs = this.#clock.now()
      this.#clock.holdAt(startMs)
      // What is already due, or under way, belongs to the time before and is not told of.
      await this.#stepTo(startMs)
      await this.settle()
      const targetMs = find()
      if (targetMs === null) return []
      const fired = await this.#stepTo(targetMs)
      this.#clock.holdAt(targetMs)
      return fired
    } finally {
      this.#clock.release()
      this.#holding = false
      this.wake()
    }
  }

  async #stepTo(targetMs: number): Promise<readonly Fired[]> {
    const fired: Fired[] = []
    let sincePause = 0
    for (
      let next = this.#agenda.peek();
      next !== undefined && next.dueMs <= targetMs;
      next = this.#agenda.peek()
    ) {
      if (this.#stopped) break
      this.#clock.holdAt(next.dueMs)
      const together = this.#popDue(next.dueMs).map((task) => this.#run(task))
      for (const happened of await Promise.all(together)) fired.push(...happened)
      sincePause += together.length
      if (sincePause >= tasksBetweenPauses) {
        sincePause = 0
        await this.#realTime.pause()
      }
    }
    return fired
  }

  #popDue(untilMs: number): Task[] {
    const due: Task[] = []
    for (
      let next = this.#agenda.peek();
      next !== undefined && next.dueMs <= untilMs;
      next = this.#agenda.peek()
    ) {
      due.push(next)
      this.#agenda.pop()
    }
    return due
  }

  #runDue(): void {
    this.#cancelTimer = null
    if (this.#holding || this.#stopped) return
    for (const task of this.#popDue(this.#clock.now())) {
      const happened = this.#run(task)
      if (happened instanceof Promise) this.#track(happened)
    }
    this.wake()
  }

  #track(happening: Promise<unknown>): void {
    const done: Promise<void> = happening.then(
      () => this.#forget(done),
      () => this.#forget(done),
    )
    this.#underWay.add(done)
  }

  #forget(done: Promise<void>): void {
    this.#underWay.delete(done)
  }

  #disarm(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#timerDueMs = Number.POSITIVE_INFINITY
  }
}
