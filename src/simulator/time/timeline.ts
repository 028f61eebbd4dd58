import { Agenda, type Task, type TaskInput, type TaskKind } from './agenda.ts'
import type { Clock, RealTime } from './clock.ts'
import { FailedTasks } from './failed-tasks.ts'

/** The result of a task that was due. */
export interface FiredTask {
  readonly atMs: number
  readonly kind: TaskKind
  readonly id: string
}

/** Runs a task; returns its results, or nothing if the task no longer applies. May throw or reject. */
export type TaskRunner = (task: Task) => readonly FiredTask[] | Promise<readonly FiredTask[]>

/** Due work runs at most this long, in real milliseconds, before it pauses so that other requests may run. */
const maxWorkMs = 5

/** The maximum real time that an advance waits while an earlier advance waits for a webhook receiver. */
const maxAdvanceWaitMs = 3_000

/**
 * Runs an account's due work: by timers while time runs, step by step when the clock is advanced. An advance goes
 * from due time to due time and awaits the work at each, so a webhook attempt that fails on the way schedules its
 * retry within the same advance. Work due at the same time runs in parallel. A task that fails is retried and
 * blocks no other.
 */
export class Timeline {
  readonly #clock: Clock
  readonly #realTime: RealTime
  readonly #runTask: TaskRunner
  readonly #onTaskFailure: (error: unknown, task: Task) => void
  readonly #agenda = new Agenda()
  readonly #failedTasks: FailedTasks
  readonly #underWay = new Set<Promise<void>>()
  #cancelTimer: (() => void) | null = null
  #timerDueMs = Number.POSITIVE_INFINITY
  #advancing: Promise<unknown> = Promise.resolve()
  #unfinished = 0
  /** The real time at which the current advance began to wait for a webhook receiver. */
  #waitsSinceMs: number | null = null
  #holding = false
  #stopped = false

  constructor(options: {
    readonly clock: Clock
    readonly realTime: RealTime
    readonly runTask: TaskRunner
    /**
     * Receives the error of a task that a timer started. The error of a task that an advance started rejects the
     * advance instead.
     */
    readonly onTaskFailure: (error: unknown, task: Task) => void
  }) {
    this.#clock = options.clock
    this.#realTime = options.realTime
    this.#runTask = options.runTask
    this.#onTaskFailure = options.onTaskFailure
    this.#failedTasks = new FailedTasks(options.realTime, (task) => this.schedule(task))
  }

  schedule(task: TaskInput): void {
    if (this.#stopped) return
    this.#agenda.add(task)
    this.scheduleTimer()
  }

  /** Starts no task from now on, until `release` is called. */
  hold(): void {
    this.#holding = true
  }

  /** Ends `hold`: due tasks start again. */
  release(): void {
    this.#holding = false
    this.scheduleTimer()
  }

  /** Returns all pending tasks, in no particular order. */
  listWaitingTasks(): readonly Task[] {
    return [...this.#agenda.listTasks(), ...this.#failedTasks.listTasks()]
  }

  /** Whether no task is started any more. */
  get isStopped(): boolean {
    return this.#stopped
  }

  /** Sets the timer for the next task. Called after a change of the tasks. */
  scheduleTimer(): void {
    if (this.#holding || this.#stopped) return
    const next = this.#agenda.peek()
    if (next === undefined) {
      this.#clearTimer()
      return
    }
    if (this.#cancelTimer !== null && this.#timerDueMs === next.dueMs) return
    this.#clearTimer()
    const delayMs = this.#clock.computeRealMsUntil(next.dueMs)
    if (delayMs === null) return
    this.#timerDueMs = next.dueMs
    this.#cancelTimer = this.#realTime.setTimer(() => this.#runDueTasks(), delayMs)
  }

  /** Sets the timer again after a change of the clock's mode or rate. */
  resetTimer(): void {
    this.#clearTimer()
    this.scheduleTimer()
  }

  /**
   * Advances the clock; resolves when everything due until the target has run, in order. `findTargetMs` returns the
   * target; it is called when earlier advances are finished, so that two advances at once add up. A target in the past
   * moves nothing. Rejects if a task fails: time then stays at that task's due time, and the task is retried. Rejects
   * with AdvanceHeldUp if an earlier advance takes too long, unless `waits`. `onReached` is called at the target, before
   * time runs again.
   */
  async advance(
    findTargetMs: () => number | null,
    { waits = false, onReached }: { readonly waits?: boolean; readonly onReached?: () => void } = {},
  ): Promise<readonly FiredTask[]> {
    const before = this.#advancing
    const earlierAdvances = waits || this.#unfinished === 0 ? before : this.#waitForEarlierAdvance(before)
    const result = earlierAdvances.then(() => this.#advanceNow(findTargetMs, onReached))
    this.#unfinished += 1
    this.#advancing = Promise.allSettled([before, result]).then(() => {
      this.#unfinished -= 1
    })
    return result
  }

  /** Resolves when all started tasks have ended. */
  async waitForRunningTasks(): Promise<void> {
    await this.#advancing
    await this.#waitForUnderWay()
  }

  /** Starts no more tasks and drops the pending ones; they can be scheduled again from their records. */
  stop(): void {
    this.#stopped = true
    this.#clearTimer()
    this.#agenda.clear()
    this.#failedTasks.takeAll()
  }

  /**
   * Waits for earlier advances. Rejects with AdvanceHeldUp if they wait too long for a webhook receiver. This receiver
   * may itself be the caller, if it moves the clock before it responds. Then each would wait for the other.
   */
  #waitForEarlierAdvance(before: Promise<unknown>): Promise<void> {
    const askedAtMs = this.#realTime.now()
    return new Promise((resolve, reject) => {
      let cancelAlarm: () => void = () => undefined
      const rejectIfOverdue = (): void => {
        const nowMs = this.#realTime.now()
        const leftMs = Math.max(askedAtMs, this.#waitsSinceMs ?? nowMs) + maxAdvanceWaitMs - nowMs
        if (leftMs <= 0) reject(new AdvanceHeldUp())
        else cancelAlarm = this.#realTime.setTimer(rejectIfOverdue, leftMs)
      }
      rejectIfOverdue()
      void before.then(() => {
        cancelAlarm()
        resolve()
      })
    })
  }

  async #advanceNow(
    findTargetMs: () => number | null,
    onReached?: () => void,
  ): Promise<readonly FiredTask[]> {
    if (this.#stopped) throw new AdvanceStopped()
    this.#clearTimer()
    this.#holding = true
    try {
      const startMs = this.#clock.now()
      this.#clock.holdAt(startMs)
      // The result of an advance does not list work that was already due or running before the advance.
      for (const task of this.#failedTasks.takeAll()) this.#agenda.add(task)
      await this.#runTasksUntil(startMs)
      await this.#waitForReceivers(this.#waitForUnderWay())
      const targetMs = findTargetMs()
      if (targetMs === null) return []
      const fired = await this.#runTasksUntil(targetMs)
      this.#clock.holdAt(targetMs)
      onReached?.()
      return fired
    } finally {
      this.#clock.release()
      this.#holding = false
      this.scheduleTimer()
    }
  }

  async #runTasksUntil(targetMs: number): Promise<readonly FiredTask[]> {
    const fired: FiredTask[] = []
    const pause = { atMs: this.#realTime.now() + maxWorkMs }
    for (
      let next = this.#agenda.peek();
      next !== undefined && next.dueMs <= targetMs;
      next = this.#agenda.peek()
    ) {
      this.#clock.holdAt(next.dueMs)
      await this.#runInParallel(next.dueMs, { fired, pause })
    }
    if (this.#stopped) throw new AdvanceStopped()
    return fired
  }

  /** Runs all tasks of one due time in parallel. If a task fails, the error is thrown once all have ended. */
  async #runInParallel(
    dueMs: number,
    { fired, pause }: { readonly fired: FiredTask[]; readonly pause: { atMs: number } },
  ): Promise<void> {
    const failures: unknown[] = []
    const started: (readonly FiredTask[] | Promise<readonly FiredTask[]>)[] = []
    for (const task of this.#popDueTasks(dueMs)) {
      if (this.#realTime.now() >= pause.atMs) {
        await this.#realTime.pause()
        pause.atMs = this.#realTime.now() + maxWorkMs
      }
      if (this.#stopped) break
      started.push(this.#runOrPutBack(task, (error) => failures.push(error)))
    }
    for (const happened of await this.#waitForReceivers(Promise.all(started))) fired.push(...happened)
    if (failures.length > 0) throw failures[0]
  }

  async #waitForReceivers<T>(work: Promise<T>): Promise<T> {
    this.#waitsSinceMs = this.#realTime.now()
    try {
      return await work
    } finally {
      this.#waitsSinceMs = null
    }
  }

  #popDueTasks(untilMs: number): Task[] {
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

  #runDueTasks(): void {
    this.#cancelTimer = null
    if (this.#holding || this.#stopped) return
    const untilMs = this.#realTime.now() + maxWorkMs
    const nowMs = this.#clock.now()
    for (
      let next = this.#agenda.peek();
      next !== undefined && next.dueMs <= nowMs && this.#realTime.now() <= untilMs;
      next = this.#agenda.peek()
    ) {
      this.#agenda.pop()
      const happened = this.#runOrPutBack(next, this.#onTaskFailure)
      if (happened instanceof Promise) this.#trackUntilEnded(happened)
    }
    this.scheduleTimer()
  }

  /** Runs a task that is no longer in the agenda, and puts the task back if it fails. */
  #runOrPutBack(
    task: Task,
    onFailure: (error: unknown, task: Task) => void,
  ): readonly FiredTask[] | Promise<readonly FiredTask[]> {
    const putBackTask = (error: unknown): readonly FiredTask[] => {
      if (!this.#stopped) this.#failedTasks.add(task)
      onFailure(error, task)
      return []
    }
    try {
      const happened = this.#runTask(task)
      return happened instanceof Promise ? happened.catch(putBackTask) : happened
    } catch (error) {
      return putBackTask(error)
    }
  }

  async #waitForUnderWay(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  #trackUntilEnded(happening: Promise<unknown>): void {
    const done: Promise<void> = happening.then(() => {
      this.#underWay.delete(done)
    })
    this.#underWay.add(done)
  }

  #clearTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#timerDueMs = Number.POSITIVE_INFINITY
  }
}

/**
 * Thrown if the timeline was stopped during an advance: the account was deleted, reset or replaced, or the simulator
 * ends.
 */
export class AdvanceStopped extends Error {
  override readonly name = 'AdvanceStopped'
}

/** Thrown if an earlier advance has waited too long for a webhook receiver; the later advance then moves nothing. */
export class AdvanceHeldUp extends Error {
  override readonly name = 'AdvanceHeldUp'
}
